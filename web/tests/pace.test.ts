// How long events take.
import { expect, test } from "vitest";
import states from "../src/dev/states.json";
import { beatOf } from "../src/table/pace";
import { scriptedFacts, scriptedRoom, scriptedSnapshot } from "../src/table/scripted";
import type { Snapshot } from "../src/table/stage.svelte";
import { NOT_ASKED } from "../src/wire/connection";
import type { Board, SeenEvent, View } from "../src/wire/messages";

const { view } = (states.flip as unknown as Snapshot).game!;
const FLIP: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "b", disc: "F" };

function flipping(number: number | null, flips: number | null): number {
  const board = {
    ...view.board,
    bidding: number === null ? null : { number, bidder: "a", spoke: [] },
    attempt: flips === null ? null : { challenger: "a", flips, skull: null },
  } as Board;
  const { before, after } = beatOf(FLIP, { ...view, board });
  expect(after).toBe(720);
  return before;
}

test("the breath before a flip grows towards the last one", () => {
  expect([flipping(5, 0), flipping(5, 2), flipping(5, 3), flipping(5, 4), flipping(1, 0)]).toEqual([
    620 + 132,
    620 + 132,
    620 + 550,
    620 + 1100,
    620 + 1100,
  ]);
  expect(flipping(null, null)).toBe(620 + 1100);
  expect(flipping(3, null)).toBe(620 + 132);
});

const AT_ONCE = [
  "round-began",
  "disc-placed",
  "placement-unseen",
  "bid-made",
  "seat-passed",
  "attempt-began",
  "attempt-failed",
  "discs-shown",
  "shuffle-unseen",
  "disc-lost",
  "loss-unseen",
  "seat-out",
  "first-named",
] as const;

test.each(AT_ONCE)("%s shows at once and stays for a while", (type) => {
  const beat = beatOf({ type } as SeenEvent, view);
  expect(beat.before).toBe(0);
  expect(beat.after).toBeGreaterThanOrEqual(250);
  expect(beat.after).toBeLessThan(2000);
});

test.each(["attempt-succeeded", "game-ended"] as const)("%s is waited for", (type) => {
  const beat = beatOf({ type } as SeenEvent, view);
  expect(beat.before).toBeGreaterThanOrEqual(250);
  expect(beat.after).toBeGreaterThanOrEqual(300);
});

test("a success takes as long as a skull, and one's own loss longer, whichever disc it was", () => {
  const whole = (event: SeenEvent) => {
    const { before, after } = beatOf(event, view);
    return before + after;
  };
  const skull = whole({ type: "attempt-failed", challenger: "a", skull: "b" });
  expect(whole({ type: "attempt-succeeded", challenger: "a" })).toBeGreaterThanOrEqual(skull);
  const [mine, other] = [view.viewer[0]!, view.board.mats.at(-1)!.seat];
  const lost = (seat: typeof mine, disc: "F" | "S") =>
    whole({ type: "disc-lost", seat, taker: other, disc });
  expect(lost(mine, "S")).toBe(lost(mine, "F"));
  expect(lost(mine, "S")).toBeGreaterThan(lost(other, "S"));
  expect(lost(other, "S")).toBe(whole({ type: "loss-unseen", seat: other, taker: mine }));
});

test("a table that no server runs has its players' names and one tribe a seat", () => {
  const two = (states["tribes-2"] as unknown as Snapshot).game!.view;
  const room = scriptedRoom(["Ana", "Bo"], two);
  expect(room).toMatchObject({
    code: "TOLD",
    phase: "playing",
    host: 1,
    number: 1,
    members: [],
    commitments: [],
  });
  expect(room.settings).toEqual({
    players: 2,
    tribes: 2,
    placement: two.board.setup.placement,
    clock: null,
    showing: 0,
    opens: true,
    spectators: true,
    listed: false,
    talk: false,
    pace: "usual",
    guest_bots: true,
  });
  expect(room.places.map(({ place, name }) => [place, name])).toEqual([
    [0, "Ana"],
    [1, "Bo"],
  ]);
  expect(room.places[0]).toMatchObject({ member: null, bot: null, stand_in: null, ready: true });
  expect(room.places.map(({ tribes }) => tribes)).toEqual([
    ["dots", "leaves"],
    ["waves", "rays"],
  ]);
  const many = { board: { setup: { players: 13, tribes: 1 } } } as unknown as View;
  expect(scriptedRoom(Array(13).fill("x"), many).places[12]!.tribes).toEqual(["dots"]);
});

test("without a decision such a table is only looked at", () => {
  const room = scriptedRoom(["Ana"], view);
  const still = scriptedSnapshot(room, view);
  const own = (decision: number) => view.own.map((seat) => ({ ...seat, decision }));
  expect(still).toEqual({
    room,
    game: {
      number: 1,
      view: { ...view, own: own(NOT_ASKED) },
      turns: [],
      showing_until: null,
      declined: [],
      opened: null,
      hints: 0,
    },
    you: { member: null, host: false, place: null, seats: view.viewer, muted: [] },
  });
  expect(scriptedSnapshot(room, view, 0).game!.view.own).toEqual(own(0));
  expect(scriptedFacts([FLIP])).toEqual([{ type: "played", seat: null, events: [FLIP] }]);
});
