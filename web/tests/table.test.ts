// The table as it is seen and heard.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import TableScene from "../src/table/scene/TableScene.svelte";
import type { Moment, Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import type { SeenEvent, View } from "../src/wire/messages";

const NOW = 1_700_000_000_000;
const SECOND = 1000;
let scene: Record<string, unknown> | null = null;

interface Shown {
  until?: number;
  came?: number;
  view?: (view: View) => View;
  events?: SeenEvent[];
  event?: SeenEvent;
}

function show(state: keyof typeof states, props: Shown = {}): void {
  const { room, game } = states[state] as unknown as Snapshot;
  const turns = game!.turns.map((turn) => ({ ...turn, until: props.until ?? null }));
  const moment: Moment | null = props.event
    ? { event: props.event, shown: true, before: 0, after: 0 }
    : null;
  scene = mount(TableScene, {
    target: document.body,
    props: {
      view: props.view?.(game!.view) ?? game!.view,
      room,
      turns,
      moment,
      came: props.came ?? 0,
      log: (props.events ?? []).map((event, number) => ({ number, event })),
    },
  });
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) =>
  all(selector).map(({ textContent }) => textContent?.replaceAll(/\s+/g, "") ?? "");

const heard = (name: string) =>
  [...document.querySelectorAll(".seat .unseen")]
    .map(({ textContent }) => textContent)
    .find((words) => words?.startsWith(name));

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
  preferences.slang = false;
  toasts.clear();
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

/** The bidding of a state with its events, and each seat's plate. */
const { told } = states["bids-6"] as unknown as { told: SeenEvent[] };

test("each seat's last bid lies beside it, the one to beat stands out, passes are told", () => {
  show("bids-6", { events: told });
  const bids = told.flatMap((event) => (event.type === "bid-made" ? [event] : []));
  const highest = bids.at(-1)!.number;
  expect(texts(".token.stands")).toEqual([String(highest)]);
  expect(texts(".token")).toHaveLength(new Set(bids.map(({ seat }) => seat)).size);
  const passes = told.filter(({ type }) => type === "seat-passed");
  expect(texts(".badge.passed")).toHaveLength(passes.length);
  expect(heard("You")).toMatch(/Bid 2, turn 2 of the bidding\./);
  expect(all(".seat.dim")).toHaveLength(passes.length);
});

test("bids that this screen did not see are not guessed", () => {
  show("bids-6");
  expect(all(".token")).toHaveLength(1);
  expect(all(".token.stands")).toHaveLength(1);
  expect(all(".badge.passed")).toHaveLength(2);
});

test("the tokens stay through the flips, and go with the round", () => {
  const flipping = (view: View): View => ({
    ...view,
    board: { ...view.board, attempt: { challenger: "f", flips: 0, skull: null } },
  });
  show("bids-6", { events: told, view: flipping });
  expect(all(".token").length).toBeGreaterThan(2);
  expect(all(".badge.passed")).toHaveLength(0);
  void unmount(scene!);
  const fresh = (view: View): View => ({ ...view, board: { ...view.board, bidding: null } });
  show("bids-6", { events: told, view: fresh });
  expect(all(".token")).toHaveLength(0);
});

test("a name plate has a mark for each success, also for a seat that is out", () => {
  const marked = (view: View): View => ({
    ...view,
    board: {
      ...view.board,
      mats: view.board.mats.map((mat, index) => ({
        ...mat,
        wins: index === 0 ? 1 : index === 1 ? 2 : 0,
        out: index === 1,
      })),
    },
  });
  show("add", { view: marked });
  const marks = all(".plate").map((plate) => plate.querySelectorAll("svg").length);
  expect(marks.slice(0, 3)).toEqual([1, 2, 0]);
  expect(heard("You")).toContain("One success so far.");
});

test("nicknames of the rulebook are shown where wanted, and explained by a tap", () => {
  const single = (view: View): View => ({
    ...view,
    board: { ...view.board, stoned: ["b"], burn_out: true },
  });
  show("bid", { view: single });
  expect(all("button.word")).toHaveLength(0);
  expect(document.body.textContent).not.toContain("burn out");
  preferences.slang = true;
  flushSync();
  expect(all("button.word").map(({ textContent }) => textContent)).toContain("last disc");
  all("button.word")
    .find(({ textContent }) => textContent === "last disc")!
    .click();
  expect(toasts.list.at(-1)!.text).toContain("stoned");
  all("button.word")
    .find(({ textContent }) => textContent === "burn out")!
    .click();
  expect(toasts.list.at(-1)!.text).toContain("Burn out");
});

test("a success, a loss and the end are told in the middle, with petals for what is cheered", () => {
  const title = () => document.querySelector(".headline .title")?.textContent;
  show("flip", { event: { type: "attempt-succeeded", challenger: "a" } });
  expect(title()).toBe("You did it: nothing but flowers!");
  expect(all(".petals i").length).toBeGreaterThan(10);
  expect(all(".seat.cheered")).toHaveLength(1);
  void unmount(scene!);
  show("flip", { event: { type: "disc-lost", seat: "a", taker: "b", disc: "S" } });
  expect(title()).toBe("You lose the skull. Only you know.");
  expect(document.querySelector(".headline img")!.getAttribute("data-piece")).toBe("skull");
  expect(all(".petals")).toHaveLength(0);
  expect(all(".scene.grave")).toHaveLength(1);
  void unmount(scene!);
  show("won");
  expect(title()).toBeUndefined();
  expect(all(".seat.cheered")).toHaveLength(1);
  expect(all(".petals")).toHaveLength(1);
});

test("a screen of the public shows no lost disc", () => {
  show("watch", { event: { type: "loss-unseen", seat: "a", taker: "b" } });
  expect(document.querySelector(".headline img")!.getAttribute("data-piece")).toBe("back");
});
