// What a screen of the table can send, whether to a server, a lesson or a game on one device.
import type { Action, HintMessage, Seat } from "../wire/messages";

/** Hints on request, at a table where they can be had. */
export interface Hints {
  askHint(seat: Seat): void;
  /** The last hint for a seat, whichever decision it was about. */
  hintOf(seat: Seat): HintMessage | null;
  /** Whether a question is in flight. */
  readonly isAsking: boolean;
}

export interface Controls {
  act(seat: Seat, action: Action): void;
  /** Will not show its discs this time. */
  decline(seat: Seat): void;
  /** Whether an answer to this decision is in flight; absent where answers come at once. */
  isDeciding?(game: number, seat: Seat, decision: number): boolean;
}
