// What the table shows of each seat, and the discs on its mat.
import { afterEach, describe, expect, it, test } from "vitest";
import states from "../src/dev/states.json";
import { pileOf } from "../src/table/scene/pile";
import { lightOf, seatsOf, seatWords, type SeatInfo } from "../src/table/scene/seats";
import { preferences } from "../src/ui/preferences.svelte";
import type { Moment, Snapshot } from "../src/table/stage.svelte";
import type { Board, Disc, Mat, Room, SeenEvent } from "../src/wire/messages";

const { room, game } = states.bid as unknown as Snapshot;
const view = game!.view;
const AROUND = { moment: null, turns: [], bubbles: {}, here: null, came: 0 };

const moment = (event: SeenEvent, shown = true): Moment => ({ event, shown, before: 5, after: 0 });
const FLIP: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "b", disc: "S" };
const FLOWER: SeenEvent = { ...FLIP, disc: "F" };
const FAILED = { type: "attempt-failed", challenger: "a", skull: "b" } as SeenEvent;
const SUCCESS: SeenEvent = { type: "attempt-succeeded", challenger: "a" };

/** The seats of a board like the recorded one. */
function seats(
  board: Partial<Board>,
  around: Partial<typeof AROUND> = {},
  places?: Room["places"],
): SeatInfo[] {
  return seatsOf(
    { ...view, board: { ...view.board, ...board } },
    places ? { ...room, places } : room,
    { ...AROUND, ...around } as never,
  );
}
const mats = (change: Partial<Mat>) =>
  view.board.mats.map((mat) => (mat.seat === "b" ? { ...mat, ...change } : mat));
const only = (all: SeatInfo[], test: (seat: SeatInfo) => boolean) =>
  all.filter(test).map(({ mat }) => mat.seat);

afterEach(() => {
  preferences.slang = false;
});

