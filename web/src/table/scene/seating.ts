// Where the seats are on the screen: around the table, clockwise, the viewer's own nearest.

export interface Spot {
  /** The middle of the seat, in pixels. */
  x: number;
  y: number;
  /** The direction to the middle of the table, a unit vector. */
  inward: readonly [number, number];
}

export interface Seating {
  /** The width of a seat. */
  size: number;
  tall: number;
  /** How many lines a name has room for. */
  lines: 1 | 2;
  spots: Spot[];
  /** How high and wide the middle is that no seat reaches into. */
  free: { width: number; height: number };
}

/** A seat is taller than wide: its name stands below its mat, and a little on it. */
const MAT = 0.91;
/** How high a name of one and of two lines is with the hand below it, as a part of the size. */
const PLATE_PARTS = { 1: 0.39, 2: 0.55 } as const;
/** The least that it needs, in pixels, however small the mat. */
const PLATES = { 1: 33, 2: 47 } as const;
/** Small mats are no price for long names: no more of the size than this is given up for a second line. */
const WORTH = 0.84;
const LARGEST = 190;
/** On a wall a seat may be larger, by this part of the lesser side. */
const LARGEST_PART = 0.25;
const SMALLEST = 48;
/** The table is rounder where there is room, and follows the edges of a narrow screen. */
const ROUND = 2.2;
const BOXY = 5;

export interface Plates {
  /** How many the longest name would like. */
  lines: 1 | 2;
  /** What they hold besides, in pixels. */
  more?: number;
}

function tallOf(size: number, { lines, more = 0 }: Plates): number {
  return size * MAT + Math.max(size * PLATE_PARTS[lines], PLATES[lines] + more);
}

function ring(
  count: number,
  width: number,
  height: number,
  { size, tall }: Shape,
  corner: number,
): Spot[] {
  const a = (width - size) / 2;
  const b = (height - tall) / 2;
  const at = (t: number): readonly [number, number] => {
    const [cos, sin] = [Math.cos(t), Math.sin(t)];
    return [
      a * Math.sign(cos) * Math.abs(cos) ** (2 / corner),
      b * Math.sign(sin) * Math.abs(sin) ** (2 / corner),
    ];
  };
  // Equal steps along the line, not in angle: else seats crowd at the corners.
  const steps = 180;
  const points = Array.from({ length: steps + 1 }, (_, index) =>
    at(Math.PI / 2 + (index / steps) * 2 * Math.PI),
  );
  const lengths = [0];
  for (let index = 1; index <= steps; index += 1) {
    const [px, py] = points[index - 1]!;
    const [x, y] = points[index]!;
    // A seat is taller than wide, so a step sideways is worth more room than one up.
    lengths.push(lengths[index - 1]! + Math.hypot((x - px) * (tall / size), y - py));
  }
  const total = lengths[steps]!;
  return Array.from({ length: count }, (_, seat) => {
    const wanted = (seat / count) * total;
    const index = Math.max(
      1,
      lengths.findIndex((length) => length >= wanted),
    );
    const [px, py] = points[index - 1]!;
    const [nx, ny] = points[index]!;
    const part = (wanted - lengths[index - 1]!) / (lengths[index]! - lengths[index - 1]! || 1);
    const [x, y] = [px + (nx - px) * part, py + (ny - py) * part];
    const far = Math.hypot(x, y) || 1;
    return { x: x + width / 2, y: y + height / 2, inward: [-x / far, -y / far] as const };
  });
}

function overlaps(spots: Spot[], { size, tall }: Shape): boolean {
  return spots.some((one, index) =>
    spots
      .slice(index + 1)
      .some(
        (other) => Math.abs(one.x - other.x) < size + 2 && Math.abs(one.y - other.y) < tall + 2,
      ),
  );
}

type Shape = Pick<Seating, "size" | "tall">;

/** The middle, for the bid: between the seats above and below it, and those beside it. */
function middle(
  spots: Spot[],
  { size, tall }: Shape,
  width: number,
  height: number,
): Seating["free"] {
  const free = { width, height };
  for (const { x, y } of spots) {
    const beside = Math.abs(x - width / 2) - size / 2;
    const above = Math.abs(y - height / 2) - tall / 2;
    if (beside > above) free.width = Math.min(free.width, 2 * beside);
    else free.height = Math.min(free.height, 2 * above);
  }
  return free;
}

function isCrowded(free: Seating["free"], width: number, height: number): boolean {
  return free.width < Math.min(150, width * 0.36) || free.height < Math.min(190, height * 0.36);
}

function fitted(count: number, width: number, height: number, plates: Plates): Seating {
  const corners = width < 640 || height < 420 ? [BOXY, 3.4, ROUND] : [ROUND, 3.4, BOXY];
  const largest = Math.max(LARGEST, Math.min(width, height) * LARGEST_PART);
  for (
    let size = Math.min(largest, width / 2.2, height / 2.4 / (MAT + PLATE_PARTS[1]));
    size > SMALLEST;
    size *= 0.96
  ) {
    const shape = { size, tall: tallOf(size, plates), lines: plates.lines };
    for (const corner of corners) {
      const spots = ring(count, width, height, shape, corner);
      const free = middle(spots, shape, width, height);
      if (!overlaps(spots, shape) && !isCrowded(free, width, height))
        return { ...shape, spots, free };
    }
  }
  const shape = { size: SMALLEST, tall: tallOf(SMALLEST, { lines: 1 }), lines: 1 } as const;
  const spots = ring(count, width, height, shape, BOXY);
  return { ...shape, spots, free: middle(spots, shape, width, height) };
}

export function seating(count: number, width: number, height: number, plates: Plates): Seating {
  const usual = fitted(count, width, height, { ...plates, lines: 1 });
  if (plates.lines === 1) return usual;
  const wished = fitted(count, width, height, plates);
  return wished.size < usual.size * WORTH ? usual : wished;
}
