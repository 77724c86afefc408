// Who said what in the bidding, from the view and the events that were shown.
import { describe, expect, it } from "vitest";
import { saidBy } from "../src/table/scene/bids";
import { shownAfter } from "../src/table/display";
import type { Board, Seat, SeenEvent, View } from "../src/wire/messages";
import { unfolded } from "../src/wire/retelling";
import games from "./recorded/games.json";

const bid = (seat: Seat, number: number): SeenEvent => ({ type: "bid-made", seat, number });
const pass = (seat: Seat): SeenEvent => ({ type: "seat-passed", seat });
const ROUND: SeenEvent = { type: "round-began", number: 2, first: "a" };

/** The board after these words. */
function board(...events: SeenEvent[]): Board {
  const mats = (["a", "b", "c", "d"] as const).map((seat) => ({ seat, passed: false }));
  const empty = { board: { mats, bidding: null, total: 9 }, own: [] } as unknown as View;
  return events.reduce(shownAfter, empty).board;
}

const SPOKEN = [bid("a", 1), bid("b", 2), pass("c"), bid("d", 4), bid("a", 5), pass("b")];

describe("what was said", () => {
  it("is each seat's last bid with its turn, the bid to beat, and who passed when", () => {
    expect(saidBy(board(...SPOKEN), [ROUND, ...SPOKEN])).toEqual({
      a: { number: 5, order: 5, passed: null, stands: true },
      b: { number: 2, order: 2, passed: 6, stands: false },
      c: { number: null, order: 3, passed: 3, stands: false },
      d: { number: 4, order: 4, passed: null, stands: false },
    });
  });

  it("is nothing before the first bid", () => {
    expect(saidBy(board(), [bid("a", 3)])).toEqual({});
  });

  it("is only the bid to beat where no event was seen", () => {
    const said = saidBy(board(...SPOKEN), []);
    expect(said.a).toEqual({ number: 5, order: 5, passed: null, stands: true });
    expect(said.b).toMatchObject({ number: null, passed: 6 });
    expect(said.d).toMatchObject({ number: null, order: 4, passed: null });
  });

  it("is as much as was seen since we came", () => {
    const said = saidBy(board(...SPOKEN), SPOKEN.slice(3));
    expect([said.a?.number, said.b?.number, said.d?.number]).toEqual([5, null, 4]);
  });

  it("takes nothing from the round before, nor from events with a gap", () => {
    const now = board(bid("b", 3));
    expect(saidBy(now, [bid("a", 7), ROUND, bid("b", 3)]).b!.number).toBe(3);
    expect(Object.keys(saidBy(now, [bid("a", 7), ROUND, bid("b", 3)]))).toEqual(["b"]);
    const later = board(bid("a", 1), bid("b", 2), bid("c", 3));
    expect(saidBy(later, [bid("a", 1), bid("b", 2)]).b!.number).toBeNull();
    expect(saidBy(board(bid("a", 1), bid("b", 2)), [bid("a", 9), ROUND, bid("b", 2)]).a).toEqual({
      number: null,
      order: 1,
      passed: null,
      stands: false,
    });
  });
});

interface Told {
  viewer: string[];
  steps: { event: SeenEvent; view: Record<string, unknown> }[];
}

it.each((games as unknown as Told[][]).map((game, index) => [index, game] as const))(
  "is the same for every viewer of recorded game %i, and what the events say",
  (_, game) => {
    const seen = game.map(({ steps }) => {
      const changes = steps.map(({ event, view }) => ({ events: [event], view, holdings: null }));
      const whole = unfolded({ names: [], eyes: "", choice: [], comments: [], steps: changes });
      const events = steps.map(({ event }) => event);
      return whole.steps.map(({ view }, index) => saidBy(view.board, events.slice(0, index + 1)));
    });
    for (const each of seen) expect(each).toEqual(seen[0]);
    const bids = game[0]!.steps.flatMap(({ event }, index) =>
      event.type === "bid-made" ? [[seen[0]![index]![event.seat], event.number] as const] : [],
    );
    expect(bids.length).toBeGreaterThan(3);
    for (const [said, number] of bids) expect(said).toMatchObject({ number, stands: true });
  },
);
