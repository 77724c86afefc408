import { describe, expect, it } from "vitest";
import { unfolded } from "../src/wire/retelling";
import type { Retelling } from "../src/wire/messages";

const mats = [
  { seat: "a", hand: 4, height: 0, faces: [] },
  { seat: "b", hand: 4, height: 0, faces: [] },
];
const first = {
  viewer: ["a"],
  board: { turn: ["b"], total: 0, attempt: null, mats },
  own: [{ seat: "a", hand: ["F"] }],
};
const told = {
  names: ["Ana", "Bo"],
  eyes: "open",
  choice: ["open"],
  comments: [],
  steps: [
    {
      events: [],
      view: first,
      holdings: [
        { seat: "a", stack: [] },
        { seat: "b", stack: [] },
      ],
    },
    {
      events: [],
      view: {
        board: {
          turn: ["a"],
          total: 1,
          attempt: { flips: 0 },
          mats: [{ seat: "b", hand: 3, height: 1 }],
        },
      },
      holdings: [{ seat: "b", stack: ["S"] }],
    },
    {
      events: [],
      view: { board: { turn: [], attempt: null, mats: [{ seat: "b", faces: ["S"] }] } },
      holdings: [],
    },
  ],
} as unknown as Retelling;

describe("a game told again", () => {
  const { steps } = unfolded(told);

  it("has every view whole", () => {
    expect(steps[0]!.view).toEqual(first);
    expect(steps[1]!.view).toEqual({
      ...first,
      board: {
        turn: ["a"],
        total: 1,
        attempt: { flips: 0 },
        mats: [mats[0], { seat: "b", hand: 3, height: 1, faces: [] }],
      },
    });
    expect(steps[2]!.view.board.attempt).toBeNull();
    expect(steps[2]!.view.board.turn).toEqual([]);
    expect(steps[2]!.view.board.mats[1]).toEqual({ seat: "b", hand: 3, height: 1, faces: ["S"] });
  });

  it("keeps what everybody held before", () => {
    expect(steps[2]!.holdings).toEqual([
      { seat: "a", stack: [] },
      { seat: "b", stack: ["S"] },
    ]);
    expect(steps[1]!.holdings![0]).toBe(steps[0]!.holdings![0]);
  });

  it("changes no step that was told before", () =>
    expect(steps[0]!.view.board.mats[1]!.hand).toBe(4));
});
