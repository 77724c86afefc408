import { describe, expect, it } from "vitest";
import { bubblePlace, middleBox, overlap, seatBox } from "../src/table/scene/bubbles";
import { seating } from "../src/table/scene/seating";

const ROOMS = [
  [312, 290],
  [320, 330],
  [382, 588],
  [560, 330],
  [760, 700],
  [1100, 640],
  [1900, 900],
] as const;
/** A table that is narrower than this has no room beside the number for the words of many. */
const NARROW = 360;
const MANY = 8;

describe.each(ROOMS)("words at a table of %i by %i", (width, height) => {
  const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  it.each(COUNTS.flatMap((count) => [1, 2].map((lines) => [count, lines as 1 | 2] as const)))(
    "cover none of %i seats with names of up to %i lines",
    (count, lines) => {
      const ring = seating(count, width, height, { lines });
      const room = Math.min(ring.free.width * 1.1, ring.free.height * 1.35);
      const seats = ring.spots.map((spot) => seatBox(spot, ring));
      for (const index of ring.spots.keys()) {
        const { box, ...place } = bubblePlace(ring, index, { width, height, room });
        expect(seats.filter((seat) => overlap(box, seat))).toEqual([]);
        if (width >= NARROW || count < MANY)
          expect(overlap(box, middleBox(width, height, room))).toBe(false);
        expect(Math.min(box.left, box.top, width - box.right, height - box.bottom)).toBeGreaterThan(
          -0.001,
        );
        expect(place.width * place.lines).toBeGreaterThanOrEqual(84);
        const { x, y } = ring.spots[index]!;
        const corner = [box.left, box.top].map((low, axis) => {
          const size = axis === 0 ? box.right - box.left : box.bottom - box.top;
          return low + ((1 - place.grows[axis]!) / 2) * size;
        });
        expect(x + place.x).toBeCloseTo(corner[0]!);
        expect(y + place.y).toBeCloseTo(corner[1]!);
      }
    },
  );
});

it("words stand near their seat, not across the table", () => {
  const ring = seating(4, 382, 588, { lines: 1 });
  for (const index of ring.spots.keys()) {
    const { box } = bubblePlace(ring, index, { width: 382, height: 588, room: 150 });
    const { left, top, right, bottom } = seatBox(ring.spots[index]!, ring);
    const gap = Math.max(left - box.right, box.left - right, top - box.bottom, box.top - bottom);
    expect(gap).toBeLessThan(10);
  }
});
