// Passing cannot be undone: it takes two taps that were meant.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import BidPanel from "../src/game/BidPanel.svelte";
import type { Action } from "../src/wire/messages";

let now = 0;
vi.spyOn(performance, "now").mockImplementation(() => now);
const acted: Action[] = [];
let panel: Record<string, unknown>;

function open(numbers: number[], total: number): void {
  document.body.innerHTML = "";
  acted.length = 0;
  panel = mount(BidPanel, {
    target: document.body,
    props: {
      bids: numbers.map((number) => ({ type: "bid" as const, number })),
      pass: { type: "pass" as const },
      total,
      onact: (action) => void acted.push(action),
      onback: null,
    },
  });
  flushSync();
}

function tap(selector: string, after: number): void {
  now += after;
  document.querySelector<HTMLElement>(selector)?.click();
  flushSync();
}

const PASS = ".grow:not(.act)";

afterEach(() => void unmount(panel));

test("a double tap passes nothing, and asks", () => {
  open([3, 4], 4);
  tap(PASS, 1000);
  tap(PASS, 120);
  expect(acted).toEqual([]);
  expect(document.querySelector(PASS)?.textContent).toBe("Tap again to pass");
});

test("a second tap that was meant passes", () => {
  open([3, 4], 4);
  tap(PASS, 1000);
  tap(PASS, 900);
  expect(acted).toEqual([{ type: "pass" }]);
});

test("where there is one number there is nothing to slide", () => {
  open([4], 4);
  expect(document.querySelector("input")).toBeNull();
  expect(document.querySelector(".means")?.textContent).toContain("without one skull");
  void unmount(panel);
  open([3, 4], 4);
  expect(document.querySelector("input")?.max).toBe("4");
});
