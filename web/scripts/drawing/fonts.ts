// The fonts of the pages for a renderer that reads TrueType only. A WOFF is the same tables, packed.
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

export const FONTS = "../src/calavera/drawing/fonts";
const SOURCES = [
  "alegreya-sans/files/alegreya-sans-latin-500-normal",
  "alegreya-sans/files/alegreya-sans-latin-800-normal",
  "grenze-gotisch/files/grenze-gotisch-latin-700-normal",
];
/** What the pages call the families; a weight calls itself "Alegreya Sans Medium". */
const FAMILIES = ["Alegreya Sans", "Grenze Gotisch"];
const FAMILY = 1;
/** Both fonts have their lining figures ten glyphs after those that hang. */
const LINING = 10;
const HEADER = 12;
const ENTRY = 16;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;

/** Each file by its name. */
export function fonts(): Record<string, Buffer> {
  return Object.fromEntries(
    SOURCES.map((source) => [
      `${source.split("/").at(-1)}.ttf`,
      unpacked(readFileSync(`node_modules/@fontsource/${source}.woff`)),
    ]),
  );
}

function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const directory = Buffer.alloc(HEADER + ENTRY * count);
  woff.copy(directory, 0, 4, 8); // which kind of font it is
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(ENTRY << power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(ENTRY * count - (ENTRY << power), 10);
  const parts = [directory];
  let at = directory.length;
  for (let number = 0; number < count; number += 1) {
    const from = WOFF_HEADER + WOFF_ENTRY * number;
    const [offset, packed, length, sum] = [4, 8, 12, 16].map((n) =>
      woff.readUInt32BE(from + n),
    ) as [number, number, number, number];
    const table = woff.subarray(offset, offset + packed);
    const to = HEADER + ENTRY * number;
    woff.copy(directory, to, from, from + 4);
    directory.writeUInt32BE(sum, to + 4);
    directory.writeUInt32BE(at, to + 8);
    directory.writeUInt32BE(length, to + 12);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(table) : table).copy(padded);
    const tag = woff.toString("latin1", from, from + 4);
    if (tag === "name") cutFamily(padded);
    if (tag === "cmap") lineFigures(padded);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

/** Cuts the name of the family down to what the pages call it: it begins with that. */
function cutFamily(names: Buffer): void {
  const [count, texts] = [names.readUInt16BE(2), names.readUInt16BE(4)];
  for (let at = 6; at < 6 + 12 * count; at += 12) {
    if (names.readUInt16BE(at + 6) !== FAMILY) continue;
    const start = texts + names.readUInt16BE(at + 10);
    const bytes = names.subarray(start, start + names.readUInt16BE(at + 8));
    const name = Buffer.from(bytes).swap16().toString("utf16le");
    const family = FAMILIES.find((each) => name.startsWith(each));
    if (!family) throw new Error(`${name}: no family of the pages`);
    names.writeUInt16BE(2 * family.length, at + 8);
  }
}

/** The renderer cannot choose lining figures (`lnum`), so they become the usual ones. */
function lineFigures(map: Buffer): void {
  for (const at of new Set(offsets(map))) {
    const size = map.readUInt16BE(at + 6); // of each list below, in bytes
    const [ends, starts, deltas] = [14, 16 + size, 16 + 2 * size].map((from) => at + from) as [
      number,
      number,
      number,
    ];
    for (let n = 0; n < size; n += 2) {
      const range = String.fromCharCode(map.readUInt16BE(starts + n), map.readUInt16BE(ends + n));
      if (range === "09") map.writeInt16BE(map.readInt16BE(deltas + n) + LINING, deltas + n);
    }
  }
}

/** Where the parts of a map are; all have format 4. */
function offsets(map: Buffer): number[] {
  const count = map.readUInt16BE(2);
  return Array.from({ length: count }, (_, number) => map.readUInt32BE(8 + 8 * number));
}
