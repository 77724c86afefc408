// Where the rounds of a replay begin.
import type { Step } from "../wire/messages";

/** The step in which each round begins; the first is always 0. */
export function roundStarts({ steps }: { steps: readonly Pick<Step, "events">[] }): number[] {
  return steps.flatMap(({ events }, index) =>
    events.some(({ type }) => type === "round-began") ? [index] : [],
  );
}

/** The start of the round before this step; from within a round, its own start. */
export function roundBefore(starts: readonly number[], step: number): number {
  return starts.findLast((start) => start < step) ?? 0;
}

export function roundAfter(starts: readonly number[], step: number, last: number): number {
  return starts.find((start) => start > step) ?? last;
}
