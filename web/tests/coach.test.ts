// Whatever the coach says of recorded games is true, by everybody's views of them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { remark, remarks, type Key, type Remark, type Sight } from "../src/coach/coach";
import english from "../src/coach/words/en.json";
import type { Board, OwnSeat, Seat, View } from "../src/wire/messages";
import { fill } from "../src/words/book.svelte";
import { GAMES, type Step } from "./recorded";

type Mat = Board["mats"][number];

/** A moment of a game as its players saw it, with all their discs. */
interface Moment {
  you: Seat;
  view: View;
  board: Board;
  mine: Mat;
  own: OwnSeat;
  others: View[];
  steps: Step[];
  /** Which of the steps. */
  at: number;
  /** The last table of the round before, and the first of that round. */
  before: { last: Board; first: Board } | null;
}

const mat = (board: Board, seat: Seat) => board.mats.find((each) => each.seat === seat)!;
const types = ({ own }: Moment) => new Set(own.legal.map(({ type }) => type));
const onlyTypes = (moment: Moment, ...wanted: string[]) =>
  [...types(moment)].sort().join() === wanted.sort().join();
const isHidden = ({ you, board, others }: Moment) =>
  mat(board, you).faces.length === 0 &&
  others.every((view) => view.own.every(({ seat }) => seat !== you));

/** What became of everybody from the start of the last round to the start of this one. */
function ended(moment: Moment, { names, number }: Remark) {
  const { last, first } = moment.before!;
  const lost = first.mats.filter(({ seat, discs }) => mat(moment.board, seat).discs !== discs);
  return {
    isOf: (challenger: Seat) =>
      names.name === challenger && last.attempt?.challenger === challenger,
    skull: last.attempt?.skull ?? null,
    isBid: last.bidding?.number === number && last.bidding.bidder === names.name,
    losers: lost.map(({ seat }) => seat).join(),
    lostOne: lost.every(({ seat, discs }) => mat(moment.board, seat).discs === discs - 1),
    isOut: lost.some(({ seat }) => mat(moment.board, seat).out),
    gained: mat(moment.board, names.name!).wins - mat(first, names.name!).wins,
    wins: mat(moment.board, names.name!).wins,
  };
}

function isFailure(moment: Moment, said: Remark, kind: "own" | "yours" | "lost", out: boolean) {
  const { name, owner } = said.names;
  const { you } = moment;
  const { skull, losers, lostOne, isOut, gained } = ended(moment, said);
  const skullOf = kind === "own" ? name : kind === "yours" ? you : owner;
  if (kind === "lost" && (owner === you || owner === name)) return false;
  return skull === skullOf && losers === name && lostOne && isOut === out && gained === 0;
}

const isYou = ({ you }: Moment, { names }: Remark) => names.name === you;

