// A game on one device in its course: whose turn follows whose, lost lines, dialogs, the next game.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, Board, SeenEvent } from "../src/wire/messages";
import { all, base, flush, open, setUp, tap, tearDown, text, told } from "./pass-device";

beforeEach(setUp);
afterEach(tearDown);

describe("what is done before everybody", () => {
  const BIDS: Action[] = [
    { type: "bid", number: 2 },
    { type: "bid", number: 3 },
  ];

  const bidding = { number: 1, bidder: "a" as const, spoke: ["a" as const] };

  it("is asked of everybody again in the next game, whoever looked in the one before", async () => {
    await open();
    const turn = { turn: ["b" as const], bidding, total: 4, phase: "bid" as const };
    told(turn, { b: BIDS });
    await flush();
    tap(".below > button");
    expect(text(".cover h1")).toBe("Hand it to Bo");
    told({ turn: ["a"], phase: "bid" }, {}, { number: 2 }, { number: 2 });
    told(turn, { b: BIDS }, { number: 2 }, { number: 2 });
    await flush();
    expect(all(".cover")).toEqual([]);
    expect(text(".asks")).toBe("Bo has to challenge.");
  });
});

describe("around the game", () => {
  it("shows the last flip to its end before it says who won", async () => {
    await open();
    const attempt = { challenger: "b" as const, flips: 0, skull: null };
    const bidding = { number: 1, bidder: "b" as const, spoke: ["b" as const] };
    told({ turn: ["b"], attempt, bidding, phase: "flip" });
    await flush();
    const outcome: Board["outcome"] = { seat: "b", winner: 1, ending: "second-success" };
    const events: SeenEvent[] = [
      { type: "disc-flipped", challenger: "b", mat: "c", disc: "F" },
      { type: "attempt-succeeded", challenger: "b" },
      { type: "game-ended", outcome },
    ];
    // The server's table gathers again as soon as the game is over.
    const places = base.room.places.map((place) => ({ ...place, ready: false }));
    const room = { phase: "gathering" as const, places };
    told({ turn: [], attempt, bidding, outcome }, {}, {}, room, { events });
    expect(text(".below .status")).toBe("A disc from Guillermo is turned over …");
    await vi.advanceTimersByTimeAsync(6500);
    flushSync();
    expect(text(".below .status")).toBe("Bo wins with a second success!");
    expect(all(".below button")).toEqual([]);
    await flush();
    expect(text(".below h2")).toBe("Bo wins");
  });
});
