import { describe, expect, it } from "vitest";
import { seating, TALL } from "../src/table/seating";

const ROOMS = [
  [320, 330],
  [360, 420],
  [420, 300],
  [820, 700],
  [1100, 640],
  [1900, 900],
] as const;

describe.each(ROOMS)("a table of %i by %i", (width, height) => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])("has room for %i seats", (count) => {
    const { size, spots } = seating(count, width, height);
    expect(spots).toHaveLength(count);
    expect(size).toBeGreaterThanOrEqual(48);
    for (const [index, spot] of spots.entries()) {
      expect(spot.x - size / 2).toBeGreaterThanOrEqual(-1);
      expect(spot.x + size / 2).toBeLessThanOrEqual(width + 1);
      expect(spot.y - (size * TALL) / 2).toBeGreaterThanOrEqual(-1);
      expect(spot.y + (size * TALL) / 2).toBeLessThanOrEqual(height + 1);
      for (const other of spots.slice(index + 1))
        expect(
          Math.abs(spot.x - other.x) >= size || Math.abs(spot.y - other.y) >= size * TALL,
          `${index} lies on another`,
        ).toBe(true);
    }
  });

  it("puts the viewer nearest and the next seat to the left", () => {
    const { spots } = seating(4, width, height);
    expect(spots[0]!.y).toBe(Math.max(...spots.map(({ y }) => y)));
    expect(spots[1]!.x).toBeLessThan(width / 2);
    expect(spots[3]!.x).toBeGreaterThan(width / 2);
  });
});
