import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import { Session } from "../src/table/session.svelte";
import Toasts from "../src/ui/Toasts.svelte";
import { router } from "../src/ui/route.svelte";
import { toasts } from "../src/ui/toasts.svelte";

import { FakeWire } from "./fake-wire";

afterEach(() => toasts.clear());
const texts = () => toasts.list.map(({ text }) => text);

it("shows the last two", () => {
  for (const text of ["one", "two", "three"]) toasts.say(text);
  expect(texts()).toEqual(["two", "three"]);
});

it("says the same once", () => {
  for (const text of ["slowly", "back", "slowly"]) toasts.say(text);
  expect(texts()).toEqual(["back", "slowly"]);
});

it("leaves them behind with the screen that they belong to", () => {
  toasts.say("one");
  router.go("/learn");
  expect(texts()).toEqual([]);
});

it("shows an announcement once, as text, for longer than other words", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => Response.json({ name: "Ana" }));
  let wire: FakeWire | null = null;
  vi.stubGlobal("WebSocket", function (address: string) {
    return (wire = new FakeWire(address));
  });
  const session = new Session("KRTMWX");
  await vi.waitFor(() => expect(wire).not.toBeNull());
  const list = mount(Toasts, { target: document.body });
  const message = { type: "announcement", text: "back in <b>ten</b> minutes", at: 7 } as const;
  wire!.says(message);
  flushSync();
  expect(document.querySelector(".toasts")!.textContent).toContain(
    "administrator: back in <b>ten</b> minutes",
  );
  expect(document.querySelector(".toasts b")).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(texts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(texts()).toEqual([]);
  wire!.says(message);
  expect(texts()).toEqual([]);
  wire!.says({ ...message, at: 8 });
  expect(texts()).toHaveLength(1);
  void unmount(list);
  session.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
