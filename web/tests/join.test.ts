// The field for a code, and what guests are told of the server.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import JoinByCode from "../src/screens/JoinByCode.svelte";
import Invitation from "../src/screens/room/Invitation.svelte";
import { router } from "../src/ui/route.svelte";
import { toasts } from "../src/ui/toasts.svelte";

let shown: Record<string, unknown> | null = null;
let answer: () => Response;
const $ = (selector: string) => document.querySelector<HTMLElement>(selector)!;

beforeEach(() => {
  answer = () => Response.json({ phase: "gathering" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer());
  vi.spyOn(router, "go").mockImplementation(() => {});
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

async function join(code: string): Promise<void> {
  shown ??= mount(JoinByCode, { target: document.body });
  flushSync();
  const field = $("input") as HTMLInputElement;
  field.value = code;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  $("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  flushSync();
  await vi.waitFor(() => expect(($("button") as HTMLButtonElement).disabled).toBe(false));
  flushSync();
}

const problem = () => $("[role=alert]").textContent;

test("a code leads to its table, however it was typed", async () => {
  await join(" krtmwx ");
  expect(router.go).toHaveBeenCalledWith("/t/KRTMWX");
  expect(problem()).toBe("");
});

test("the hint cannot be mistaken for a code", async () => {
  await join("KRTMWX");
  const hint = $("input").getAttribute("placeholder")!;
  expect(hint).not.toMatch(/^[A-Z]{4,12}$/i);
});

test("what is wrong with a code stands at its field, and goes with the next letter", async () => {
  await join("no");
  expect(problem()).toBe("A code has six letters.");
  expect($("input").getAttribute("aria-invalid")).toBe("true");
  expect($("input").getAttribute("aria-describedby")).toBe($("[role=alert]").id);
  expect(router.go).not.toHaveBeenCalled();
  answer = () => Response.json({ reason: "unknown-table", detail: "" }, { status: 404 });
  await join("QQQQQQ");
  expect(problem()).toContain("There is no table QQQQQQ");
  expect(toasts.list).toEqual([]);
  $("input").dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(problem()).toBe("");
});

test("only a host reads how to start the server for phones", () => {
  for (const isHost of [true, false]) {
    shown = mount(Invitation, { target: document.body, props: { code: "KRTMWX", isHost } });
    flushSync();
    expect(document.body.textContent!.includes("calavera serve")).toBe(isHost);
    expect(document.body.textContent).toContain("on this computer only");
    void unmount(shown);
    shown = null;
  }
});
