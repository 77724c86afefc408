import { describe, expect, it } from "vitest";
import states from "../src/dev/states.json";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import type { SeenEvent } from "../src/wire/messages";

const before = states.flip as unknown as Snapshot;
const after = states.place as unknown as Snapshot;
const FLIP: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "b", disc: "F" };
const SUCCESS: SeenEvent = { type: "attempt-succeeded", challenger: "a" };

function played(...events: SeenEvent[]) {
  return [{ type: "played" as const, seat: "a" as const, events }];
}

/** A stage whose pauses end when the test says so. */
function staged() {
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  const stage = new Stage(
    { shows: (event) => told.push(event.type), settles: () => told.push("settled") },
    () => new Promise((done) => waiting.push(done)),
  );
  const step = async () => {
    waiting.shift()?.();
    await new Promise((done) => setTimeout(done));
  };
  return { stage, told, waiting, step };
}

describe("a stage", () => {
  it("shows the last flip on the old table before the new round wipes it", async () => {
    const { stage, told, waiting, step } = staged();
    stage.set(before);
    const open = stage.view!.board.mats[1]!.faces.length;
    stage.push(after, played(FLIP, SUCCESS));
    expect(stage.settled).toBe(false);
    expect(stage.moment).toMatchObject({ event: FLIP, shown: false });
    expect(stage.view!.board.mats[1]!.faces).toHaveLength(open);
    await step();
    expect(stage.moment).toMatchObject({ event: FLIP, shown: true });
    expect(stage.view!.board.mats[1]!.faces.at(-1)).toBe("F");
    while (waiting.length) await step();
    expect(told).toEqual(["settled", "disc-flipped", "attempt-succeeded", "settled"]);
    expect(stage.view).toBe(after.game!.view);
    expect(stage.moment).toBeNull();
  });

  it("does not begin a game among the pieces of the one before", async () => {
    const { stage, waiting } = staged();
    stage.set(before);
    stage.remember([FLIP]);
    const game = { ...after.game!, number: before.game!.number + 1 };
    stage.push({ ...after, game }, played({ type: "round-began", number: 1, first: "a" }));
    await new Promise((done) => setTimeout(done));
    expect(waiting).toEqual([]);
    expect(stage.view).toBe(game.view);
    expect(stage.log.map(({ event }) => event.type)).toEqual(["round-began"]);
  });

  it("lets a decision be made while others' moves are still shown", () => {
    const { stage } = staged();
    stage.set(after);
    const seat = after.you.seats[0]!;
    stage.push(after, played({ type: "placement-unseen", seat: "b" }));
    expect(stage.settled).toBe(false);
    expect(stage.decisionOf(seat)).not.toBeNull();
  });

  it("offers nothing while the way to a new decision is still shown", () => {
    const { stage } = staged();
    stage.set(before);
    const decisions = before.game!.decisions.map((number) => number + 1);
    stage.push({ ...before, game: { ...before.game!, decisions } }, played(FLIP));
    expect(stage.decisionOf(before.you.seats[0]!)).toBeNull();
  });

  it("sums up a long absence instead of playing it", () => {
    const { stage, told } = staged();
    stage.set(after, played(FLIP, SUCCESS));
    expect(stage.missed).toBe(2);
    expect(stage.log).toHaveLength(2);
    expect(told).toEqual(["settled"]);
  });
});
