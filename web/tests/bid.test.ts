// Saying a number: chips for one tap, a slider for the rest, and no way to slip.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import BidPanel from "../src/game/BidPanel.svelte";
import { chipsOf } from "../src/game/chips";
import type { Action } from "../src/wire/messages";

let now = 0;
let width = 0;
const acted: Action[] = [];
let panel: Record<string, unknown> | null = null;

function open(numbers: number[], total: number, isOpening = false): void {
  document.body.innerHTML = "";
  acted.length = 0;
  panel = mount(BidPanel, {
    target: document.body,
    props: {
      bids: numbers.map((number) => ({ type: "bid" as const, number })),
      pass: isOpening ? null : { type: "pass" as const },
      total,
      onact: (action) => void acted.push(action),
    },
  });
  flushSync();
  now += 1000;
}

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) => document.querySelector(selector)?.textContent?.trim();
function tap(selector: string, after = 0): void {
  now += after;
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}
const isDisabled = (selector: string) =>
  document.querySelector<HTMLButtonElement>(selector)!.disabled;

beforeEach(() => {
  width = 800;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
});
afterEach(() => {
  if (panel) void unmount(panel);
  panel = null;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a number is one tap, a pass too", () => {
  open([3, 4, 5], 6);
  tap("[data-key='4']");
  tap(".pass");
  expect(acted).toEqual([{ type: "bid", number: 4 }, { type: "pass" }]);
});

test("a bid for all discs asks once more, and a finger that bounces does nothing", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  open([3, 4], 4);
  expect(all(".chip").map(({ title }) => title.includes("without one skull"))).toEqual([
    false,
    true,
  ]);
  tap("[data-key='4']");
  expect(all(".chip.danger").map((chip) => chip.getAttribute("aria-label"))).toEqual([
    "Tap again: all of them, 4 of 4",
  ]);
  vi.advanceTimersByTime(120);
  tap("[data-key='4']");
  expect(acted).toEqual([]);
  vi.advanceTimersByTime(240); // two quick taps that are meant
  tap("[data-key='4']");
  expect(acted).toEqual([{ type: "bid", number: 4 }]);
});

test("the smaller bids are one tap while the highest one asks", () => {
  open([3, 4], 4);
  tap("[data-key='4']");
  tap("[data-key='3']");
  expect(acted).toEqual([{ type: "bid", number: 3 }]);
});

test("a bid for all discs asks no longer after a while", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  open([3, 4], 4);
  tap("[data-key='4']");
  vi.advanceTimersByTime(5000);
  flushSync();
  expect(all(".danger")).toEqual([]);
});

test("the rest of the numbers are on a slider", () => {
  width = 294;
  open(upTo(12).slice(1), 12);
  expect(all(".chip").map(({ textContent }) => textContent)).toEqual([
    ...[2, 3, 4, 5, 6].map((number) => `${number} of 12`),
    "… 12",
  ]);
  tap(".rest");
  expect(all(".chip, .pass")).toEqual([]);
  tap("[aria-label='One more']");
  const slider = document.querySelector<HTMLInputElement>("input")!;
  expect(slider.value).toBe("7"); // a double tap on the chip does nothing more
  now += 350;
  expect([slider.min, slider.max]).toEqual(["2", "12"]);
  expect(slider.getAttribute("aria-valuetext")).toBe("7 of 12");
  tap("[aria-label='One more']");
  expect(text(".say")).toBe("Raise to 8 of 12");
  expect(slider.style.getPropertyValue("--part")).toBe("0.6");
  tap("[aria-label='One less']");
  expect(slider.value).toBe("7");
  slider.value = "2";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(isDisabled("[aria-label='One less']")).toBe(true);
  expect(isDisabled("[aria-label='One more']")).toBe(false);
  slider.value = "12";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(isDisabled("[aria-label='One more']")).toBe(true);
  expect(isDisabled("[aria-label='One less']")).toBe(false);
  expect(text(".say")).toBe("Raise to 12 of 12");
  tap(".say");
  expect(acted).toEqual([]); // the whole table is asked for twice
  tap("[aria-label='One less']");
  tap(".say");
  expect(acted).toEqual([{ type: "bid", number: 11 }]);
  tap(".back");
  expect(all(".chip")).toHaveLength(6);
});

test("the slider takes the focus from the keyboard, not from a finger", () => {
  width = 294;
  const focused = () => document.activeElement?.tagName;
  dispatchEvent(new Event("pointerdown"));
  open(upTo(12), 12);
  tap(".rest");
  expect(focused()).toBe("BODY");
  void unmount(panel!);
  dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  open(upTo(12), 12);
  tap(".rest");
  expect(focused()).toBe("INPUT");
  dispatchEvent(new Event("pointerdown"));
});

describe("the chips", () => {
  test.each([
    [294, 6, 6, null],
    [294, 7, 5, 6],
    [290, 6, 4, 5],
    [100, 9, 2, 3],
    [800, 10, 10, null],
    [800, 11, 9, 10],
    [0, 10, 10, null],
  ])("in %i pixels, of %i numbers", (room, most, shown, next) => {
    expect(chipsOf(upTo(most), room)).toEqual({ shown: upTo(shown), next });
  });

  test("may be none", () => {
    expect(chipsOf([], 300)).toEqual({ shown: [], next: null });
  });
});

test("a number is explained, and its chip says what it does", () => {
  const chips = () => all(".chip").map((chip) => chip.getAttribute("aria-label"));
  open([3, 4, 5], 5);
  expect(chips()).toEqual(["Raise to 3 of 5", "Raise to 4 of 5", "Raise to 5 of 5"]);
  expect(all(".chip")[0]!.title).toMatch(/^You turn over 3 discs/);
  void unmount(panel!);
  open([1, 2], 5, true);
  expect(chips()).toEqual(["Challenge: 1 of 5", "Challenge: 2 of 5"]);
  expect(all(".chip")[0]!.title).toMatch(/^You turn over one disc/);
  expect(all(".pass")).toEqual([]);
});

test("where there is no number left there is a pass alone", () => {
  open([], 4);
  expect(all("button")).toHaveLength(1);
  expect(text(".pass")).toBe("Pass");
  expect(all("[role='group']")).toEqual([]);
});
