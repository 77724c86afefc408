// What a seat may do, and what is said about it.
import { describe, expect, it, test } from "vitest";
import states from "../src/dev/states.json";
import { choicesOf, deedsOf, hasTurn, seatChoices } from "../src/game/choices";
import { idleUntil, ownSeat } from "../src/game/own";
import { shuffled } from "../src/game/shuffled";
import { statusOf, turnWords, victimOf, type Asked } from "../src/game/status";
import type { Snapshot } from "../src/table/stage.svelte";
import type { Action, Board, Game, OwnSeat, Room, SeenEvent } from "../src/wire/messages";
import { castOf } from "../src/words/cast";

const { room, game } = states.bid as unknown as Snapshot;
const cast = castOf(room, game!.view);
const [, bo, guillermo] = room.places.map(({ name }) => name);

const PLACE: Action[] = [
  { type: "place", disc: "F" },
  { type: "place", disc: "S" },
];
const BIDS: Action[] = [
  { type: "bid", number: 4 },
  { type: "bid", number: 10 },
  { type: "bid", number: 3 },
];
const PASS: Action = { type: "pass" };
const FLIPS: Action[] = [
  { type: "flip", mat: "b" },
  { type: "flip", mat: "c" },
];
const NAMES: Action[] = [
  { type: "name-first", seat: "b" },
  { type: "name-first", seat: "c" },
];
const LOSE: Action[] = [{ type: "discard", disc: "S" }];
const PICK: Action = { type: "pick" };
const SHOW: Action = { type: "show" };

describe("choices", () => {
  it("are sorted by kind, bids from the lowest to the highest", () => {
    const all = choicesOf([...PLACE, ...BIDS, PASS, ...FLIPS, ...NAMES, ...LOSE, PICK, SHOW]);
    expect(all).toEqual({
      place: PLACE,
      bid: [BIDS[2], BIDS[0], BIDS[1]],
      pass: PASS,
      flip: FLIPS,
      discard: LOSE,
      pick: PICK,
      show: SHOW,
      nameFirst: NAMES,
    });
  });

  it("are none where nothing is legal", () => {
    expect(choicesOf([])).toEqual({
      place: [],
      bid: [],
      pass: null,
      flip: [],
      discard: [],
      pick: null,
      show: null,
      nameFirst: [],
    });
  });

  it.each([
    [true, PLACE],
    [true, BIDS],
    [true, FLIPS],
    [true, NAMES],
    [true, LOSE],
    [true, [PICK]],
    [false, [SHOW]],
    [false, []],
  ])("make it a turn: %s", (is, legal) => {
    expect(hasTurn(choicesOf(legal))).toBe(is);
  });

  it("on the table are mats to flip and players to name", () => {
    expect(seatChoices(choicesOf([...FLIPS, ...NAMES]))).toEqual([
      { seat: "b", action: FLIPS[0] },
      { seat: "c", action: FLIPS[1] },
      { seat: "b", action: NAMES[0] },
      { seat: "c", action: NAMES[1] },
    ]);
    expect(deedsOf(choicesOf(FLIPS), cast)).toEqual({
      b: `Flip at ${bo}`,
      c: `Flip at ${guillermo}`,
    });
    expect(deedsOf(choicesOf(NAMES), cast)).toEqual({
      b: `${bo} begins`,
      c: `${guillermo} begins`,
    });
  });
});