describe("a seat", () => {
  it("has its player's name and tribe, and the viewer is called so", () => {
    const [you, other] = seats({});
    expect(you).toMatchObject({ name: "You", isYou: true, tribe: room.places[0]!.tribes[0] });
    expect(other).toMatchObject({
      name: room.places[1]!.name,
      isYou: false,
      tribe: room.places[1]!.tribes[0],
    });
    expect(you!.mat).toBe(view.board.mats[0]);
  });

  it("has its turn, but not while something is shown", () => {
    expect(only(seats({ turn: ["b"] }), ({ isTurn }) => isTurn)).toEqual(["b"]);
    expect(
      only(seats({ turn: ["b"] }, { moment: moment(SUCCESS) as never }), ({ isTurn }) => isTurn),
    ).toEqual([]);
  });

  it("is lit while its disc is in the air, and for the skull that was found", () => {
    const attempt = { challenger: "a" as const, flips: 1, skull: "c" as const };
    const lit = (event: SeenEvent) =>
      only(seats({ attempt }, { moment: moment(event) as never }), ({ isLit }) => isLit);
    expect(lit(FLIP)).toEqual(["b"]);
    expect(lit(FAILED)).toEqual(["c"]);
    expect(lit(SUCCESS)).toEqual([]);
    expect(only(seats({ attempt }), ({ isLit }) => isLit)).toEqual([]);
    expect(
      only(seats({ attempt: null }, { moment: moment(FAILED) as never }), ({ isLit }) => isLit),
    ).toEqual([]);
  });

  it("is dim once it has passed, until the attempt", () => {
    const attempt = { challenger: "a" as const, flips: 0, skull: null };
    expect(
      only(seats({ mats: mats({ passed: true }), attempt: null }), ({ isDim }) => isDim),
    ).toContain("b");
    expect(only(seats({ mats: mats({ passed: true }), attempt }), ({ isDim }) => isDim)).toEqual(
      [],
    );
    expect(seats({ mats: mats({ passed: false }), attempt: null })[1]!.isDim).toBe(false);
  });

  it("is away where a bot stands in, or its member is not connected", () => {
    const away = (
      here: number[] | null,
      stand_in: string | null = null,
      member: number | null = 2,
    ) =>
      seats(
        {},
        { here: here as never },
        room.places.map((place) => (place.place === 1 ? { ...place, stand_in, member } : place)),
      )[1]!.isAway;
    expect(away(null)).toBe(false);
    expect(away([1, 2])).toBe(false);
    expect(away([1])).toBe(true);
    expect(away([1], null, null)).toBe(false);
    expect(away([1, 2], "cautious")).toBe(true);
    expect(away(null, "cautious")).toBe(true);
  });

  it("is shown in a room that has no such place", () => {
    expect(seats({}, { here: [] as never }, [])[1]).toMatchObject({ isAway: false, bubble: "" });
  });

  it("has won, loses a disc, has its discs shuffled", () => {
    const outcome = {
      seat: "b",
      winner: 1,
      ending: "last-standing",
    } as unknown as Board["outcome"];
    expect(only(seats({ outcome }), ({ hasWon }) => hasWon)).toEqual(["b"]);
    expect(only(seats({ outcome: null }), ({ hasWon }) => hasWon)).toEqual([]);
    const lost = { type: "disc-lost", seat: "b", taker: "a", disc: "F" } as SeenEvent;
    const unseen = { type: "loss-unseen", seat: "b", taker: "a" } as SeenEvent;
    const out = { type: "seat-out", seat: "b" } as SeenEvent;
    const shuffle = { type: "shuffle-unseen", challenger: "c" } as SeenEvent;
    const losing = (event: SeenEvent) =>
      only(seats({}, { moment: moment(event) as never }), ({ isLosing }) => isLosing);
    const shuffling = (event: SeenEvent) =>
      only(seats({}, { moment: moment(event) as never }), ({ isShuffling }) => isShuffling);
    expect([lost, unseen, out, shuffle].map(losing)).toEqual([["b"], ["b"], [], []]);
    expect([lost, shuffle, SUCCESS].map(shuffling)).toEqual([[], ["c"], []]);
  });

  it("has the table's words", () => {
    const badges = (board: Partial<Board>) =>
      seats({
        first: null,
        under_the_gun: null,
        the_cop: null,
        stoned: [],
        ...board,
      })[1]!.badges.map(({ word }) => word);
    preferences.slang = true;
    const bidding = { number: 1, bidder: "a" as const, spoke: [] };
    const attempt = { challenger: "a" as const, flips: 0, skull: null };
    expect(badges({})).toEqual([]);
    expect(badges({ first: "b", phase: "place" })).toEqual(["begins"]);
    expect(badges({ first: "b", phase: "add" })).toEqual([]);
    expect(badges({ first: "a", phase: "place" })).toEqual([]);
    expect(badges({ under_the_gun: "b", bidding, attempt: null })).toEqual(["under the gun"]);
    expect(badges({ under_the_gun: "a", bidding, attempt: null })).toEqual([]);
    expect(badges({ under_the_gun: "b", bidding: null, attempt: null })).toEqual([]);
    expect(badges({ under_the_gun: "b", bidding, attempt })).toEqual([]);
    expect(badges({ the_cop: "b" })).toEqual(["the cop"]);
    expect(badges({ the_cop: "a" })).toEqual([]);
    expect(badges({ stoned: ["b"] })).toEqual(["last disc"]);
  });

  it("has the rulebook's nicknames only where they are wanted, each with its meaning", () => {
    const slang = {
      under_the_gun: null,
      the_cop: "b" as const,
      stoned: ["b" as const],
      first: "b" as const,
      phase: "place" as const,
    };
    expect(seats(slang)[1]!.badges).toEqual([{ word: "begins", meaning: null }]);
    preferences.slang = true;
    const [begins, cop, last] = seats(slang)[1]!.badges;
    expect(begins!.meaning).toBeNull();
    expect(cop!.meaning).toContain("The cop");
    expect(last!.meaning).toContain("stoned");
  });

  it("keeps what it said in this bidding", () => {
    const bidding = { number: 4, bidder: "b" as const, spoke: ["a" as const, "b" as const] };
    const all = seats({ bidding, attempt: null }, {
      events: [{ type: "bid-made", seat: "a", number: 2 }],
    } as never);
    expect(all.map(({ said }) => said?.number ?? null).slice(0, 2)).toEqual([null, 4]);
    expect(all[2]!.said).toBeNull();
  });

  it("is cheered for its success, once it can be seen, and for its game", () => {
    const cheered = (board: Partial<Board>, event?: Moment) =>
      only(seats(board, { moment: (event ?? null) as never }), ({ isCheered }) => isCheered);
    expect(cheered({ outcome: null }, moment(SUCCESS))).toEqual(["a"]);
    expect(cheered({ outcome: null }, moment(SUCCESS, false))).toEqual([]);
    expect(cheered({ outcome: null }, moment(FAILED))).toEqual([]);
    const outcome = {
      seat: "b",
      winner: 1,
      ending: "last-standing",
    } as unknown as Board["outcome"];
    expect(cheered({ outcome })).toEqual(["b"]);
  });

  it("has a clock unless that had run out before we came", () => {
    const until = (at: number | null, came = 10) =>
      seats(
        {},
        {
          turns: [
            { seat: "a", until: 99 },
            { seat: "b", until: at },
          ] as never,
          came,
        },
      )[1]!.until;
    expect(until(11)).toBe(11);
    expect(until(10)).toBeNull();
    expect(until(null)).toBeNull();
    expect(seats({})[1]!.until).toBeNull();
  });

  it("says what was said last at its place, by a person or a bot", () => {
    const bubbles = { 1: "Hm", 2: "Ha" } as never;
    expect(seats({}, { bubbles })[1]!.bubble).toBe("Hm");
    expect(seats({})[1]!.bubble).toBe("");
    const bots = room.places.map((place) => ({ ...place, member: null }));
    expect(seats({}, { bubbles }, bots)[1]!.bubble).toBe("Hm");
  });
});

