// Taps that land within a moment of the panel changing under the finger are ignored.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { guard, MOMENT } from "../src/game/guard";

let now = 1000;
let taps = 0;
let node: HTMLElement;
let button: HTMLButtonElement;
let action: ReturnType<typeof guard>;

/** A tap of a finger that went down at a time, and goes up now. */
function tap(down: number): void {
  const press = new Event("pointerdown", { bubbles: true });
  Object.defineProperty(press, "timeStamp", { value: down });
  button.dispatchEvent(press);
  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
}

beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => now);
  document.body.innerHTML = "<div><button></button></div>";
  node = document.querySelector("div")!;
  button = document.querySelector("button")!;
  taps = 0;
  document.body.addEventListener("click", count);
  action = guard(node, "one");
  now += MOMENT;
});
const count = () => (taps += 1);
afterEach(() => {
  document.body.removeEventListener("click", count);
  vi.restoreAllMocks();
});

test("a tap counts once the panel is a moment old", () => {
  tap(now);
  expect(taps).toBe(1);
  action.update!("two");
  tap(now + MOMENT - 1);
  expect(taps).toBe(1);
  tap(now + MOMENT);
  expect(taps).toBe(2);
});

test("the attribute is there while taps are ignored", () => {
  vi.useFakeTimers();
  const isGuarded = () => node.hasAttribute("data-guarded");
  action.update!("two");
  vi.advanceTimersByTime(MOMENT - 1);
  action.update!("three");
  vi.advanceTimersByTime(MOMENT - 1);
  expect(isGuarded()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isGuarded()).toBe(false);
  vi.useRealTimers();
});

test("the same panel is no other one", () => {
  action.update!("one");
  tap(now);
  expect(taps).toBe(1);
});

test("a finger that lay there before the panel changed does nothing, however long it stays", () => {
  const down = now - 1;
  action.update!("two");
  now += 10 * MOMENT;
  tap(down);
  expect(taps).toBe(0);
  button.click(); // a key: it has no finger
  expect(taps).toBe(1);
});

test("a key counts once the panel is a moment old, and does not repeat", () => {
  action.update!("two");
  button.click();
  expect(taps).toBe(0);
  now += MOMENT;
  button.click();
  expect(taps).toBe(1);
  const held = (key: string, repeat: boolean) => {
    const event = new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true });
    button.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([held("Enter", false), held("Enter", true), held("Tab", true)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("nothing is ignored once it is gone", () => {
  action.update!("two");
  action.destroy!();
  tap(now);
  expect(taps).toBe(1);
  const held = new KeyboardEvent("keydown", { key: "Enter", repeat: true, cancelable: true });
  button.dispatchEvent(held);
  expect(held.defaultPrevented).toBe(false);
});
