// The pixels of the heat map.
import { CERTAIN } from "./ending";

export type Rgb = [number, number, number];

/** One pixel for each pair of beliefs: yours to the right, the other's upwards. */
export function paint(
  values: readonly (readonly number[])[],
  [lose, even, win]: readonly [Rgb, Rgb, Rgb],
): Uint8ClampedArray<ArrayBuffer> {
  const [wide, tall] = [values.length, values[0]!.length];
  const pixels = new Uint8ClampedArray(wide * tall * 4);
  for (let x = 0; x < wide; x++)
    for (let y = 0; y < tall; y++) {
      const share = (2 * values[x]![y]!) / CERTAIN;
      const [near, far, part] = share < 1 ? [lose, even, share] : [even, win, share - 1];
      const mixed = near.map((level, index) => level + (far[index]! - level) * part);
      pixels.set([...mixed, 255], ((tall - 1 - y) * wide + x) * 4);
    }
  return pixels;
}
