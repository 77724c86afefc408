import { describe, expect, it } from "vitest";
import { keepGame, keptGame, namesFor, settingsFor } from "../src/pass/kept";
import { nextTask, ownerOf } from "../src/pass/task";
import type { Action, Board, Seat } from "../src/wire/messages";

function board(some: Partial<Board> & { players?: number }): Board {
  const players = some.players ?? 3;
  const seats = (["a", "b", "c", "d"] as Seat[]).slice(0, some.mats ? undefined : players);
  return {
    first: "b",
    turn: seats,
    stoned: [],
    may_show: [],
    outcome: null,
    mats: seats.map((seat, index) => ({ seat, owner: index % players })),
    ...some,
  } as unknown as Board;
}
const PLACE: Action[] = [
  { type: "place", disc: "F" },
  { type: "place", disc: "S" },
];
const all = (actions: Action[]) => () => actions;

describe("the device", () => {
  it("goes round clockwise from the first player while all place", () => {
    expect(nextTask(board({}), all(PLACE), [], null)).toEqual({
      kind: "secret",
      seat: "b",
      player: 1,
    });
    const legal = (seat: Seat) => (seat === "a" ? PLACE : []);
    expect(nextTask(board({}), legal, [], null)).toEqual({ kind: "secret", seat: "a", player: 0 });
  });

  it("stays with who holds it, for their second tribe", () => {
    const two = board({ players: 2, mats: undefined as never });
    const mats = (["a", "b", "c", "d"] as Seat[]).map((seat, index) => ({
      seat,
      owner: index % 2,
    })) as Board["mats"];
    const task = nextTask({ ...two, mats, turn: ["a", "c", "d"], first: "b" }, all(PLACE), [], 0);
    expect(task).toEqual({ kind: "secret", seat: "c", player: 0 });
  });

  it("lies open for what everybody may hear", () => {
    const bids: Action[] = [{ type: "pass" }, { type: "bid", number: 3 }];
    expect(nextTask(board({ turn: ["c"] }), all(bids), [], null).kind).toBe("open");
  });

  it("is needed for a secret choice of what is lost", () => {
    const lose: Action[] = [
      { type: "discard", disc: "F" },
      { type: "discard", disc: "S" },
    ];
    expect(nextTask(board({ turn: ["c"] }), all(lose), [], null).kind).toBe("secret");
  });

  it("is needed where a player may place a disc or challenge", () => {
    const add: Action[] = [...PLACE, { type: "bid", number: 1 }];
    expect(nextTask(board({ turn: ["c"] }), all(add), [], null).kind).toBe("secret");
  });

  it("waits for what the server plays by itself", () => {
    expect(nextTask(board({ turn: ["c"] }), all([{ type: "flip", mat: "c" }]), [], null).kind).toBe(
      "wait",
    );
    expect(nextTask(board({ turn: ["c"], stoned: ["c"] }), all([PLACE[0]!]), [], null).kind).toBe(
      "wait",
    );
    // Somebody with nothing but flowers is asked all the same: that they are is their secret.
    expect(nextTask(board({ turn: ["c"] }), all([PLACE[0]!]), [], null).kind).toBe("secret");
  });

  it("asks who will show, until all have answered", () => {
    const shown = board({ turn: ["b"], may_show: ["a", "b"] });
    const legal = all([{ type: "show" }, { type: "pick" }]);
    expect(nextTask(shown, legal, ["a"], null)).toEqual({ kind: "show", seats: ["b"] });
    expect(nextTask(shown, legal, ["a", "b"], null)).toEqual({
      kind: "open",
      seat: "b",
      player: 1,
    });
  });

  it("waits where nobody is asked, and stops when the game is over", () => {
    expect(nextTask(board({}), all([]), [], null)).toEqual({ kind: "wait" });
    expect(nextTask(board({ outcome: {} as never }), all([]), [], null)).toEqual({ kind: "over" });
  });
});

describe("names", () => {
  const usual = (place: number) => `Player ${place}`;
  it("are as the table takes them, each different", () => {
    expect(namesFor([" Ana  B ", "", "a,b", "Ana B"], usual)).toEqual([
      "Ana B",
      "Player 2",
      "a b",
      "Ana B 2",
    ]);
    expect(namesFor(["x".repeat(30)], usual)[0]).toHaveLength(24);
  });
});