const CLAIMS: Record<Key, (moment: Moment, said: Remark) => boolean> = {
  goal: ({ mine }) => mine.wins === 0 && !mine.out,
  place: (moment) =>
    onlyTypes(moment, "place") &&
    moment.own.stack.length === 0 &&
    new Set(moment.own.hand).size === 2,
  add: (moment) => onlyTypes(moment, "place", "bid") && moment.board.bidding === null,
  must: (moment) =>
    onlyTypes(moment, "bid") && moment.own.hand.length === 0 && moment.board.bidding === null,
  bid: (moment) => onlyTypes(moment, "pass", "bid") && moment.board.bidding !== null,
  bid_skull: (moment) => onlyTypes(moment, "pass", "bid") && moment.own.stack.includes("S"),
  flip_own: ({ own, board, you, mine }) =>
    own.legal.every((one) => one.type === "flip" && one.mat === you) &&
    board.attempt?.challenger === you &&
    mine.face_down > 0,
  flip: ({ own, board, you, mine }) =>
    board.attempt?.challenger === you &&
    mine.face_down === 0 &&
    mine.faces.every((disc) => disc === "F") &&
    own.legal.every((one) => one.type === "flip" && mat(board, one.mat).face_down > 0),
  discard: (moment) =>
    onlyTypes(moment, "discard") &&
    moment.board.attempt?.skull === moment.you &&
    moment.board.attempt.challenger === moment.you,
  pick: (moment, { names }) => {
    const { board, steps, at, you } = moment;
    const loss = steps.slice(at).find(({ event }) => /disc-lost|loss-unseen/.test(event.type));
    return (
      onlyTypes(moment, "pick") &&
      board.attempt?.skull === you &&
      board.attempt.challenger === names.name &&
      loss?.event.type === "loss-unseen" &&
      loss.event.taker === you
    );
  },
  show: (moment) => onlyTypes(moment, "show") && moment.mine.face_down > 0,
  name: (moment) => onlyTypes(moment, "name-first") && moment.mine.discs === 0,
  pile: (moment) => moment.own.stack.length === 1 && isHidden(moment),
  pile_more: (moment) => {
    const { own, steps, at } = moment;
    const placed = steps
      .slice(0, at + 1)
      .flatMap(({ event }) => (event.type === "disc-placed" ? [event.disc] : []));
    return own.stack.length > 1 && own.stack.at(-1) === placed.at(-1) && isHidden(moment);
  },
  know: (moment) =>
    isHidden(moment) &&
    moment.others.every(({ board }) => {
      const { hand, height } = mat(board, moment.you);
      return hand === moment.own.hand.length && height === moment.own.stack.length;
    }),
  passed: ({ mine, board }) =>
    mine.passed &&
    board.attempt === null &&
    board.total === board.mats.reduce((sum, { height }) => sum + height, 0),
  success: (moment, said) => {
    const { isOf, isBid, losers, gained, wins, skull } = ended(moment, said);
    const isTrue = isOf(said.names.name!) && isBid && gained === 1 && wins === 1;
    return isTrue && losers === "" && skull === null && !isYou(moment, said);
  },
  success_you: (moment, said) => {
    const { isOf, isBid, losers, gained, wins, skull } = ended(moment, said);
    const isTrue = isOf(moment.you) && isBid && gained === 1 && wins === 1;
    return isTrue && losers === "" && skull === null;
  },
  own: (moment, said) => isFailure(moment, said, "own", false) && !isYou(moment, said),
  own_out: (moment, said) => isFailure(moment, said, "own", true) && !isYou(moment, said),
  own_you: (moment, said) => isFailure(moment, said, "own", false) && isYou(moment, said),
  own_you_out: (moment, said) => isFailure(moment, said, "own", true) && isYou(moment, said),
  yours: (moment, said) => isFailure(moment, said, "yours", false) && !isYou(moment, said),
  yours_out: (moment, said) => isFailure(moment, said, "yours", true) && !isYou(moment, said),
  lost: (moment, said) => isFailure(moment, said, "lost", false) && !isYou(moment, said),
  lost_out: (moment, said) => isFailure(moment, said, "lost", true) && !isYou(moment, said),
  lost_you: (moment, said) => isFailure(moment, said, "lost", false) && isYou(moment, said),
  lost_you_out: (moment, said) => isFailure(moment, said, "lost", true) && isYou(moment, said),
};

const sightAt = (steps: Step[], at: number): Sight => ({
  view: steps[at]!.view,
  legal: steps[at]!.view.own[0]?.legal ?? [],
  events: steps.slice(0, at + 1).map(({ event }) => event),
});

/** Every moment of every game with one tribe each, for every player. */
function* moments(): Generator<Moment> {
  for (const game of GAMES) {
    if (game[0]!.steps[0]!.view.board.setup.tribes !== 1) continue;
    const players = game.slice(0, -1);
    for (const { viewer, steps } of players) {
      let first = { ...steps[0]!.view.board };
      let before: Moment["before"] = null;
      for (const [at, { view, event }] of steps.entries()) {
        if (event.type === "round-began") {
          before = { last: steps[at - 1]!.view.board, first };
          first = view.board;
        }
        const { board } = view;
        const you = viewer[0]!;
        const others = game.filter((each) => each.viewer[0] !== you).map((each) => each.steps[at]!);
        yield {
          ...{ you, view, board, steps, at, before },
          mine: mat(board, you),
          own: view.own[0]!,
          others: others.map((step) => step.view),
        };
      }
    }
  }
}

