// Keys in play: digits bid, P passes, arrows and Enter choose, ? lists them.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { stepFrom, typed } from "../src/game/keys";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { Action, Taunt } from "../src/wire/messages";

let screen: Record<string, unknown> | null = null;
let acted: Action[];
let reacted: Taunt[];

function open(
  state: keyof typeof states,
  change: (snapshot: Snapshot) => Snapshot = (same) => same,
): void {
  const stage = new Stage();
  stage.set(change(structuredClone(states[state]) as unknown as Snapshot));
  const controls = { act: (_: string, action: Action) => void acted.push(action), decline() {} };
  const onreact = (taunt: Taunt) => void reacted.push(taunt);
  screen = mount(GameScreen, { target: document.body, props: { stage, controls, onreact } });
  flushSync();
  vi.advanceTimersByTime(400);
  flushSync();
}

function press(key: string, more: KeyboardEventInit = {}, on: EventTarget = document.body) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  on.dispatchEvent(event);
  flushSync();
  return event;
}
const focused = () => document.activeElement!;
const label = () => focused().getAttribute("aria-label");
const legalTo = (most: number) => (snapshot: Snapshot) => {
  const own = snapshot.game!.view.own[0]!;
  own.legal = Array.from({ length: most }, (_, index) => ({ type: "bid", number: index + 1 }));
  snapshot.game!.view.board.total = most;
  return snapshot;
};

