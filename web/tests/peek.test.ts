// Discs that lie face down until they are held: nothing else on the screen tells them.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { shuffled } from "../src/game/shuffled";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { castOf } from "../src/words/cast";
import { tell } from "../src/words/tell";

let screen: Record<string, unknown> | null = null;

function open(state: "add" | "discard"): void {
  const stage = new Stage();
  stage.set(states[state] as unknown as Snapshot);
  const controls = { act: () => {}, decline: () => {} };
  screen = mount(GameScreen, { target: document.body, props: { stage, controls } });
  flushSync();
}

const pieces = () => [...document.querySelectorAll(".dock [data-piece]")].map((one) => one.getAttribute("data-piece"));
const button = () => document.querySelector(".dock .act")?.textContent?.trim();
function tap(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}

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

test("a disc that is chosen is not named", () => {
  open("add");
  expect(new Set(pieces())).toEqual(new Set(["back"]));
  tap(".dock .hand button");
  expect(button()).toBe("Place this disc");
});

test("a disc that is given up is not named either", () => {
  open("discard");
  expect(new Set(pieces())).toEqual(new Set(["back"]));
  tap(".dock .picks button");
  expect(button()).toBe("Give up this disc");
});

test("whoever holds to look sees them", () => {
  open("add");
  const look = [...document.querySelectorAll<HTMLElement>(".dock button")].find((one) => one.textContent?.includes("Hold"))!;
  look.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  flushSync();
  expect(pieces()).toContain("skull");
  look.dispatchEvent(new Event("pointerup", { bubbles: true }));
  flushSync();
  expect(new Set(pieces())).toEqual(new Set(["back"]));
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