describe("over recorded games", () => {
  const heard = new Map<Key, number>();
  for (const moment of moments())
    for (const said of remarks(sightAt(moment.steps, moment.at)))
      heard.set(said.key, (heard.get(said.key) ?? 0) + 1);

  it("says nothing that is false", () => {
    for (const moment of moments())
      for (const said of remarks(sightAt(moment.steps, moment.at)))
        expect(
          CLAIMS[said.key](moment, said),
          `${said.key} at ${moment.at} to ${moment.you}: ${JSON.stringify(said)}`,
        ).toBe(true);
  });

  it("says everything at least once", () => {
    expect(Object.keys(english).filter((key) => !heard.has(key as Key))).toEqual([]);
  });

  it("has a sentence for every kind of decision", () => {
    for (const moment of moments()) {
      const kinds = types(moment);
      const { hand, legal } = moment.own;
      // A single choice needs no advice.
      const isChoice = kinds.has("place") ? new Set(hand).size === 2 : legal.length > 1;
      if (kinds.size === 0 || !isChoice || moment.board.outcome) continue;
      const spoken = remarks(sightAt(moment.steps, moment.at)).map(({ topic }) => topic);
      const topics = "place add must bid flip flip_own discard pick show name".split(" ");
      expect(spoken.filter((topic) => topics.includes(topic))).toHaveLength(1);
    }
  });

  it("has one line after every round until somebody turns over again, and none in the first", () => {
    for (const moment of moments()) {
      if (moment.board.attempt) continue;
      const lines = remarks(sightAt(moment.steps, moment.at)).filter(({ topic }) =>
        topic.startsWith("round"),
      );
      const { round } = moment.board;
      expect(lines.map(({ topic }) => topic)).toEqual(round > 1 ? [`round ${round - 1}`] : []);
    }
  });
});

it("is right that passing is free, own piles come first and two successes or the last player win", () => {
  for (const game of GAMES) {
    const { steps } = game.at(-1)!;
    let hasFlipped = false;
    for (const [at, { event, view }] of steps.entries()) {
      if (event.type === "seat-passed")
        expect(mat(view.board, event.seat).discs).toBe(
          mat(steps[at - 1]!.view.board, event.seat).discs,
        );
      if (event.type === "attempt-began") hasFlipped = false;
      if (event.type === "disc-flipped" && !hasFlipped) {
        expect(event.mat).toBe(event.challenger);
        hasFlipped = true;
      }
    }
    const { board } = steps.at(-1)!.view;
    const { ending, seat, winner } = board.outcome!;
    if (ending === "second-success") expect(mat(board, seat).wins).toBe(2);
    else expect(board.mats.every(({ owner, out }) => owner === winner || out)).toBe(true);
  }
});

it("speaks of each topic once, the most urgent first", () => {
  const { steps } = GAMES[0]![0]!;
  const sight = sightAt(steps, 2);
  const all = remarks(sight).map(({ topic }) => topic);
  const said: string[] = [];
  for (let one = remark(sight, said); one; one = remark(sight, said)) said.push(one.topic);
  expect(said).toEqual(all);
  expect(said[0]).toBe("goal");
});

it("is silent where there are two tribes, for spectators, and once the game is over", () => {
  const [one] = GAMES;
  const two = GAMES.find((game) => game[0]!.steps[0]!.view.board.setup.tribes === 2)!;
  for (const steps of [two[0]!.steps, one!.at(-1)!.steps])
    for (const at of steps.keys()) expect(remarks(sightAt(steps, at))).toEqual([]);
  const { steps } = one![0]!;
  expect(remarks(sightAt(steps, steps.length - 1))).toEqual([]);
});

describe.each(["en", "it", "fr", "de", "es"])("in %s", (locale) => {
  const read = (): Record<string, string> =>
    JSON.parse(readFileSync(`src/coach/words/${locale}.json`, "utf8")) as Record<string, string>;
  const inputs = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

  it("says the same things with the same names", () => {
    expect(Object.keys(read())).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english))
      expect(
        inputs(read()[key]!).every((input) => inputs(text).includes(input)),
        key,
      ).toBe(true);
  });

  it("is short enough for three lines of the smallest phone", () => {
    const names = { name: "Obsidiana", owner: "Obsidiana", number: 12 };
    for (const [key, text] of Object.entries(read()))
      for (const words of ["old", "new"] as const)
        expect(fill(text, words, names).length, key).toBeLessThanOrEqual(84);
  });
});
