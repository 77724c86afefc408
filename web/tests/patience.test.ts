// Who does nothing is told before a bot takes the seat.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import * as voice from "../src/sound/voice";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { announcer } from "../src/ui/toasts.svelte";

const NOW = 1_700_000_000_000;
const WAITING = "Your turn: add a disc or challenge.";
let screen: Record<string, unknown> | null = null;

/** The screen of somebody whose seat is taken so many seconds from now; `ahead`: the server's clock. */
function open(seconds: number | null, { ahead = 0, came = NOW - 1000, standIn = "" } = {}): void {
  const { room, game, you } = states.add as unknown as Snapshot;
  const idle = seconds === null ? null : NOW + ahead + seconds * 1000;
  const places = room.places.map((place) => ({
    ...place,
    stand_in: place.place === 0 ? standIn || null : null,
  }));
  const turns = game!.turns.map((turn) => ({ ...turn, idle }));
  const stage = new Stage();
  stage.set({ room: { ...room, places }, game: { ...game!, turns }, you });
  const controls = { act: () => {}, decline: () => {} };
  screen = mount(GameScreen, {
    target: document.body,
    props: { stage, controls, skew: ahead, came },
  });
  flushSync();
}

const status = () => document.querySelector(".status")?.textContent?.trim();

beforeEach(() => {
  preferences.sound = false; // there is no loudspeaker here
  vi.useFakeTimers({ now: NOW });
  document.body.innerHTML = "";
});
afterEach(() => {
  if (screen) void unmount(screen);
  screen = null;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("in the last minute it is counted down", () => {
  open(62);
  expect(status()).toBe(WAITING);
  vi.advanceTimersByTime(2000);
  flushSync();
  expect(status()).toBe("Still there? In 60 seconds a bot plays for you.");
  vi.advanceTimersByTime(59_000);
  flushSync();
  expect(status()).toBe("Still there? In one second a bot plays for you.");
});

test("players who look elsewhere hear and feel it, once", () => {
  const sound = vi.spyOn(voice, "soundOfTurn").mockImplementation(() => {});
  const vibrate = vi.spyOn(voice, "vibrate").mockImplementation(() => {});
  const say = vi.spyOn(announcer, "say").mockImplementation(() => {});
  open(62);
  say.mockClear(); // the question itself
  vi.advanceTimersByTime(1000);
  flushSync();
  expect(sound).not.toHaveBeenCalled();
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1000);
    flushSync();
  }
  expect(sound).toHaveBeenCalledTimes(1);
  expect(vibrate.mock.calls).toEqual([[[60, 80, 60]]]);
  expect(say.mock.calls).toEqual([["Still there? In 60 seconds a bot plays for you."]]);
});

test("a time that passes without a bot counts for nothing", () => {
  open(20);
  vi.advanceTimersByTime(19_500);
  flushSync();
  expect(status()).toContain("one second");
  vi.advanceTimersByTime(500);
  flushSync();
  expect(status()).toBe(WAITING);
});

test("no clock runs once the screen is gone", () => {
  vi.spyOn(announcer, "say").mockImplementation(() => {});
  open(600);
  void unmount(screen!);
  screen = null;
  flushSync();
  expect(vi.getTimerCount()).toBe(0);
});

test("it is the server's clock that counts", () => {
  open(30, { ahead: 3_600_000, came: NOW + 3_590_000 });
  expect(status()).toBe("Still there? In 30 seconds a bot plays for you.");
});

test.each([
  ["a clock tells it", 0, () => open(null)],
  ["a bot has the seat", 0, () => open(20, { standIn: "cautious" })],
  ["the time was over before anybody came", 0, () => open(-20)],
  ["there is time enough", 100, () => open(600)],
])("nothing is said where %s", (_, seconds, act) => {
  act();
  vi.advanceTimersByTime(seconds * 1000);
  flushSync();
  expect(status()).toBe(WAITING);
});
