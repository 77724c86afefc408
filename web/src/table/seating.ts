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
}

/** A seat is taller than wide: its name stands below its mat. */
export const TALL = 1.3;
const LARGEST = 190;
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
  const steps = 720;
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
    const index = Math.max(0, lengths.findIndex((length) => length >= wanted));
    const [x, y] = points[index]!;
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

/** Whether the middle stays free for the bid. */
function isCrowded(spots: Spot[], size: number, width: number, height: number): boolean {
  const free = Math.min(70, width * 0.18, height * 0.18);
  return spots.some(
    ({ x, y }) =>
      Math.abs(x - width / 2) < size / 2 + free && Math.abs(y - height / 2) < (size * TALL) / 2 + free,
  );
}

export function seating(count: number, width: number, height: number): Seating {
  const corners = width < 640 || height < 420 ? [BOXY, 3.4, ROUND] : [ROUND, 3.4, BOXY];
  for (let size = Math.min(LARGEST, width / 2.2, height / 2.4 / TALL); size > SMALLEST; size *= 0.96)
    for (const corner of corners) {
      const spots = ring(count, width, height, size, corner);
      if (!overlaps(spots, size) && !isCrowded(spots, size, width, height)) return { size, spots };
    }
  return { size: SMALLEST, spots: ring(count, width, height, SMALLEST, BOXY) };
}
