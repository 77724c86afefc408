// The devices on which somebody is signed in, in the settings.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import DeviceList from "../src/ui/DeviceList.svelte";

let asked: string[];
let tokens: { id: string; device: string; made: number; used: number; current: boolean }[];
let list: Record<string, unknown>;

beforeEach(() => {
  asked = [];
  tokens = [
    { id: "a", device: "Firefox, Linux", made: 0, used: 0, current: true },
    { id: "b", device: "Chrome, Android", made: 0, used: 0, current: false },
    { id: "c", device: "", made: 0, used: 0, current: false },
  ];
  vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
    const line = `${how.method} ${path}`;
    asked.push(line);
    if (line === "DELETE /api/me/tokens") tokens = tokens.slice(0, 1);
    if (line === "DELETE /api/me/tokens/b") tokens = tokens.filter(({ id }) => id !== "b");
    return Response.json(path === "/api/me" ? { name: "Ana" } : { tokens });
  });
  list = mount(DeviceList, { target: document.body });
  flushSync();
});

afterEach(async () => {
  await unmount(list);
  vi.unstubAllGlobals();
});

const buttons = () => [...document.querySelectorAll("button")];
const named = (name: string) =>
  buttons().find((one) => (one.getAttribute("aria-label") ?? one.textContent) === name)!;

async function open(): Promise<void> {
  const details = document.querySelector("details")!;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await vi.waitFor(() => expect(document.querySelectorAll("li").length).toBe(3));
}

it("asks for nothing until it is opened", () => {
  expect(asked).toEqual([]);
  expect(buttons()).toEqual([]);
});

it("names every device, and signs one out", async () => {
  await open();
  expect(document.querySelector("li")!.textContent).toContain("This device");
  expect(named("Sign out Unknown device")).toBeTruthy();
  named("Sign out Chrome, Android").click();
  await vi.waitFor(() => expect(document.querySelectorAll("li").length).toBe(2));
});

it("takes a new token before it signs the others out", async () => {
  await open();
  asked = [];
  named("Sign out all other devices").click();
  await vi.waitFor(() => expect(document.querySelectorAll("li").length).toBe(1));
  expect(asked).toEqual(["POST /api/me/tokens", "DELETE /api/me/tokens", "GET /api/me/tokens"]);
});
