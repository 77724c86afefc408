// How large the letters of a name are: they give way before it is broken or cut.

/** How wide a letter in bold type is, as a part of its size. */
const LETTER = 0.62;
/** Smaller ones cannot be read, in pixels. */
const SMALLEST = 10;

/** The size of type, in pixels: the usual one, or the one in which the longest part has room. */
export function typeFor(
  name: string,
  { width, lines, usual }: { width: number; lines: 1 | 2; usual: number },
): number {
  const parts = lines === 2 ? name.split(/\s+/) : [name];
  const longest = Math.max(...parts.map(({ length }) => length));
  // In two lines a word is broken that would have to be too small for one.
  const letters = Math.min(longest, Math.ceil(name.length / lines) + 1);
  return Math.max(SMALLEST, Math.min(usual, width / (letters * LETTER)));
}
