// What a screen of the table may ask for, whoever answers: a server, a lesson, a game on one device.
import type { Action, Seat } from "../wire/messages";

export interface Controls {
  act(seat: Seat, action: Action): void;
  /** Will not show its discs this time. */
  decline(seat: Seat): void;
  /** The seat and the number of its decision that is on its way; nothing where answers are at once. */
  readonly sending?: string;
}
