// What happened while nobody looked, and how it is shown again.
import { describe, expect, it, vi } from "vitest";
import { byRound, CatchUp, cleared } from "../src/away/catch-up";
import states from "../src/dev/states.json";
import { Absence } from "../src/table/absence.svelte";
import { shownAfter } from "../src/table/display";
import type { Snapshot } from "../src/table/stage.svelte";
import type { RoundBegan, SeenEvent, SeenFact, View } from "../src/wire/messages";
import { unfolded } from "../src/wire/retelling";
import games from "./recorded/games.json";

const wait = states.wait as unknown as Snapshot;
const PASS: SeenEvent = { type: "seat-passed", seat: "b" };
const ROUND: RoundBegan = { type: "round-began", number: 2, first: "a" };
const moved = (...events: SeenEvent[]): SeenFact[] => [{ type: "played", seat: "b", events }];
const chance = (...events: SeenEvent[]): SeenFact[] => [{ type: "played", seat: null, events }];
const inGame = (number: number): Snapshot => ({ ...wait, game: { ...wait.game!, number } });

function begun(): Absence {
  const absence = new Absence();
  absence.begin(wait, [{ number: 1, event: PASS }]);
  return absence;
}

describe("an absence", () => {
  it("counts what players did, and keeps all that happened", () => {
    const absence = begun();
    absence.add(wait, moved(PASS));
    absence.add(wait, [...moved(PASS), ...chance(ROUND)]);
    absence.add(wait, [{ type: "said", member: 1, text: "Hm" } as never]);
    expect(absence.moves).toBe(2);
    expect(absence.start).toBe(wait);
    expect(absence.past).toEqual([PASS]);
    expect(absence.steps.map(({ events }) => events)).toEqual([[PASS], [PASS, ROUND]]);
  });

  it("goes on until something is seen, and begins again after that", () => {
    const absence = begun();
    absence.add(wait, moved(PASS));
    absence.begin(inGame(1), []);
    absence.add(wait, moved(PASS));
    expect(absence.moves).toBe(2);
    absence.end();
    absence.add(wait, moved(PASS));
    expect(absence.moves).toBe(2);
    absence.begin(wait, []);
    expect(absence.moves).toBe(0);
    expect(absence.past).toEqual([]);
  });

  it("is forgotten once it was shown", () => {
    const absence = begun();
    absence.add(wait, moved(PASS));
    absence.forget();
    absence.add(wait, moved(PASS));
    expect([absence.moves, absence.start, absence.steps]).toEqual([0, null, []]);
  });

  it("is of one game: another one begins it again", () => {
    const absence = begun();
    absence.add(wait, moved(PASS));
    const next = inGame(wait.game!.number + 1);
    absence.add(next, moved(PASS));
    expect([absence.moves, absence.start]).toEqual([0, next]);
    absence.add({ ...next }, moved(PASS));
    expect(absence.moves).toBe(1);
    absence.add({ ...next, game: null }, []);
    expect(absence.moves).toBe(0);
  });

  it("keeps the last two hundred steps, from where they begin", () => {
    const absence = begun();
    const tables = Array.from({ length: 203 }, () => ({ ...wait }));
    for (const table of tables) absence.add(table, moved(PASS));
    expect(absence.steps).toHaveLength(200);
    expect(absence.start).toBe(tables[2]);
  });
});

