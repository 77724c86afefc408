// How long each event takes on the table: long enough to be felt, never in the way.
import type { SeenEvent, View } from "../wire/messages";

export interface Beat {
  /** Before the event shows: a disc lifts and waits a breath. */
  before: number;
  /** After it shows. */
  after: number;
  /** It is told as a headline: whoever wants less motion has as long to read it. */
  told?: true;
}

const BEATS: Record<SeenEvent["type"], Beat> = {
  "round-began": { before: 0, after: 350 },
  "disc-placed": { before: 0, after: 260 },
  "placement-unseen": { before: 0, after: 260 },
  "bid-made": { before: 0, after: 620 },
  "seat-passed": { before: 0, after: 420 },
  "attempt-began": { before: 0, after: 700 },
  "disc-flipped": { before: 620, after: 720 },
  "attempt-succeeded": { before: 250, after: 2400, told: true },
  "attempt-failed": { before: 0, after: 1900, told: true },
  "discs-shown": { before: 0, after: 1100 },
  "shuffle-unseen": { before: 0, after: 700 },
  "disc-lost": { before: 0, after: 1900, told: true },
  "loss-unseen": { before: 0, after: 1900, told: true },
  "seat-out": { before: 0, after: 1600, told: true },
  "first-named": { before: 0, after: 900 },
  "game-ended": { before: 300, after: 2600, told: true },
};

/** The breath before a flip grows towards the last one. */
const LONGEST_BREATH = 1100;

/** One's own loss takes longer, and as long whichever disc it was. */
const OWN_LOSS = 900;

export function beatOf(event: SeenEvent, view: View): Beat {
  const beat = BEATS[event.type];
  if (event.type === "disc-lost" && view.viewer.includes(event.seat))
    return { ...beat, after: beat.after + OWN_LOSS };
  if (event.type !== "disc-flipped") return beat;
  const { attempt, bidding } = view.board;
  const flips = attempt?.flips ?? 0;
  const left = (bidding?.number ?? 1) - flips;
  const nearness = left <= 1 ? 1 : left === 2 ? 0.5 : 0.12;
  return { before: beat.before + LONGEST_BREATH * nearness, after: beat.after };
}