describe("a kept game", () => {
  const store = new Map<string, string>();
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  };
  it("comes back whole, or not at all", () => {
    const game = { code: "ABCDEF", dealer: "t0", people: [{ name: "Ana", token: "t1" }] };
    expect(keptGame(storage)).toBeNull();
    keepGame(game, storage);
    expect(keptGame(storage)).toEqual(game);
    store.set([...store.keys()][0]!, '{"code": "ABCDEF", "people": [null]}');
    expect(keptGame(storage)).toBeNull();
    keepGame(null, storage);
    expect(store.size).toBe(0);
  });
});

describe("names of people who share one", () => {
  it("are numbered, and stay short", () => {
    const usual = (place: number) => `Player ${place}`;
    const long = "x".repeat(24);
    expect(namesFor(["Bo", "Bo", "Bo"], usual)).toEqual(["Bo", "Bo 2", "Bo 3"]);
    expect(namesFor([long, long], usual)).toEqual([long, `${"x".repeat(21)} 2`]);
    expect(namesFor([",,", " , "], usual)).toEqual(["Player 1", "Player 2"]);
  });
});

describe("a game that somebody else wrote", () => {
  const game = { code: "ABCDEF", dealer: "t0", people: [{ name: "Ana", token: "t1" }] };
  const read = (value: unknown) =>
    keptGame({ getItem: () => (typeof value === "string" ? value : JSON.stringify(value)) });

  it("is nothing unless it is whole", () => {
    expect(read(game)).toEqual(game);
    for (const flaw of [
      { ...game, code: 1 },
      { ...game, dealer: null },
      { ...game, people: {} },
      { ...game, people: [{ name: "Ana" }] },
      { ...game, people: [{ token: "t1" }] },
      { ...game, people: [game.people[0], null] },
      "{",
      "null",
    ])
      expect(read(flaw)).toBeNull();
  });

  it("is nothing where storage is forbidden, and nothing breaks", () => {
    const forbidden = () => {
      throw new Error("forbidden");
    };
    expect(keptGame({ getItem: forbidden })).toBeNull();
    keepGame(game, { setItem: forbidden, removeItem: forbidden });
    keepGame(null, { setItem: forbidden, removeItem: forbidden });
  });
});

it("plays without hurry, and without anybody looking on", () => {
  expect(settingsFor(4, false, false)).toEqual({
    players: 4,
    tribes: 1,
    placement: "simultaneous",
    clock: { move: 600, reserve: 3600 },
    showing: 60,
    opens: true,
    spectators: false,
    listed: false,
    talk: false,
    pace: "usual",
    guest_bots: true,
  });
  expect(settingsFor(2, true, true)).toMatchObject({
    players: 2,
    tribes: 2,
    placement: "first-last",
  });
});

describe("the task in detail", () => {
  it("is forced only by what everybody knows", () => {
    const flip = (mat: Seat): Action => ({ type: "flip", mat });
    expect(nextTask(board({ turn: ["c"] }), all([flip("a")]), [], null).kind).toBe("open");
    expect(nextTask(board({ turn: ["c"] }), all([flip("c"), flip("a")]), [], null).kind).toBe(
      "open",
    );
    expect(nextTask(board({ turn: ["c"], stoned: ["a"] }), all([PLACE[0]!]), [], null).kind).toBe(
      "secret",
    );
    expect(
      nextTask(board({ turn: ["c"], stoned: ["c"] }), all([{ type: "pass" }]), [], null).kind,
    ).toBe("open");
  });

  it("begins with seat a where nobody is first, and asks only whose turn it is", () => {
    expect(nextTask(board({ first: null }), all(PLACE), [], null)).toMatchObject({ seat: "a" });
    expect(nextTask(board({ first: "b", turn: ["a", "c"] }), all(PLACE), [], null)).toMatchObject({
      seat: "c",
    });
    expect(nextTask(board({ first: "b", turn: ["a", "b"] }), all(PLACE), [], 0)).toMatchObject({
      seat: "a",
    });
  });

  it("is showing only for seats that may", () => {
    const show = all([{ type: "show" }]);
    expect(nextTask(board({ turn: [], may_show: ["a"] }), all([]), [], null).kind).toBe("wait");
    expect(nextTask(board({ turn: ["b"], may_show: [] }), show, [], null).kind).toBe("wait");
    const pick = all([{ type: "pick" }]);
    expect(nextTask(board({ turn: ["b"], may_show: ["b"] }), pick, [], null).kind).toBe("open");
    expect(ownerOf(board({}), "c")).toBe(2);
    expect(ownerOf(board({}), "l")).toBe(0);
  });
});