describe("a round that the server has not sent", () => {
  interface Told {
    viewer: string[];
    steps: { event: SeenEvent; view: Record<string, unknown> }[];
  }
  const TOLD = (games as unknown as Told[][]).flat().map(({ viewer, steps }) => ({
    name: `${viewer.join(" and ") || "the public"}`,
    steps: unfolded({
      names: [],
      eyes: "",
      choice: [],
      comments: [],
      steps: steps.map(({ event, view }) => ({ events: [event], view, holdings: null })),
    }).steps,
  }));
  /** What is seen of a table on which nobody is asked. */
  const seen = ({ own, board }: View) => ({
    own: own.map(({ seat, hand, stack, lost }) => ({ seat, hand, stack, lost })),
    ...Object.fromEntries(
      (["round", "first", "mats", "total", "bidding", "attempt"] as const).map((name) => [
        name,
        board[name],
      ]),
    ),
  });

  it.each(TOLD)("begins as it did for $name", ({ steps }) => {
    let rounds = 0;
    let shown = steps[0]!.view;
    for (const { events, view } of steps.slice(1)) {
      const event = events[0]!;
      shown = shownAfter(shown, event);
      if (event.type !== "round-began") continue;
      // Nothing is taken from the server on the way.
      shown = cleared(shown, event);
      expect(seen(shown), `round ${event.number}`).toEqual(seen(view));
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(0);
  });

  it("divides events after each beginning", () => {
    expect(byRound([PASS, ROUND, ROUND, PASS])).toEqual([[PASS, ROUND], [ROUND], [PASS]]);
    expect(byRound([ROUND])).toEqual([[ROUND]]);
    expect(byRound([])).toEqual([]);
  });
});

describe("showing it again", () => {
  function played(absence: Absence) {
    const waited: number[] = [];
    const done = vi.fn();
    const held: (() => void)[] = [];
    const catchUp = new CatchUp(absence, done, (milliseconds) => {
      waited.push(milliseconds);
      return new Promise((go) => held.push(go));
    });
    const step = async () => {
      held.shift()?.();
      await new Promise((go) => setTimeout(go));
    };
    const finish = async () => {
      while (held.length) await step();
    };
    return { catchUp, done, waited, held, step, finish };
  }

  it("begins with the table as it was left, asks nothing, and ends with the last one", async () => {
    const place = states.place as unknown as Snapshot;
    const absence = new Absence();
    absence.begin(place, [{ number: 1, event: ROUND }]);
    const placed: SeenEvent = { type: "placement-unseen", seat: "b" };
    absence.add(place, moved(placed));
    absence.add(wait, moved(PASS));
    const { catchUp, done, step, finish } = played(absence);
    const { stage } = catchUp;
    const height = place.game!.view.board.mats[1]!.height;
    expect(stage.view!.board.mats[1]!.height).toBe(height + 1);
    expect(stage.log.map(({ event }) => event)).toEqual([ROUND, placed]);
    for (const seat of place.you.seats) expect(stage.decisionOf(seat)).toBeNull();
    await step();
    expect(stage.moment?.event).toEqual(PASS);
    expect(done).not.toHaveBeenCalled();
    await finish();
    expect(stage.view!.board).toEqual(wait.game!.view.board);
    expect(done).toHaveBeenCalledOnce();
  });

  it("is a little faster, and over in six seconds however much it is", async () => {
    const one = begun();
    one.add(wait, moved(PASS));
    const short = played(one);
    await short.finish();
    expect(short.waited).toEqual([336]);
    const many = begun();
    for (let count = 0; count < 100; count += 1) many.add(wait, moved(PASS));
    const long = played(many);
    await long.finish();
    expect(long.waited).toHaveLength(100);
    expect(long.waited.reduce((sum, each) => sum + each)).toBeCloseTo(6000);
  });

  it("clears the table between rounds that came at once", async () => {
    const absence = begun();
    const out: SeenEvent = { type: "seat-out", seat: "b" };
    absence.add(wait, moved(PASS, out, ROUND, { ...ROUND, number: 3 }, PASS));
    const { catchUp, step, finish } = played(absence);
    const rounds: number[] = [];
    const totals: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      await step();
      rounds.push(catchUp.stage.view!.board.round);
      totals.push(catchUp.stage.view!.board.total);
    }
    expect(rounds.slice(2)).toEqual([2, 3]);
    expect(totals.slice(2)).toEqual([0, 0]);
    expect(catchUp.stage.view!.board.mats[1]!.out).toBe(true);
    await finish();
    expect(catchUp.stage.view!.board).toEqual(wait.game!.view.board);
  });

  it("tells nobody that it is done once it was stopped", async () => {
    const absence = begun();
    absence.add(wait, moved(PASS));
    absence.add(wait, moved(PASS));
    const { catchUp, done, finish, waited } = played(absence);
    catchUp.stop();
    await finish();
    expect(waited).toHaveLength(1);
    expect(done).not.toHaveBeenCalled();
    expect(absence.moves).toBe(2);
  });
});
