// What the package's own renderer draws with, from where the pages have it: pieces, colours, the places of
// the seats, words. `npm run drawing` writes it; a test keeps it current.
import { readFileSync } from "node:fs";
import { STITCHING, SUCCESS } from "../../src/art/marks";
import { DEFINITIONS, drawing, type Piece } from "../../src/art/pieces";
import { TRIBES } from "../../src/art/tribes";
import { seating } from "../../src/table/scene/seating";

/** Paths are those of `web`, where scripts and tests run. */
export const TARGET = "../src/calavera/drawing/art.json";

const PIECES: readonly Piece[] = ["back", "flower", "skull", "mat-skull", "mat-flower"];
/** The table of a picture of its own and the one on a card, in pixels. */
const TABLES = { picture: [1000, 760], card: [690, 590] } as const;
const FEWEST_SEATS = 2;
const MOST_SEATS = 12;
/** Small faces in the plates of hands that are known, as in TableScene. */
const FACES = 14;
const LANGUAGES = ["en", "it", "fr", "de", "es"] as const;
/** What a screen reader says of a table, and what the last screen says of a game. */
const WORDS = [
  "round",
  "seat_words",
  "seat_success",
  "word_passed",
  "word_out",
  "turn_of",
  "tell_bid",
  "of_total",
  "on_the_table",
  "flower",
  "skull",
  "end_won",
  "end_second",
  "end_last",
  "end_rounds",
] as const;

/** One entry a line, so that a change can be read. */
function lines(entries: Record<string, unknown>): string {
  const rows = Object.entries(entries).map(
    ([key, value]) => `${JSON.stringify(key)}:${write(value)}`,
  );
  return `{\n${rows.join(",\n")}\n}`;
}

function write(value: unknown): string {
  return isTree(value) ? lines(value) : JSON.stringify(value);
}

/** Whether there are lists or texts below; a leaf is a line. */
function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const read = (path: string) => readFileSync(path, "utf8");
const short = (number: number) => Math.round(number * 1000) / 1000;

function pieces(): Record<string, unknown> {
  return Object.fromEntries(
    TRIBES.map((tribe) => [
      tribe.name,
      {
        body: tribe.palette.body,
        ...Object.fromEntries(PIECES.map((piece) => [piece, drawing(tribe, piece)])),
      },
    ]),
  );
}

/** A colour and how much it covers: renderers of SVG know no `rgb(0 0 0 / 28%)`. */
function colour(text: string): string | [string, number] {
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  if (!parts) return text;
  const [red, green, blue, cover] = parts.slice(1).map(Number) as [number, number, number, number];
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return [`#${hex}`, cover / 100];
}

function themes(css: string): Record<string, unknown> {
  const plain = [...css.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, both]) => [
    name,
    both,
    both,
  ]);
  const pairs = [...css.matchAll(/--([\w-]+): light-dark\((.+), (.+)\);/g)].map((found) =>
    found.slice(1),
  );
  const theme = (which: 1 | 2) =>
    Object.fromEntries([...plain, ...pairs].map((found) => [found[0], colour(found[which]!)]));
  return { day: theme(1), night: theme(2) };
}

function fonts(css: string): Record<string, unknown> {
  const found = [...css.matchAll(/--(display|plain): (.+);/g)];
  return Object.fromEntries(found.map(([, name, stack]) => [name, stack!.replaceAll('"', "'")]));
}

function tables(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(TABLES).map(([name, [width, height]]) => [
      name,
      { area: [width, height], ...byCount(width, height) },
    ]),
  );
}

function byCount(width: number, height: number): Record<string, unknown> {
  const counts = Array.from({ length: MOST_SEATS - FEWEST_SEATS + 1 }, (_, n) => FEWEST_SEATS + n);
  return Object.fromEntries(
    counts.map((count) => {
      const { size, tall, free, spots } = seating(count, width, height, { lines: 1, more: FACES });
      const places = spots.map(({ x, y, inward }) => [x, y, ...inward].map(short));
      return [count, [[size, tall, free.width, free.height].map(short), places]];
    }),
  );
}

interface Variant {
  match: Record<string, string>;
}

/** A message in the words of today; one with a number has a form for one and a form for more. */
function message(told: string | Variant[]): unknown {
  if (typeof told === "string") return told;
  const forms = Object.entries(told[0]!.match).filter(([key]) => !key.includes("words=old"));
  const one = forms.find(([key]) => key.includes("form=one"))?.[1];
  const other = forms.find(([key]) => !key.includes("form=one"))![1];
  return one === undefined ? other : [one, other];
}

function words(): Record<string, unknown> {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const all = JSON.parse(read(`messages/${language}.json`)) as Record<string, string>;
      return [language, Object.fromEntries(WORDS.map((key) => [key, message(all[key]!)]))];
    }),
  );
}

export function exported(): string {
  const css = read("src/ui/tokens.css");
  const whole = {
    fonts: fonts(css),
    themes: themes(css),
    tables: tables(),
    words: words(),
    definitions: DEFINITIONS,
    stitching: STITCHING,
    success: SUCCESS,
    tribes: pieces(),
  };
  return `${lines(whole)}\n`;
}
