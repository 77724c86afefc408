import { describe, expect, it } from "vitest";
import { roundAfter, roundBefore, roundStarts } from "../src/replay/rounds";
import type { Step } from "../src/wire/messages";

const began = { type: "round-began", number: 1, first: "a" } as const;
const passed = { type: "seat-passed", seat: "a" } as const;
const step = (...events: Step["events"]) => ({ events }) as Step;

describe("rounds of a told game", () => {
  const starts = roundStarts({
    steps: [step(began), step(passed), step(passed, began), step(passed), step(passed)],
  });

  it("begin with their step", () => expect(starts).toEqual([0, 2]));

  it("are gone back to by their own start first", () => {
    expect(roundBefore(starts, 4)).toBe(2);
    expect(roundBefore(starts, 2)).toBe(0);
    expect(roundBefore(starts, 0)).toBe(0);
  });

  it("end with the last step", () => {
    expect(roundAfter(starts, 0, 4)).toBe(2);
    expect(roundAfter(starts, 2, 4)).toBe(4);
  });
});
