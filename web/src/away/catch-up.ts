// What happened while nobody looked, shown again in seconds.
import type { Absence } from "../table/absence.svelte";
import { shownAfter } from "../table/display";
import { beatOf } from "../table/pace";
import { scriptedFacts, scriptedSnapshot } from "../table/scripted";
import { Stage, type Step, type Wait } from "../table/stage.svelte";
import type { RoundBegan, SeenEvent, View } from "../wire/messages";

/** A little faster than real time, and never longer than this many milliseconds. */
const FAST = 0.8;
const LONGEST = 6000;

/** The table at the beginning of a round: everybody has taken back what is still theirs. */
export function cleared(view: View, { number, first }: RoundBegan): View {
  const { board } = view;
  const mats = board.mats.map((mat) => ({
    ...mat,
    hand: mat.discs,
    height: 0,
    flipped: 0,
    faces: [],
    face_down: 0,
    passed: false,
  }));
  const own = view.own.map((seat) => {
    const at = board.mats.findIndex((mat) => mat.seat === seat.seat);
    const hand = [...(board.setup.start[at]?.discs ?? [])];
    for (const disc of seat.lost) if (hand.includes(disc)) hand.splice(hand.indexOf(disc), 1);
    return { ...seat, hand, stack: [] };
  });
  return {
    ...view,
    own,
    board: { ...board, round: number, first, mats, total: 0, bidding: null, attempt: null },
  };
}

/** Events up to and with the beginning of a round, then those up to the next. */
export function byRound(events: readonly SeenEvent[]): SeenEvent[][] {
  const parts: SeenEvent[][] = [[]];
  for (const event of events) {
    parts.at(-1)!.push(event);
    if (event.type === "round-began") parts.push([]);
  }
  return parts.filter(({ length }) => length > 0);
}

export class CatchUp {
  readonly stage: Stage;
  #steps: Step[];
  #parts: SeenEvent[][] = [];
  #done: () => void;

  constructor({ start, steps, past }: Absence, done: () => void, pause?: Wait) {
    this.#steps = [...steps];
    this.#done = done;
    this.stage = new Stage({ settles: () => this.#next() }, pause);
    const view = start!.game!.view;
    const whole = steps
      .flatMap(({ events }) => events)
      .map((event) => beatOf(event, view))
      .reduce((sum, { before, after }) => sum + before + after, 0);
    this.stage.tempo = this.stage.reading = Math.min(FAST, LONGEST / whole);
    this.stage.remember(past);
    this.stage.set(scriptedSnapshot(start!.room, view));
  }

  stop(): void {
    this.#steps = [];
    this.#parts = [];
    this.#done = () => {};
  }

  /** A step after a loss of the line may hold rounds, whose tables the server has not sent: they are cleared here. */
  #next(): void {
    if (this.#parts.length === 0) this.#parts = byRound(this.#steps[0]?.events ?? []);
    const step = this.#steps[0];
    const part = this.#parts.shift();
    if (!step || !part) return this.#done();
    const last = part.at(-1)!;
    const isWhole = this.#parts.length === 0;
    if (isWhole) this.#steps.shift();
    const view =
      !isWhole && last.type === "round-began"
        ? cleared(part.reduce(shownAfter, this.stage.view!), last)
        : step.snapshot.game!.view;
    this.stage.push(scriptedSnapshot(step.snapshot.room, view), scriptedFacts(part));
  }
}
