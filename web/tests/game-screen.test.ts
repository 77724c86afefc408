// What surrounds a game on its screen, and what the screen hands on to the table and the dock.
import type { Window } from "happy-dom";
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { Action, Seat, SeenEvent } from "../src/wire/messages";

const NOW = 1_700_000_000_000;
let screen: Record<string, unknown> | null = null;
let acted: [Seat, Action][];

function open(stage: Stage, props: Record<string, unknown> = {}): void {
  acted = [];
  const controls = {
    act: (seat: Seat, action: Action) => void acted.push([seat, action]),
    decline: () => {},
  };
  screen = mount(GameScreen, { target: document.body, props: { stage, controls, ...props } });
  flushSync();
}

function stageOf(state: keyof typeof states, pause?: () => Promise<void>): Stage {
  const stage = new Stage({}, pause);
  stage.set(structuredClone(states[state]) as unknown as Snapshot);
  return stage;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) => document.querySelector(selector)?.textContent?.trim();
const snippet = (name: string) =>
  createRawSnippet(() => ({ render: () => `<b class="given">${name}</b>` }));

beforeEach(() => {
  preferences.sound = false;
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
});
afterEach(() => {
  if (screen) void unmount(screen);
  screen = null;
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

test("there is nothing before the table is known", () => {
  open(new Stage());
  expect(all(".game")).toEqual([]);
});

test("it is named by its round, and has nothing around it that was not given", () => {
  const stage = stageOf("add");
  open(stage);
  expect(text("h1")).toBe(`Round ${stage.view!.board.round}`);
  expect(all(".game > .bar, aside, .given, .with-aside")).toEqual([]);
  expect(all(".dock")).toHaveLength(1);
});

test("it has a bar, something aside, a note and something for players without discs", () => {
  (window as unknown as Window).happyDOM.setViewport({ width: 1100, height: 600 });
  open(stageOf("add"), {
    bar: snippet("bar"),
    aside: snippet("aside"),
    note: snippet("note"),
    after: snippet("after"),
  });
  expect(text(".game.with-aside > header.bar .given")).toBe("bar");
  expect(text("aside .given")).toBe("aside");
  expect(text(".below > .given")).toBe("note");
  expect(text(".dock .given")).toBe("after");
  (window as unknown as Window).happyDOM.setViewport({ width: 1024, height: 768 });
  void unmount(screen!);
  open(stageOf("add"), { aside: snippet("aside") });
  expect(all("aside")).toEqual([]);
});

test("something else may be instead of the dock", () => {
  open(stageOf("won"), { below: snippet("end") });
  expect(text(".below .given")).toBe("end");
  expect(all(".dock")).toEqual([]);
});

test("a headline lies over the dock, and on the table where there is none", async () => {
  const loss: SeenEvent = { type: "loss-unseen", seat: "b", taker: "a" } as SeenEvent;
  for (const [props, here, elsewhere] of [
    [{}, ".below > .told .headline", ".table .headline"],
    [{ below: snippet("player") }, ".table .headline", ".below .headline"],
  ] as const) {
    const stage = stageOf("wait", () => new Promise(() => {}));
    open(stage, props);
    stage.moment = { event: loss, shown: true, before: 0, after: 0 };
    flushSync();
    expect(all(here)).toHaveLength(1);
    expect(all(elsewhere)).toEqual([]);
    void unmount(screen!);
    screen = null;
  }
});

test("the table is told who is there, what they say and how long they have", async () => {
  const stage = stageOf("add");
  const snapshot = stage.snapshot!;
  const turns = snapshot.game!.turns.map((turn) => ({ ...turn, until: NOW + 3000 }));
  stage.set({ ...snapshot, game: { ...snapshot.game!, turns } });
  open(stage, { here: [], bubbles: { 0: "Hmm" }, skew: 1000, came: NOW });
  await vi.waitFor(() => expect(text(".seat.you .bubble")).toBe("Hmm"));
  expect(text(".seat.you .badges")).toContain("away");
  expect(text(".seat.you .seconds")).toBe("2");
});

test("no time runs while something is still to be shown", () => {
  const stage = stageOf("add", () => new Promise(() => {}));
  const snapshot = stage.snapshot!;
  const turns = snapshot.game!.turns.map((turn) => ({ ...turn, until: NOW + 3000 }));
  const timed = { ...snapshot, game: { ...snapshot.game!, turns } };
  stage.set(timed);
  open(stage);
  expect(text(".seat .seconds")).toBe("3");
  stage.push(timed, [
    { type: "played", seat: "b", events: [{ type: "placement-unseen", seat: "b" }] },
  ]);
  flushSync();
  expect(all(".seat .seconds")).toEqual([]);
});

test("no tribe waits for a move while the way to its next one is still to be shown", () => {
  const stage = stageOf("tribes-2", () => new Promise(() => {}));
  const next = structuredClone(stage.snapshot!);
  next.game!.view.own[1]!.decision += 1;
  open(stage);
  expect(all(".tab.waiting")).toHaveLength(1);
  stage.push(next, [
    { type: "played", seat: "b", events: [{ type: "placement-unseen", seat: "b" }] },
  ]);
  flushSync();
  expect(all(".tab.waiting")).toEqual([]);
  expect(all(".dock .hand button")).toEqual([]);
});

test("with two tribes, the one that is tapped is played", () => {
  const stage = stageOf("tribes-2");
  const snapshot = structuredClone(stage.snapshot!);
  const [first, second] = snapshot.game!.view.own;
  first!.legal = [{ type: "place", disc: "F" }];
  second!.legal = [{ type: "place", disc: "S" }];
  stage.set(snapshot);
  open(stage);
  vi.advanceTimersByTime(400);
  const pressed = () => all(".tab").map((tab) => tab.getAttribute("aria-pressed"));
  expect(pressed()).toEqual(["true", "false"]);
  expect(all(".tab .emblem img").map(({ dataset }) => dataset["piece"])).toEqual([
    "emblem",
    "emblem",
  ]);
  all(".tab")[1]!.click();
  flushSync();
  vi.advanceTimersByTime(400);
  expect(pressed()).toEqual(["false", "true"]);
  all(".dock .hand button")[0]!.click();
  expect(acted).toEqual([[second!.seat, { type: "place", disc: "S" }]]);
});

test("players who use the keyboard find the first choice focused", () => {
  dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
  open(stageOf("wait"));
  expect(document.activeElement).toBe(document.body);
  void unmount(screen!);
  open(stageOf("bid"));
  expect(document.activeElement).toBe(all(".dock .chip")[0]);
  void unmount(screen!);
  document.body.innerHTML = "<input id='elsewhere'>";
  all("#elsewhere")[0]!.focus();
  open(stageOf("bid"));
  expect(document.activeElement?.id).toBe("elsewhere");
  void unmount(screen!);
  document.body.innerHTML = "";
  dispatchEvent(new Event("pointerdown"));
  open(stageOf("bid"));
  expect(document.activeElement).toBe(document.body);
});
