// The table as it is seen and heard.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import TableScene from "../src/table/TableScene.svelte";
import type { Snapshot } from "../src/table/stage.svelte";

const NOW = 1_700_000_000_000;
const SECOND = 1000;
let scene: Record<string, unknown> | null = null;

function show(state: keyof typeof states, props: { until?: number; came?: number } = {}): void {
  const { room, game } = states[state] as unknown as Snapshot;
  const turns = game!.turns.map((turn) => ({ ...turn, until: props.until ?? null }));
  scene = mount(TableScene, { target: document.body, props: { view: game!.view, room, turns, came: props.came ?? 0 } });
  flushSync();
}

const heard = (name: string) =>
  [...document.querySelectorAll(".seat .unseen")].map(({ textContent }) => textContent).find((words) => words?.startsWith(name));

beforeEach(() => {
  // A page that is not laid out has no width, and a table without one has no seats.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  if (scene) void unmount(scene);
  scene = null;
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

test("a mat with the flower side up is heard of, and at the end who won", () => {
  show("lost");
  const winner = (states.lost as unknown as Snapshot).room.places[2]!.name;
  expect(heard("You")).toContain("One success so far.");
  expect(heard(winner)).toContain(`${winner} wins`);
  expect(heard(winner)).not.toContain("One success so far.");
});

test("a clock counts the last seconds", () => {
  show("add", { until: NOW + 16 * SECOND, came: NOW - SECOND });
  expect(document.querySelector(".seconds")).toBeNull();
  vi.advanceTimersByTime(2 * SECOND);
  flushSync();
  expect(document.querySelector(".seconds")?.textContent).toBe("14");
});

test("a clock that ran out while nobody was there is not shown", () => {
  show("add", { until: NOW - SECOND, came: NOW });
  expect(document.querySelector(".seat")).not.toBeNull();
  expect(document.querySelector(".seconds")).toBeNull();
});
