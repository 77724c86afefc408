// Discs that lie face down until they are held: nothing else on the screen tells them.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { shuffled } from "../src/game/shuffled";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { Action, Seat } from "../src/wire/messages";
import { castOf } from "../src/words/cast";
import { tell } from "../src/words/tell";

let screen: Record<string, unknown> | null = null;
let acted: Action[];

function open(state: "add" | "discard"): void {
  const stage = new Stage();
  stage.set(states[state] as unknown as Snapshot);
  acted = [];
  const act = (_: Seat, action: Action) => void acted.push(action);
  const controls = { act, decline: () => {} };
  screen = mount(GameScreen, { target: document.body, props: { stage, controls } });
  flushSync();
}

const pieces = () =>
  [...document.querySelectorAll(".dock [data-piece]")].map((one) => one.getAttribute("data-piece"));
const titles = (selector: string) =>
  new Set([...document.querySelectorAll(selector)].map((one) => one.getAttribute("title")));

beforeEach(() => {
  preferences.sound = false;
  preferences.peek = true;
  vi.useFakeTimers();
});
afterEach(() => {
  if (screen) void unmount(screen);
  screen = null;
  preferences.peek = false;
  vi.useRealTimers();
  document.body.innerHTML = "";
});

test("a disc that can be placed is not named", () => {
  open("add");
  expect(new Set(pieces())).toEqual(new Set(["back"]));
  expect(titles(".dock .hand button")).toEqual(new Set(["Place this disc"]));
});

test("a disc that can be given up is not named either", () => {
  open("discard");
  expect(new Set(pieces())).toEqual(new Set(["back"]));
  expect(titles(".dock .picks button")).toEqual(new Set(["Give up this disc"]));
});

test("whoever holds to look sees them", () => {
  open("add");
  const look = [...document.querySelectorAll<HTMLElement>(".dock button")].find((one) =>
    one.textContent?.includes("Hold"),
  )!;
  look.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  flushSync();
  expect(pieces()).toContain("skull");
  look.dispatchEvent(new Event("pointerup", { bubbles: true }));
  flushSync();
  expect(new Set(pieces())).toEqual(new Set(["back"]));
});

const lookButton = () =>
  [...document.querySelectorAll<HTMLElement>(".dock button")].find((one) =>
    one.textContent?.includes("Hold"),
  )!;
const isOpen = () => pieces().includes("skull");
function send(event: Event): void {
  lookButton().dispatchEvent(event);
  flushSync();
}

test.each(["pointerup", "pointerleave", "pointercancel", "keyup", "blur"])(
  "they are face down again after %s",
  (type) => {
    open("discard");
    expect(isOpen()).toBe(false);
    send(new Event("pointerdown", { bubbles: true }));
    expect(isOpen()).toBe(true);
    send(new Event(type, { bubbles: true }));
    expect(isOpen()).toBe(false);
  },
);

test.each([
  [" ", true],
  ["Enter", true],
  ["Tab", false],
])("the key '%s' opens them: %s", (key, opens) => {
  open("add");
  send(new KeyboardEvent("keydown", { key, bubbles: true }));
  expect(isOpen()).toBe(opens);
});

test("a long press opens no menu of the browser", () => {
  open("add");
  const press = new Event("contextmenu", { bubbles: true, cancelable: true });
  send(press);
  expect(press.defaultPrevented).toBe(true);
});

test.each(["add", "discard"] as const)(
  "the one that is tapped is meant, wherever it lies: %s",
  (state) => {
    vi.spyOn(Math, "random").mockReturnValue(0); // the first lies last
    open(state);
    vi.advanceTimersByTime(400);
    flushSync();
    send(new Event("pointerdown", { bubbles: true }));
    const group = state === "add" ? ".dock .hand" : ".dock .picks";
    const shown = [...document.querySelectorAll(`${group} [data-piece]`)].map((one) =>
      one.getAttribute("data-piece"),
    );
    expect(shown).toEqual(["skull", "flower"]);
    const first = `${group} li:first-child button, ${group} > button:first-child`;
    document.querySelector<HTMLElement>(first)!.click();
    expect(acted).toEqual([{ type: state === "add" ? "place" : "discard", disc: "S" }]);
    vi.restoreAllMocks();
  },
);

test("there is nothing to hold where discs lie open", () => {
  preferences.peek = false;
  open("discard");
  expect(lookButton()).toBeUndefined();
  expect(isOpen()).toBe(true);
});

test.each([true, false])("what is written of it: hidden %s", (peek) => {
  preferences.peek = peek;
  const { room, game } = states.add as unknown as Snapshot;
  const cast = castOf(room, game!.view);
  const placed = tell({ type: "disc-placed", seat: "a", disc: "S" }, cast);
  const lost = tell({ type: "disc-lost", seat: "a", taker: "a", disc: "S" }, cast);
  expect(`${placed} ${lost}`.includes("skull")).toBe(!peek);
});

test("an order drawn by lot has every disc once, and is not always the same", () => {
  const orders = Array.from({ length: 60 }, () => shuffled(4));
  for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3]);
  expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(3);
});
