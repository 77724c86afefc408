import { describe, expect, it, vi } from "vitest";
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
    // It turns: nothing is said, heard or written of it before its face can be made out.
    expect(stage.moment).toMatchObject({ turning: true });
    expect([told, stage.log]).toEqual([["settled"], []]);
    await step();
    expect(stage.moment).toEqual({ ...stage.moment, turning: undefined });
    expect(told).toEqual(["settled", "disc-flipped"]);
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
    const { view } = before.game!;
    const own = view.own.map((seat) => ({ ...seat, decision: seat.decision + 1 }));
    stage.push({ ...before, game: { ...before.game!, view: { ...view, own } } }, played(FLIP));
    expect(stage.decisionOf(before.you.seats[0]!)).toBeNull();
  });

  it("sums up a long absence instead of playing it", () => {
    const { stage, told } = staged();
    stage.set(after, played(FLIP, SUCCESS));
    expect(stage.log).toHaveLength(2);
    expect(told).toEqual(["settled"]);
  });

  it("tells how an event begins, with the breath before it", async () => {
    const begun: [string, number][] = [];
    const stage = new Stage(
      { begins: (event, breath) => begun.push([event.type, breath]) },
      async () => {},
    );
    stage.set(before);
    stage.tempo = 0.5;
    stage.push(after, played(FLIP, { type: "seat-passed", seat: "b" }));
    await vi.waitFor(() => expect(stage.settled).toBe(true));
    expect(begun[0]![0]).toBe("disc-flipped");
    expect(begun[0]![1]).toBeGreaterThan(300);
    expect(begun[1]).toEqual(["seat-passed", 0]);
  });

  it("waits as long as the beats say, hurries when behind, and skips when far behind", async () => {
    const pauses = async (behind: number, tempo = 1) => {
      const waited: number[] = [];
      const stage = new Stage({}, async (milliseconds) => void waited.push(milliseconds));
      stage.set(after);
      stage.tempo = tempo;
      const pass = { type: "seat-passed" as const, seat: "b" as const };
      stage.push(after, played(pass));
      for (let index = 0; index < behind; index += 1) stage.push(after, played(pass));
      await vi.waitFor(() => expect(stage.settled).toBe(true));
      return waited;
    };
    expect(await pauses(0)).toEqual([420]);
    expect(await pauses(0, 0.5)).toEqual([210]);
    expect(await pauses(0, 0)).toEqual([]);
    // The first is played before the others are known.
    expect(await pauses(5)).toEqual([420, 420, 420, 420, 420, 420]);
    expect((await pauses(6))[1]).toBeCloseTo(147);
    expect(await pauses(25)).toHaveLength(26);
    expect((await pauses(26)).length).toBe(26);
  });

  it("does not hurry through a loss, however fast the others play on", async () => {
    const waited: number[] = [];
    const stage = new Stage({}, async (milliseconds) => void waited.push(milliseconds));
    stage.set(after);
    const pass: SeenEvent = { type: "seat-passed", seat: "b" };
    stage.push(after, played(pass));
    stage.push(after, played({ type: "loss-unseen", seat: "b", taker: "c" }));
    for (let index = 0; index < 6; index += 1) stage.push(after, played(pass));
    await vi.waitFor(() => expect(stage.settled).toBe(true));
    expect(waited[1]).toBe(1900);
    expect(waited[2]).toBeCloseTo(147);
  });

  it("leaves as long to read for players who want less motion", async () => {
    const waits = async (event: SeenEvent, reading: number) => {
      const waited: number[] = [];
      const stage = new Stage({}, async (milliseconds) => void waited.push(milliseconds));
      stage.set(after);
      stage.tempo = 0.4;
      stage.reading = reading;
      stage.push(after, played(event));
      await vi.waitFor(() => expect(stage.settled).toBe(true));
      return waited[0];
    };
    const loss: SeenEvent = { type: "loss-unseen", seat: "b", taker: "c" };
    expect(await waits(loss, 0)).toBeCloseTo(760);
    expect(await waits(loss, 1)).toBe(1900);
    expect(await waits({ type: "seat-passed", seat: "b" }, 1)).toBeCloseTo(168);
  });

  it("keeps the last four hundred lines, numbered, and what came before them", () => {
    const { stage } = staged();
    const pass = { type: "seat-passed" as const, seat: "b" as const };
    stage.set(after, played(FLIP, pass));
    stage.remember([pass, SUCCESS]);
    expect(stage.log.map(({ number, event }) => [number, event.type])).toEqual([
      [-2, "seat-passed"],
      [-1, "attempt-succeeded"],
      [1, "disc-flipped"],
      [2, "seat-passed"],
    ]);
    stage.set(after, played(...Array<SeenEvent>(405).fill(pass)));
    expect(stage.log).toHaveLength(400);
    stage.remember(Array<SeenEvent>(5).fill(SUCCESS));
    expect(stage.log).toHaveLength(400);
    expect(stage.log.at(-1)!.number).toBe(407);
  });

  it("forgets what it still had to show when it is set, and another game's log", () => {
    const { stage, told } = staged();
    stage.set(before);
    stage.push(after, played(FLIP));
    stage.push(after, played(SUCCESS));
    stage.set(before, played(SUCCESS));
    expect(stage.moment).toBeNull();
    expect(stage.settled).toBe(true);
    expect(stage.latest).toBe(before);
    expect(stage.view).toBe(before.game!.view);
    expect(told).toEqual(["settled", "settled"]);
    expect(stage.log).toHaveLength(1);
    stage.set({ ...before, game: { ...before.game!, number: 2 } });
    expect(stage.log).toEqual([]);
    stage.set({ ...before, game: null });
    expect(stage.view).toBeNull();
    expect(stage.decisionOf("a")).toBeNull();
  });

  it("settles once, after the last of what happened", async () => {
    const { stage, told, waiting, step } = staged();
    stage.set(after);
    const pass = { type: "seat-passed" as const, seat: "b" as const };
    stage.push(after, played(pass));
    stage.push(after, [{ type: "said", member: 1, text: "Hm" } as never, ...played(pass)]);
    expect(stage.latest).toBe(after);
    while (waiting.length) await step();
    expect(told).toEqual(["settled", "seat-passed", "seat-passed", "settled"]);
  });

  it("offers a decision only to a seat that is asked in the same game", () => {
    const open = (change: (game: NonNullable<Snapshot["game"]>) => Snapshot["game"]) => {
      const { stage } = staged();
      stage.set(after);
      stage.push(
        { ...after, game: change(structuredClone(after.game!)) },
        played({ type: "placement-unseen", seat: "b" }),
      );
      return stage.decisionOf("a");
    };
    expect(open((game) => game)).toBe(after.game!.view.own[0]!.decision);
    expect(open((game) => ({ ...game, number: 2 }))).toBeNull();
    expect(
      open((game) => {
        game.view.own[0]!.decision += 1;
        return game;
      }),
    ).toBeNull();
    expect(
      open((game) => {
        game.view.own[0]!.legal = [];
        return game;
      }),
    ).toBeNull();
    expect(open(() => null)).toBeNull();
    const { stage } = staged();
    stage.set(after);
    stage.push(after, played({ type: "placement-unseen", seat: "b" }));
    expect(stage.decisionOf("b")).toBeNull();
  });

  it("writes down what happens at a table without a game", async () => {
    const { stage, step } = staged();
    stage.set({ ...after, game: null });
    stage.push(after, played(FLIP));
    await step();
    expect(stage.log.map(({ event }) => event.type)).toEqual(["disc-flipped"]);
    expect(stage.view).toBe(after.game!.view);
  });
});