beforeEach(() => {
  acted = [];
  reacted = [];
  preferences.sound = false;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
  HTMLDialogElement.prototype.showModal ??= () => {};
  vi.useFakeTimers();
});
afterEach(() => {
  if (screen) void unmount(screen);
  screen = null;
  document.body.innerHTML = "";
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("digits", () => {
  it("bid at once where nothing can follow", () => {
    open("must-challenge", legalTo(5));
    press("3");
    expect(acted).toEqual([{ type: "bid", number: 3 }]);
    press("9");
    press("0");
    expect(acted).toHaveLength(1);
  });

  it("wait for a second one where one may follow", () => {
    open("must-challenge", legalTo(12));
    press("1");
    expect(acted).toEqual([]);
    vi.advanceTimersByTime(700);
    expect(acted).toEqual([{ type: "bid", number: 1 }]);
    press("4");
    expect(acted.at(-1)).toEqual({ type: "bid", number: 4 });
  });

  it("open the slider for a number that has no chip", () => {
    open("must-challenge", legalTo(12));
    press("1");
    press("1");
    expect(acted).toEqual([]);
    expect(document.querySelector<HTMLInputElement>(".dock input")!.value).toBe("11");
  });

  it("ask once more before all discs", () => {
    open("must-challenge", legalTo(4));
    press("4");
    expect(acted).toEqual([]);
    vi.advanceTimersByTime(500);
    press("4");
    expect(acted).toEqual([{ type: "bid", number: 4 }]);
  });

  it("are ignored in a field, with a modifier, and while the panel is new", () => {
    open("must-challenge", legalTo(5));
    const field = document.body.appendChild(document.createElement("input"));
    press("3", {}, field);
    press("3", { ctrlKey: true });
    press("3", { metaKey: true });
    press("3", { altKey: true });
    press("3", { repeat: true });
    expect(acted).toEqual([]);
    void unmount(screen!);
    screen = null;
    document.body.innerHTML = "";
    const stage = new Stage();
    stage.set(legalTo(5)(structuredClone(states["must-challenge"]) as unknown as Snapshot));
    const controls = { act: (_: string, action: Action) => void acted.push(action), decline() {} };
    screen = mount(GameScreen, { target: document.body, props: { stage, controls } });
    flushSync();
    press("3");
    expect(acted).toEqual([]);
  });
});

test("P passes, where one may", () => {
  open("bid");
  press("P");
  expect(acted).toEqual([{ type: "pass" }]);
  void unmount(screen!);
  open("place");
  press("p");
  expect(acted).toHaveLength(1);
});

test("arrows go through mats, discs and numbers", () => {
  open("add");
  expect(label()).toBe("flower"); // a turn begins with the focus on the first choice
  press("ArrowRight");
  expect(label()).toBe("skull");
  press("ArrowDown");
  expect(label()).toContain("Challenge: 1 of");
  expect(press("ArrowRight").defaultPrevented).toBe(true);
  expect(label()).toContain("Challenge: 2 of");
  press("ArrowLeft");
  press("ArrowUp");
  expect(label()).toBe("flower");
  void unmount(screen!);
  open("flip");
  expect(label()).toContain("Flip at");
  void unmount(screen!);
  open("wait");
  expect(press("ArrowRight").defaultPrevented).toBe(false);
});

test("an arrow goes around its row, and from row to row", () => {
  const rows = [["a", "b", "c"], ["d"], ["e", "f"]];
  const ways = (at: string) =>
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => stepFrom(rows, at, key));
  expect(ways("a")).toEqual(["c", "b", "e", "d"]);
  expect(ways("f")).toEqual(["e", "e", "d", "a"]);
  expect(ways("nowhere")).toEqual(["a", "a", "a", "a"]);
  expect(stepFrom([], "a", "ArrowUp")).toBeNull();
});

test.each([
  ["", "3", [3, 4], { digits: "", number: 3 }],
  ["", "5", [3, 4], { digits: "", number: null }],
  ["", "1", [1, 12], { digits: "1", number: 1 }],
  ["", "1", [9, 12], { digits: "1", number: null }],
  ["1", "2", [1, 12], { digits: "", number: 12 }],
  ["1", "5", [5, 12], { digits: "", number: 5 }],
  ["1", "1", [12], { digits: "1", number: null }],
])("after %j the digit %j, of %j", (before, digit, numbers, wanted) => {
  expect(typed(before, digit, numbers)).toEqual(wanted);
});

test("? lists the keys, and no other key plays meanwhile", () => {
  open("bid");
  press("?");
  const keys = [...document.querySelectorAll("dialog kbd")].map(({ textContent }) => textContent);
  expect(keys).toEqual(["1 – 9", "P", "← ↑ → ↓", "Enter", "R", "H", "?"]);
  document.querySelector("dialog")!.setAttribute("open", "");
  press("p");
  expect(acted).toEqual([]);
});

describe("reactions", () => {
  const seat = () => document.querySelector<HTMLElement>(".seat .react")!;
  const ring = () => [...document.querySelectorAll<HTMLElement>(".ring button")];

  it("are a ring of six at one's own seat", () => {
    open("wait");
    expect(document.querySelectorAll(".seat .react")).toHaveLength(1);
    seat().dispatchEvent(new Event("pointerdown", { bubbles: true }));
    flushSync();
    expect(ring()).toHaveLength(6);
    ring()[1]!.click();
    flushSync();
    expect(reacted).toEqual(["bluff"]);
    expect(ring()).toEqual([]);
  });

  it("stand above the middle of the seat, the ones in the middle of each row higher", () => {
    open("wait");
    vi.spyOn(seat(), "getBoundingClientRect").mockReturnValue(new DOMRect(100, 60, 80, 40));
    press("r");
    expect(ring().map(({ textContent }) => textContent)).toEqual([
      "Are you sure?",
      "You're bluffing.",
      "I dare you!",
      "Ouch!",
      "Bravo!",
      "Hmm …",
    ]);
    expect(ring().map(({ classList }) => classList.contains("high"))).toEqual([
      ...[false, true, false],
      ...[false, true, false],
    ]);
    const { style } = document.querySelector<HTMLElement>(".ring")!;
    expect([style.getPropertyValue("--x"), style.getPropertyValue("--y")]).toEqual([
      "140px",
      "60px",
    ]);
    expect(focused()).toBe(ring()[0]);
    dispatchEvent(new Event("resize"));
    flushSync();
    expect(ring()).toEqual([]);
  });

  it("are sent by their buttons, each by its own", () => {
    open("wait");
    for (let index = 0; index < 6; index += 1) {
      press("r");
      ring()[index]!.click();
      flushSync();
    }
    expect(reacted).toEqual(["sure", "bluff", "dare", "ouch", "bravo", "hmm"]);
  });

  it("leave the words of the seat to be read", () => {
    open("wait");
    expect(seat().getAttribute("aria-label")).toBe("React");
    expect(document.querySelector(".seat.you .unseen")!.textContent).toContain("You");
  });

  it("are let go where the finger slid to", () => {
    open("wait");
    seat().dispatchEvent(new Event("pointerdown", { bubbles: true }));
    flushSync();
    const under = vi.fn().mockReturnValue(seat());
    document.elementFromPoint = under;
    seat().dispatchEvent(new Event("pointerup", { bubbles: true }));
    flushSync();
    expect(ring()).toHaveLength(6); // let go at the seat, they stay for a tap
    under.mockReturnValue(ring()[4]);
    seat().dispatchEvent(new Event("pointerup", { bubbles: true }));
    flushSync();
    expect(reacted).toEqual(["bravo"]);
    expect(ring()).toEqual([]);
  });

  it("close by a tap elsewhere, on the seat, and by Escape", () => {
    open("wait");
    for (const close of [
      () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })),
      () => seat().dispatchEvent(new Event("pointerdown", { bubbles: true })),
      () => press("Escape"),
    ]) {
      press("r");
      expect(ring()).toHaveLength(6);
      close();
      flushSync();
      expect(ring()).toEqual([]);
    }
    expect(reacted).toEqual([]);
  });

  it("are not there where the seat is to be chosen", () => {
    open("flip", (snapshot) => {
      snapshot.game!.view.own[0]!.legal = [{ type: "flip", mat: "a" }];
      return snapshot;
    });
    expect(seat()).toBeNull();
  });
});
