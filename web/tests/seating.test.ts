import { describe, expect, it } from "vitest";
import { seating } from "../src/table/scene/seating";

/** Sizes and spots in pixels, with the directions to the middle: a changed layout has to be looked at. */
const DRAWN = [
  {
    name: "a wide table with long names",
    of: [5, 1900, 900, 2, 0],
    size: 225,
    tall: 328.5,
    lines: 2,
    free: [493.8, 243],
    spots: [
      [950, 735.8, 0, -1],
      [238.2, 615.4, 0.97, -0.23],
      [590.6, 185.4, 0.81, 0.59],
      [1309.4, 185.4, -0.81, 0.59],
      [1661.8, 615.4, -0.97, -0.23],
    ],
  },
  {
    name: "a phone with hands that are known",
    of: [7, 360, 420, 1, 14],
    size: 79.2,
    tall: 119.1,
    lines: 1,
    free: [130.4, 163.9],
    spots: [
      [180, 360.5, 0, -1],
      [75.2, 317.2, 0.7, -0.72],
      [43.3, 169, 0.96, 0.29],
      [125.2, 68.5, 0.36, 0.93],
      [234.8, 68.5, -0.36, 0.93],
      [316.7, 169, -0.96, 0.29],
      [284.8, 317.2, -0.7, -0.72],
    ],
  },
  {
    name: "a low screen",
    of: [6, 420, 300, 2, 0],
    size: 66.6,
    tall: 93.6,
    lines: 1,
    free: [236.2, 112.8],
    spots: [
      [210, 253.2, 0, -1],
      [58.6, 241.2, 0.86, -0.52],
      [58.6, 58.8, 0.86, 0.52],
      [210, 46.8, 0, 1],
      [361.4, 58.8, -0.86, 0.52],
      [361.4, 241.2, -0.86, -0.52],
    ],
  },
  {
    name: "a table too small for its players",
    of: [12, 270, 250, 2, 14],
    size: 48,
    tall: 76.7,
    lines: 1,
    free: [149.9, 96],
    spots: [
      [135, 211.7, 0, -1],
      [85, 211.3, 0.5, -0.87],
      [36.1, 198.4, 0.8, -0.6],
      [24, 125, 1, 0],
      [36.1, 51.6, 0.8, 0.6],
      [85, 38.7, 0.5, 0.87],
      [135, 38.3, 0, 1],
      [185, 38.7, -0.5, 0.87],
      [233.9, 51.6, -0.8, 0.6],
      [246, 125, -1, 0],
      [233.9, 198.4, -0.8, -0.6],
      [185, 211.3, -0.5, -0.87],
    ],
  },
] as const;

it.each(DRAWN)("$name is as it was drawn", ({ of, size, tall, lines, free, spots }) => {
  const [count, width, height, names, more] = of;
  const made = seating(count, width, height, { lines: names, more });
  expect(made.lines).toBe(lines);
  expect(made.size).toBeCloseTo(size, 0);
  expect(made.tall).toBeCloseTo(tall, 0);
  expect(made.free.width).toBeCloseTo(free[0], 0);
  expect(made.free.height).toBeCloseTo(free[1], 0);
  for (const [index, [x, y, ...inward]] of spots.entries()) {
    expect(made.spots[index]!.x).toBeCloseTo(x, 0);
    expect(made.spots[index]!.y).toBeCloseTo(y, 0);
    expect(made.spots[index]!.inward[0]).toBeCloseTo(inward[0], 1);
    expect(made.spots[index]!.inward[1]).toBeCloseTo(inward[1], 1);
  }
});

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
  it.each(
    COUNTS.flatMap(
      (count) =>
        [
          [count, 1, 0],
          [count, 2, 0],
          [count, 1, 14],
          [count, 2, 14],
        ] as const,
    ),
  )("has room for %i seats, names of up to %i lines and %i pixels more", (count, lines, more) => {
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
