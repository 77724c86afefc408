// What each seat said last in this bidding, and when. A view lists who spoke; the numbers of the bids before
// the highest one are in the events that were shown.
import type { Board, Seat, SeenEvent } from "../../wire/messages";

export interface Said {
  /** The seat's last bid; null if it made none, or if it is not known here. */
  number: number | null;
  /** When it made that bid: turns of the bidding are counted from 1. */
  order: number;
  /** When it passed; null while it has not. */
  passed: number | null;
  /** Its bid is the one to beat. */
  stands: boolean;
}

/** The numbers of the bids in the order of `spoke`; null for a pass, and for what this screen did not see. */
function numbersOf({ spoke }: NonNullable<Board["bidding"]>, events: readonly SeenEvent[]) {
  const numbers = spoke.map((): number | null => null);
  let at = spoke.length;
  for (let index = events.length - 1; index >= 0 && at > 0; index -= 1) {
    const event = events[index]!;
    if (event.type === "round-began") break;
    if (event.type !== "bid-made" && event.type !== "seat-passed") continue;
    at -= 1;
    // Something is missing between the events and the view: nothing older can be told.
    if (event.seat !== spoke[at]) break;
    if (event.type === "bid-made") numbers[at] = event.number;
  }
  return numbers;
}

export function saidBy(
  { bidding, mats }: Board,
  events: readonly SeenEvent[],
): Partial<Record<Seat, Said>> {
  const said: Partial<Record<Seat, Said>> = {};
  if (!bidding) return said;
  const { spoke, bidder, number } = bidding;
  const numbers = numbersOf(bidding, events);
  // A pass is a seat's last word.
  const isPass = (seat: Seat, index: number) =>
    spoke.lastIndexOf(seat) === index && mats.some((mat) => mat.seat === seat && mat.passed);
  for (const [index, seat] of spoke.entries()) {
    const order = index + 1;
    const before = said[seat] ?? { number: null, order };
    said[seat] = isPass(seat, index)
      ? { ...before, passed: order, stands: false }
      : { number: numbers[index] ?? null, order, passed: null, stands: false };
  }
  const standing = said[bidder];
  if (standing) said[bidder] = { ...standing, number, stands: true };
  return said;
}
