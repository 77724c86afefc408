// A review as the server sends it, and which words say what it says. Chances are in thousandths.
import { ask, CallRefused } from "../wire/http";
import type { Action, Disc, HintReason, Reason, Seat } from "../wire/messages";
import type { Inputs } from "../words/book.svelte";
import type { Key } from "./words.svelte";

export const WHOLE = 1000;

export type Grade = "best" | "good" | "slip" | "mistake" | "blunder";

export interface Choice {
  action: Action;
  share: number;
  wins: number | null;
}

export interface Decision {
  step: number;
  round: number;
  seat: Seat;
  action: Action;
  choices: Choice[];
  wins: number;
  loss: number;
  low: number;
  high: number;
  exact: boolean;
  grade: Grade;
  reasons: HintReason[];
}

/** For each step the chance of every player. */
export type Curve = number[][];

export interface Account {
  player: number;
  share: number;
  start: number;
  skill: number;
  gifts: number;
  blind: number;
  flips: number;
  hidden: number;
  result: number;
}

export type Moment = { step: number; seat: Seat } & (
  | { type: "bluff"; bid: number; victim: Seat; is_own_skull: boolean }
  | { type: "read"; bid: number; chance: number; skulls: number }
  | { type: "raise"; bid: number; loss: number }
  | { type: "blunder"; loss: number }
  | { type: "blind"; taker: Seat; disc: Disc; change: number }
  | { type: "all-along"; owner: Seat; bid: number }
  | { type: "swing"; before: number; after: number }
);

export interface Review {
  names: string[];
  winner: number;
  decisions: Decision[];
  curves: { public: Curve; open: Curve; players: Curve[] };
  /** For each viewpoint the half-width of its band, times √(p(1 − p)) at a chance of p. */
  bands: { public: number; player: number; open: number; few: number };
  /** The steps with few discs, which have a band of their own. */
  few: number[];
  brackets: { step: number; player: number; low: number; high: number }[];
  accounts: Account[];
  moments: Moment[];
}

type Line =
  { done: number; total: number } | { review: Review } | { refused: Reason; detail: string };

/** Reviews a finished game in the notation; tells how far it has come, from 0 to 1. */
export async function fetchReview(
  text: string,
  onprogress: (part: number) => void,
  signal?: AbortSignal,
): Promise<Review> {
  const response = await ask("/api/review", {
    method: "POST",
    body: text,
    headers: { "content-type": "text/plain" },
    ...(signal && { signal }),
  });
  if (!response.ok || !response.body) {
    const told = (await response.json().catch(() => ({}))) as { reason?: Reason; detail?: string };
    throw new CallRefused(told.reason ?? "busy", told.detail ?? "");
  }
  for await (const line of linesOf(response.body)) {
    const told = JSON.parse(line) as Line;
    if ("review" in told) return told.review;
    if ("done" in told) onprogress(told.done / told.total);
  }
  throw new CallRefused("busy", "");
}

export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
    if (done) break;
  }
  if (rest) yield rest;
}

/** The points of one player's line in a box of that size, `x,y x,y`: 1 is at the top. */
export function lineOf(curve: Curve, player: number, width: number, height: number): string {
  const last = Math.max(curve.length - 1, 1);
  return curve
    .map((point, step) => {
      const chance = (point[player] ?? 0) / WHOLE;
      return `${round((step / last) * width)},${round((1 - chance) * height)}`;
    })
    .join(" ");
}

/** How far a chance may be off, in thousandths: 9 of 10 are not further. */
export function marginOf(chance: number, band: number): number {
  const part = chance / WHOLE;
  return WHOLE * band * Math.sqrt(part * (1 - part));
}

/** The width of a band at every step, from one viewpoint: none where the chance is proven. */
export function bandsOf(
  { bands, few, brackets, curves }: Review,
  viewpoint: "public" | "player" | "open",
): number[] {
  const found = curves.public.map(() => bands[viewpoint]);
  for (const step of few) found[step] = bands.few;
  if (viewpoint === "public") for (const { step } of brackets) found[step] = 0;
  return found;
}

/** The outline of the band around one player's line. */
export function bandOf(
  curve: Curve,
  player: number,
  bands: readonly number[],
  width: number,
  height: number,
): string {
  const edge = (sign: number) =>
    curve.map((point, step) => {
      const chance = point[player] ?? 0;
      const margin = sign * marginOf(chance, bands[step] ?? 0);
      return [Math.min(Math.max(chance + margin, 0), WHOLE)];
    });
  const back = lineOf(edge(-1), 0, width, height).split(" ").reverse();
  return `${lineOf(edge(1), 0, width, height)} ${back.join(" ")}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The step under a place of the curve, as a part of its width. */
export const stepAt = (part: number, curve: Curve) =>
  Math.round(Math.min(Math.max(part, 0), 1) * (curve.length - 1));

export const isError = ({ grade }: Decision) =>
  grade === "slip" || grade === "mistake" || grade === "blunder";

export interface Sentence {
  key: Key;
  inputs: Inputs;
}

const formats = new Map<string, Intl.NumberFormat>();
/** A formatter, made once: a review writes hundreds of numbers. */
function format(locale: string, digits: number, options: Intl.NumberFormatOptions) {
  const key = [locale, digits, ...Object.values(options)].join();
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...options,
    });
  formats.set(key, made);
  return made;
}

/** Thousandths as percentage points with one digit, in the reader's language. */
export const points = (thousandths: number, locale: string, sign = false) =>
  format(locale, 1, { signDisplay: sign ? "exceptZero" : "auto" })
    .format(thousandths / 10)
    .replace("-", "−");

/** A chance in thousandths as the language writes per cent. */
export const percent = (thousandths: number, locale: string, digits = 0) =>
  format(locale, digits, { style: "percent" }).format(thousandths / WHOLE);

/** A key moment in words. */
export function momentWords(
  moment: Moment,
  name: (seat: Seat) => string,
  locale: string,
): Sentence {
  const inputs: Inputs = { name: name(moment.seat) };
  switch (moment.type) {
    case "bluff":
      return {
        key: moment.is_own_skull ? "bluff_own" : "bluff",
        inputs: { ...inputs, bid: moment.bid, other: name(moment.victim) },
      };
    case "read":
      return {
        key: moment.skulls === 1 ? "read_1" : "read",
        inputs: {
          ...inputs,
          bid: moment.bid,
          skulls: moment.skulls,
          chance: percent(moment.chance, locale),
        },
      };
    case "raise":
      return {
        key: "raise",
        inputs: { ...inputs, bid: moment.bid, loss: points(moment.loss, locale) },
      };
    case "blunder":
      return { key: "blunder_moment", inputs: { ...inputs, loss: points(moment.loss, locale) } };
    case "blind":
      return {
        key: `blind_${moment.disc}_${moment.change > 0 ? "lucky" : "unlucky"}`,
        inputs: {
          ...inputs,
          other: name(moment.taker),
          change: points(moment.change, locale, true),
        },
      };
    case "all-along":
      return {
        key: "all-along",
        inputs: {
          ...inputs,
          other: name(moment.owner),
          bid: moment.bid,
          reached: moment.bid - 1,
        },
      };
    case "swing":
      return {
        key: "swing",
        inputs: {
          ...inputs,
          before: percent(moment.before, locale),
          after: percent(moment.after, locale),
        },
      };
  }
}

/** What was luck, all parts together. */
export const luckOf = ({ start, blind, flips, hidden }: Account) => start + blind + flips + hidden;
