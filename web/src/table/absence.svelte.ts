// What happened while nobody looked at the page: from the table as it was left, step by step.
import type { SeenEvent, SeenFact } from "../wire/messages";
import { eventsOf, type LogLine, type Snapshot, type Step } from "./stage.svelte";

/** More than these are not kept: whoever was away for longer begins later. */
const MOST_STEPS = 200;

export class Absence {
  /** How many moves were missed. */
  moves = $state(0);
  start: Snapshot | null = null;
  steps: Step[] = [];
  /** What had happened before. */
  past: SeenEvent[] = [];
  #isOpen = false;

  /** Nobody looks any more; what was missed just before is part of it. */
  begin(start: Snapshot | null, log: readonly LogLine[]): void {
    if (this.#isOpen) return;
    this.#clear();
    this.#isOpen = true;
    this.start = start;
    this.past = log.map(({ event }) => event);
  }

  add(snapshot: Snapshot, facts: SeenFact[]): void {
    if (!this.#isOpen) return;
    const events = eventsOf(facts);
    if (!this.start?.game || this.start.game.number !== snapshot.game?.number) {
      // Another game: the one before is over for everybody.
      this.#clear();
      this.start = snapshot;
    } else if (events.length > 0) {
      this.steps.push({ events, snapshot });
      this.moves += facts.filter((fact) => fact.type === "played" && fact.seat !== null).length;
      while (this.steps.length > MOST_STEPS) this.start = this.steps.shift()!.snapshot;
    }
  }

  /** Somebody looks again: what comes now is seen. */
  end(): void {
    this.#isOpen = false;
  }

  forget(): void {
    this.#clear();
    this.end();
  }

  #clear(): void {
    this.moves = 0;
    this.start = null;
    this.steps = [];
    this.past = [];
  }
}
