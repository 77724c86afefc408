// The coach above the table: it speaks, is answered by a tap or a move, goes and comes back.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { coach } from "../src/coach/kept.svelte";
import CoachLine from "../src/coach/CoachLine.svelte";
import CoachPlace from "../src/coach/CoachPlace.svelte";
import english from "../src/coach/words/en.json";
import { coachWords } from "../src/coach/words.svelte";
import states from "../src/dev/states.json";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import { castOf } from "../src/words/cast";
import { fill } from "../src/words/book.svelte";

let screens: Record<string, unknown>[] = [];
let stage: Stage;

const snapshot = (state: keyof typeof states) =>
  structuredClone(states[state]) as unknown as Snapshot;
const sentence = (key: keyof typeof english, name = "") => fill(english[key], "new", { name });
const text = () => document.querySelector(".coach .text")?.textContent?.trim() ?? "";
function tap(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}

function open(state: keyof typeof states): void {
  const { room, game, you } = snapshot(state);
  stage = new Stage();
  stage.set({ room, game, you });
  const props = { stage, cast: castOf(room, game!.view) };
  screens.push(mount(CoachLine, { target: document.body, props }));
  flushSync();
}

beforeEach(async () => {
  localStorage.clear();
  coach.call();
  toasts.clear();
  await coachWords.load("en");
});
afterEach(() => {
  for (const screen of screens) void unmount(screen);
  screens = [];
  document.body.innerHTML = "";
});

it("says what the goal is, then what is asked, each until it is tapped", () => {
  open("add");
  expect(text()).toBe(sentence("goal"));
  expect(document.querySelector(".coach .more")).not.toBeNull();
  tap(".coach .text");
  expect(text()).toBe(sentence("add"));
  tap(".coach .text");
  expect(text()).toBe(sentence("pile_more"));
  tap(".coach .text");
  expect(text()).toBe(sentence("know"));
  expect(document.querySelector(".coach .more")).toBeNull();
  tap(".coach .text");
  expect(document.querySelector(".coach")).toBeNull();
});

it("takes a move for an answer", () => {
  coach.say("goal");
  open("add");
  expect(text()).toBe(sentence("add"));
  const { room, game, you } = snapshot("wait");
  game!.view.own[0]!.decision = stage.decisionOf("a")! + 1;
  stage.set({ room, game, you });
  flushSync();
  expect(coach.said).toContain("add");
  expect(text()).not.toBe(sentence("add"));
});

it("falls silent about showing when the player keeps them secret", () => {
  coach.say("goal");
  open("show");
  expect(text()).toBe(sentence("show"));
  const { room, game, you } = snapshot("show");
  game!.declined = [game!.view.own[0]!.seat];
  stage.set({ room, game, you });
  flushSync();
  expect(coach.said).toContain("show");
  expect(text()).not.toBe(sentence("show"));
});

it("names who ran into the player's skull", () => {
  coach.say("goal");
  open("pick");
  const { room, game } = snapshot("pick");
  const { challenger } = game!.view.board.attempt!;
  expect(text()).toBe(sentence("pick", castOf(room, game!.view).name(challenger)));
});

it("is silent for spectators", () => {
  open("watch");
  expect(text()).toBe("");
});

it("goes when it is skipped, says where it went, and is remembered", () => {
  open("add");
  tap(".skip-coach");
  expect(coach.on).toBe(false);
  expect(toasts.list.map((toast) => toast.text)).toEqual(["You find the coach again in the menu."]);
  expect(JSON.parse(localStorage.getItem("calavera-coach")!)).toMatchObject({ on: false });
});

it("is skipped by Escape, unless something else lies on top of it", () => {
  open("add");
  const escape = () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
  escape();
  expect(coach.on).toBe(true);
  document.querySelector("dialog")!.remove();
  escape();
  expect(coach.on).toBe(false);
});

it("begins again when it is called", () => {
  coach.say("goal");
  coach.dismiss();
  coach.call();
  open("add");
  expect(coach.on).toBe(true);
  expect(text()).toBe(sentence("goal"));
});

function place(state: keyof typeof states): { number: number } {
  const { room, game, you } = snapshot(state);
  stage = new Stage();
  stage.set({ room, game, you });
  const props = $state({ stage, cast: castOf(room, game!.view), number: 1 });
  screens.push(mount(CoachPlace, { target: document.body, props }));
  flushSync();
  return props;
}
const hasPlace = () => document.querySelector(".coach-place") !== null;

it("keeps its place for a game, skipped or not, and comes back from there", async () => {
  const props = place("add");
  await vi.waitFor(() => expect(text()).toBe(sentence("goal")));
  tap(".skip-coach");
  expect(text()).toBe("");
  expect(hasPlace()).toBe(true);
  tap(".coach-place button");
  await vi.waitFor(() => expect(text()).toBe(sentence("goal")));
  tap(".skip-coach");
  props.number = 2;
  flushSync();
  expect(hasPlace()).toBe(false);
  coach.call();
  flushSync();
  expect(hasPlace()).toBe(true);
});

it("stays away once the first game is over", () => {
  place("won");
  expect(coach.on).toBe(false);
  expect(hasPlace()).toBe(false);
});

it("reads what it kept, whatever that is", async () => {
  for (const [kept, on, said] of [
    ['{"on":false,"said":["goal"]}', false, ["goal"]],
    ["nonsense", true, []],
    ['{"said":7}', true, []],
  ] as const) {
    localStorage.setItem("calavera-coach", kept);
    vi.resetModules();
    const { coach: another } = await import("../src/coach/kept.svelte");
    expect([another.on, [...another.said]]).toEqual([on, said]);
  }
});
