// Where the seats are on the screen: around the table, clockwise, the viewer's own nearest.

export interface Spot {
  /** The middle of the seat, in pixels. */
  x: number;
  y: number;
  /** The direction to the middle of the table, a unit vector. */
  inward: readonly [number, number];
}

export interface Seating {
  /** The width of a seat; its height is `size * TALL`. */
  size: number;
  spots: Spot[];
  /** How high and wide the middle is that no seat reaches into. */
  free: { width: number; height: number };
}

/** A seat is taller than wide: its name stands below its mat. */
export const TALL = 1.3;
const LARGEST = 190;
/** On a wall a seat may be larger, by this part of the lesser side. */
const LARGEST_PART = 0.25;
const SMALLEST = 48;
/** The table is rounder where there is room, and follows the edges of a narrow screen. */
const ROUND = 2.2;
const BOXY = 5;

function ring(count: number, width: number, height: number, size: number, corner: number): Spot[] {
  const a = (width - size) / 2;
  const b = (height - size * TALL) / 2;
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
    lengths.push(lengths[index - 1]! + Math.hypot((x - px) * TALL, y - py));
  }
  const total = lengths[steps]!;
  return Array.from({ length: count }, (_, seat) => {
    const wanted = (seat / count) * total;
    const index = Math.max(1, lengths.findIndex((length) => length >= wanted));
    const [px, py] = points[index - 1]!;
    const [nx, ny] = points[index]!;
    const part = (wanted - lengths[index - 1]!) / (lengths[index]! - lengths[index - 1]! || 1);
    const [x, y] = [px + (nx - px) * part, py + (ny - py) * part];
    const far = Math.hypot(x, y) || 1;
    return { x: x + width / 2, y: y + height / 2, inward: [-x / far, -y / far] as const };
  });
}

function overlaps(spots: Spot[], size: number): boolean {
  return spots.some((one, index) =>
    spots
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.x - other.x) < size + 2 && Math.abs(one.y - other.y) < size * TALL + 2,
      ),
  );
}

/** The middle, for the bid: between the seats above and below it, and those beside it. */
function middle(spots: Spot[], size: number, width: number, height: number): Seating["free"] {
  const free = { width, height };
  for (const { x, y } of spots) {
    const beside = Math.abs(x - width / 2) - size / 2;
    const above = Math.abs(y - height / 2) - (size * TALL) / 2;
    if (beside > above) free.width = Math.min(free.width, 2 * beside);
    else free.height = Math.min(free.height, 2 * above);
  }
  return free;
}

function isCrowded(free: Seating["free"], width: number, height: number): boolean {
  return free.width < Math.min(150, width * 0.36) || free.height < Math.min(190, height * 0.36);
}

export function seating(count: number, width: number, height: number): Seating {
  const corners = width < 640 || height < 420 ? [BOXY, 3.4, ROUND] : [ROUND, 3.4, BOXY];
  for (let size = Math.min(Math.max(LARGEST, Math.min(width, height) * LARGEST_PART), width / 2.2, height / 2.4 / TALL); size > SMALLEST; size *= 0.96)
    for (const corner of corners) {
      const spots = ring(count, width, height, size, corner);
      const free = middle(spots, size, width, height);
      if (!overlaps(spots, size) && !isCrowded(free, width, height)) return { size, spots, free };
    }
  const spots = ring(count, width, height, SMALLEST, BOXY);
  return { size: SMALLEST, spots, free: middle(spots, SMALLEST, width, height) };
}
