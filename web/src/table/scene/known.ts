// What the open viewpoint of a replay knows of every seat. It is no part of a view: a screen that has it
// provides it as context, and the table shows it.
import { getContext, setContext } from "svelte";
import type { Seat, SeatHolding } from "../../wire/messages";

export type Known = Partial<Record<Seat, SeatHolding>>;

const KEY = Symbol("known");

export function showKnown(known: () => Known): void {
  setContext(KEY, known);
}

/** Nothing, wherever nobody said otherwise. */
export function knownHoldings(): () => Known {
  return getContext<(() => Known) | undefined>(KEY) ?? (() => ({}));
}