describe("the seat whose hand is seen", () => {
  const seat = (name: string, asked: boolean) =>
    ({ seat: name, legal: asked ? [PASS] : [] }) as unknown as OwnSeat;

  it.each([
    [null, [], null],
    ["a", [seat("a", false), seat("c", false)], null],
    ["c", [seat("a", false), seat("c", false)], "c"],
    ["c", [seat("a", false), seat("c", true)], "a"],
    ["c", [seat("a", true), seat("c", true)], "c"],
    ["a", [seat("a", true), seat("c", true)], null],
  ] as const)("is %s", (expected, seats, wanted) => {
    expect(ownSeat(seats, wanted)?.seat ?? null).toBe(expected);
  });

  const idle = (at: number | null, stand_in: string | null = null) => {
    const turns = [
      { seat: "b", idle: 1000 },
      { seat: "a", idle: at },
    ];
    const places = [{ stand_in: "bold" }, { stand_in }];
    const mats = [
      { seat: "b", owner: 0 },
      { seat: "a", owner: 1 },
    ];
    return idleUntil(
      "a",
      { places } as unknown as Room,
      { turns, view: { board: { mats } } } as unknown as Game,
      10,
    );
  };

  it("is taken by a bot at a time, unless that was over before we came or has happened", () => {
    expect(idle(11)).toBe(11);
    expect(idle(10)).toBeNull();
    expect(idle(null)).toBeNull();
    expect(idle(11, "bold")).toBeNull();
  });

  it("is nobody's concern where it is not its turn", () => {
    const nothing = { turns: [], view: { board: { mats: [] } } } as unknown as Game;
    expect(idleUntil("a", room, nothing, 0)).toBeNull();
    const turn = { turns: [{ seat: "a", idle: 5 }], view: { board: { mats: [] } } };
    expect(idleUntil("a", room, turn as unknown as Game, 0)).toBe(5);
  });
});

describe("the status", () => {
  const board = { ...game!.view.board, outcome: null, attempt: null, turn: [] } as Board;
  const attempt = { challenger: "b" as const, flips: 1, skull: null };
  const asked = (legal: Action[], more: Partial<Asked> = {}): Asked => ({
    choices: choicesOf(legal),
    isSending: false,
    isBidding: false,
    mayShow: true,
    ...more,
  });
  const said = (legal: Action[], more: Partial<Asked> = {}, on: Partial<Board> = {}) =>
    statusOf({ ...board, ...on }, cast, null, asked(legal, more));

  it.each<[string, Action[], Partial<Asked>]>([
    ["Choose a disc for your mat.", PLACE, {}],
    ["Your turn: add a disc or challenge.", [...PLACE, ...BIDS], {}],
    ["How far will you go?", [...PLACE, ...BIDS], { isBidding: true }],
    ["Your hand is empty: you have to challenge.", BIDS, {}],
    ["Raise, or pass.", [...BIDS, PASS], { isBidding: true }],
    ["Your challenge: flip a disc.", FLIPS, {}],
    ["You are out. Say who begins.", NAMES, {}],
    ["Your own skull. Choose the disc you give up; nobody will see it.", LOSE, {}],
    ["Show your hidden discs? If you do nothing, they stay secret.", [SHOW], {}],
    ["One moment …", [SHOW], { mayShow: false }],
    ["One moment …", [], {}],
    ["On its way …", PLACE, { isSending: true }],
  ])("is: %s", (words, legal, more) => {
    expect(said(legal, more)).toBe(words);
  });

  it("names whose disc is taken, and who is waited for", () => {
    expect(said([PICK], {}, { attempt })).toContain(`Your skull caught ${bo}.`);
    expect(victimOf({ ...board, attempt })).toBe("b");
    expect(victimOf(board)).toBe("a");
    expect(said([], {}, { turn: ["c"] })).toBe(`${guillermo} is thinking …`);
    expect(said([], {}, { turn: ["b", "c"] })).toBe("2 players are still choosing …");
    expect(turnWords(board, cast)).toBeNull();
  });

  it("is empty when the game is over", () => {
    expect(said([], { isSending: true }, { outcome: {} as never })).toBe("");
  });

  it("tells what happens, and not what a disc in the air is, unless something is asked", () => {
    const event: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "b", disc: "S" };
    const at = (shown: boolean, legal: Action[]) =>
      statusOf(board, cast, { event, shown, before: 0, after: 0 }, asked(legal));
    const turning = { event, shown: true, turning: true, before: 0, after: 0 };
    expect(statusOf(board, cast, turning, asked([]))).toBe(at(false, []));
    expect(at(false, [])).toBe(`A disc from ${bo} is turned over …`);
    expect(at(true, [])).toContain(bo);
    expect(at(true, [SHOW])).toContain(bo);
    expect(at(true, PLACE)).toBe("Choose a disc for your mat.");
  });
});

test("every order is drawn, none is preferred", () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 6000; index += 1) {
    const order = shuffled(3).join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual(["012", "021", "102", "120", "201", "210"]);
  for (const count of counts.values()) expect(count).toBeGreaterThan(800);
  expect(shuffled(0)).toEqual([]);
});