describe("a seat in words", () => {
  const base = seats({
    mats: mats({ height: 2, hand: 1, out: false, passed: false, flower_side: false }),
    turn: [],
  })[1]!;
  const said = (change: Partial<SeatInfo>, mat: Partial<Mat> = {}) =>
    seatWords({
      ...base,
      badges: [],
      said: null,
      ...change,
      name: "Bo",
      mat: { ...base.mat, ...mat },
    });
  const plain = said({});

  it("is its discs", () => {
    expect(plain).toMatch(/^Bo.*2.*1/);
  });

  it.each<[string, Partial<SeatInfo>, Partial<Mat>]>([
    [" out.", {}, { out: true }],
    [" One success so far.", {}, { flower_side: true, wins: 1 }],
    [" 2 successes.", {}, { flower_side: true, wins: 2 }],
    [" Bo wins.", { hasWon: true }, { flower_side: true, wins: 2 }],
    [
      " Bid 3, turn 2 of the bidding.",
      { said: { number: 3, order: 2, passed: null, stands: true } },
      {},
    ],
    ["", { said: { number: null, order: 2, passed: null, stands: false } }, {}],
    [" You won!", { hasWon: true, isYou: true }, {}],
    [" passed.", {}, { passed: true }],
    [
      " the cop. first.",
      {
        badges: [
          { word: "the cop", meaning: "…" },
          { word: "first", meaning: null },
        ],
      },
      {},
    ],
    [" Bo is thinking …", { isTurn: true }, {}],
    [" Your turn.", { isTurn: true, isYou: true }, {}],
  ])("adds %s", (more, change, mat) => {
    expect(said(change, mat)).toBe(plain + more);
  });
});

test("the light of the room", () => {
  expect(lightOf(null)).toBeNull();
  expect(lightOf(moment(FLIP, false))).toBe("hushed");
  expect(lightOf(moment(FLIP))).toBe("cold");
  expect(lightOf(moment(FLOWER))).toBeNull();
  expect(lightOf(moment(FAILED))).toBe("cold");
  expect(lightOf(moment(SUCCESS))).toBe("warm");
  expect(lightOf(moment(SUCCESS, false))).toBeNull();
  const ended = { type: "game-ended", outcome: {} } as SeenEvent;
  expect(lightOf(moment(ended))).toBe("warm");
  expect(lightOf(moment(ended, false))).toBeNull();
  expect(lightOf(moment({ type: "seat-passed", seat: "a" }))).toBeNull();
});

describe("the discs on a mat", () => {
  const faces: Disc[] = ["F", "S"];
  const mat = { seat: "b", face_down: 2, faces } as Mat;

  it("lie still", () => {
    expect(pileOf(mat, null)).toEqual({ covered: 2, open: faces, flip: null });
    expect(pileOf(mat, moment(SUCCESS))).toEqual({ covered: 2, open: faces, flip: null });
    expect(pileOf({ ...mat, seat: "c" }, moment(FLIP))).toEqual({
      covered: 2,
      open: faces,
      flip: null,
    });
  });

  it("are one fewer below while the top one hangs in the air", () => {
    expect(pileOf(mat, moment(FLIP, false))).toEqual({
      covered: 1,
      open: faces,
      flip: { disc: null, before: 5 },
    });
  });

  it("are one fewer beside while it turns", () => {
    expect(pileOf(mat, moment(FLIP))).toEqual({
      covered: 2,
      open: ["F"],
      flip: { disc: "S", before: 5 },
    });
    expect(pileOf({ ...mat, faces: [] }, moment(FLIP)).flip).toEqual({ disc: null, before: 5 });
  });
});
