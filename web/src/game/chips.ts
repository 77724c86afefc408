// The numbers that can be said with one tap: as many as have room in one row.

/** In pixels; a chip is never narrower than a thumb. */
const CHIP = 44;
const GAP = 6;
const MOST = 10;
const FEWEST = 3;

export interface Chips {
  shown: number[];
  /** The first number that has no chip; none where all have one. */
  next: number | null;
}

/** The chips that fit into a row of this width in pixels; before it is measured it counts as wide. */
export function chipsOf(numbers: readonly number[], width: number): Chips {
  const fit = width > 0 ? Math.floor((width + GAP) / (CHIP + GAP)) : MOST;
  const room = Math.min(MOST, Math.max(FEWEST, fit));
  if (numbers.length <= room) return { shown: [...numbers], next: null };
  return { shown: numbers.slice(0, room - 1), next: numbers[room - 1]! };
}
