// Where the words of a seat stand: on the cloth, where they cover no name, no stack and no bid.
import type { Seating, Spot } from "./seating";

export interface BubblePlace {
  /** The point that the bubble grows from, in pixels from the middle of its seat. */
  x: number;
  y: number;
  /** Where it grows: to the left or up (-1), to both sides (0), to the right or down (1). */
  grows: readonly [Direction, Direction];
  /** It stands left or right of its seat, not above or below. */
  isBeside: boolean;
  /** The most pixels and lines that it may take. */
  width: number;
  lines: number;
}

type Direction = -1 | 0 | 1;

/** The table: its size, and the room for the number in its middle. */
export interface Area {
  width: number;
  height: number;
  room: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The widths that are tried, in pixels, by the number of lines. */
const SHAPES = [
  [300, 240, 180, 120, 84],
  [240, 200, 160, 132, 108, 84],
  [156, 132, 108, 84],
  [108, 96, 84],
];
/** Between a bubble and what it must not cover, in pixels. */
const GAP = 4;
/** More room than this, in pixels of all lines together, helps no remark. */
const ENOUGH = 400;
/** What a line more has to be worth: a tidy bubble is wide and low. */
const LINE = 50;
/** What it costs to cover the middle, to cover a seat, and to leave the table. */
const OVER_MIDDLE = 1_000;
const OVER_SEAT = 10_000;
const OUTSIDE = 100_000;

/** The size of its letters, in pixels. */
export function lettersOf(size: number): number {
  return Math.min(24, Math.max(13, size * 0.13));
}

/** A seat with all that slides out of it: a mat that passes, and the bid that goes with it. */
export function seatBox({ x, y, inward }: Spot, { size, tall }: Seating): Box {
  const slide = size * 0.1;
  const cheer = size * 0.03;
  return {
    left: x - size / 2 - cheer + Math.min(0, inward[0]) * slide,
    right: x + size / 2 + cheer + Math.max(0, inward[0]) * slide,
    top: y - tall / 2 + Math.min(0, inward[1]) * slide,
    bottom: y + tall / 2,
  };
}

/** The number in the middle, with the words above and below it. */
export function middleBox(width: number, height: number, room: number): Box {
  const number = Math.min(260, Math.max(44, room * 0.42));
  return {
    left: width / 2 - number * 0.6,
    right: width / 2 + number * 0.6,
    top: height / 2 - number * 0.75,
    bottom: height / 2 + number * 0.75,
  };
}

export const overlap = (one: Box, other: Box) =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** How far two ranges are apart; 0 if they meet. */
const apart = (a: number, b: number, c: number, d: number) => Math.max(0, c - b, a - d);

/** The most room for the words of the seat with this index, as near to it as possible. */
export function bubblePlace(
  ring: Seating,
  index: number,
  { width, height, room }: Area,
): BubblePlace & { box: Box } {
  const seats = ring.spots.map((one) => seatBox(one, ring));
  const middle = middleBox(width, height, room);
  const own = seats[index]!;
  const spot = ring.spots[index]!;
  let best = own;
  let shape = { width: 0, lines: 1 };
  let most = -Infinity;
  for (const [less, widths] of SHAPES.entries())
    for (const wide of widths) {
      const lines = less + 1;
      const tall = lettersOf(ring.size) * (1.15 * lines + 0.65);
      const space = Math.min(ENOUGH, wide * lines) - LINE * lines;
      // The best place touches something: a seat, the middle, the edge, or a line through its seat.
      const lefts = [0, width - wide, spot.x - wide / 2, own.left, own.right - wide];
      const tops = [0, height - tall, spot.y - tall / 2];
      for (const box of [...seats, middle]) {
        lefts.push(box.right + GAP, box.left - GAP - wide);
        tops.push(box.bottom + GAP, box.top - GAP - tall);
      }
      for (const left of lefts)
        for (const top of tops) {
          const box = { left, top, right: left + wide, bottom: top + tall };
          const away = Math.hypot(
            apart(left, box.right, own.left, own.right),
            apart(top, box.bottom, own.top, own.bottom),
          );
          const askew = Math.hypot(left + wide / 2 - spot.x, top + tall / 2 - spot.y);
          let worth = space - 4 * away - 0.3 * askew;
          if (left < 0 || top < 0 || box.right > width || box.bottom > height) worth -= OUTSIDE;
          if (overlap(box, middle)) worth -= OVER_MIDDLE;
          if (worth <= most) continue;
          worth -= OVER_SEAT * seats.filter((seat) => overlap(box, seat)).length;
          if (worth > most) [best, shape, most] = [box, { width: wide, lines }, worth];
        }
    }
  const side = (low: number, high: number, at: number): Direction =>
    low >= at ? 1 : high <= at ? -1 : 0;
  const grows = [side(best.left, best.right, spot.x), side(best.top, best.bottom, spot.y)] as const;
  return {
    x: best.left + ((1 - grows[0]) / 2) * (best.right - best.left) - spot.x,
    y: best.top + ((1 - grows[1]) / 2) * (best.bottom - best.top) - spot.y,
    grows,
    isBeside: apart(best.top, best.bottom, own.top, own.bottom) === 0,
    ...shape,
    box: best,
  };
}
