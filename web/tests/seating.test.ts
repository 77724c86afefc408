import { describe, expect, it } from "vitest";
import { seating } from "../src/table/seating";

const ROOMS = [
  [320, 330],
  [360, 420],
  [420, 300],
  [820, 700],
  [1100, 640],
  [1900, 900],
] as const;

describe.each(ROOMS)("a table of %i by %i", (width, height) => {
  const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  it.each(COUNTS.flatMap((count) => [[count, 1, 0], [count, 2, 0], [count, 1, 14], [count, 2, 14]] as const))("has room for %i seats, names of up to %i lines and %i pixels more", (count, lines, more) => {
    const { size, tall, spots } = seating(count, width, height, { lines, more });
    expect(spots).toHaveLength(count);
    expect(size).toBeGreaterThanOrEqual(48);
    for (const [index, spot] of spots.entries()) {
      expect(spot.x - size / 2).toBeGreaterThanOrEqual(-1);
      expect(spot.x + size / 2).toBeLessThanOrEqual(width + 1);
      expect(spot.y - tall / 2).toBeGreaterThanOrEqual(-1);
      expect(spot.y + tall / 2).toBeLessThanOrEqual(height + 1);
      for (const other of spots.slice(index + 1))
        expect(
          Math.abs(spot.x - other.x) >= size || Math.abs(spot.y - other.y) >= tall,
          `${index} lies on another`,
        ).toBe(true);
    }
  });

  it("puts the viewer nearest and the next seat to the left", () => {
    const { spots } = seating(4, width, height, { lines: 1 });
    expect(spots[0]!.y).toBe(Math.max(...spots.map(({ y }) => y)));
    expect(spots[1]!.x).toBeLessThan(width / 2);
    expect(spots[3]!.x).toBeGreaterThan(width / 2);
  });
});

describe("a full table on a phone", () => {
  it("makes room for names of two lines, and no more than that is given up for it", () => {
    const short = seating(12, 360, 420, { lines: 1 });
    const long = seating(12, 360, 420, { lines: 2 });
    expect([short.lines, long.lines]).toEqual([1, 2]);
    expect(long.tall - long.size).toBeGreaterThan(short.tall - short.size);
    expect(long.size).toBeGreaterThan(short.size * 0.8);
  });

  it("keeps its mats large where a second line would cost too much", () => {
    const cramped = seating(12, 270, 250, { lines: 2 });
    expect(cramped.lines).toBe(1);
    expect(cramped.size).toBe(seating(12, 270, 250, { lines: 1 }).size);
  });
});
