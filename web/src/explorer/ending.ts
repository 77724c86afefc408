// A position of the solved game as the page has it: seen from one of the two, whoever begins.
import type { EndingOutcome, EndingRound, Seat } from "../wire/messages";
import type { Inputs } from "../words/book.svelte";
import type { Key } from "./words.svelte";

export type Side = "you" | "them";

export interface Player {
  /** 1 to 4. */
  discs: number;
  /** 0 or 1. */
  wins: number;
  /** How likely everybody thinks that the skull is still among them, in millionths. */
  skull: number;
}

export interface Place {
  you: Player;
  them: Player;
  begins: Side;
  /** The moves of the round after the first discs; whoever begins is a. */
  moves: readonly string[];
}

export const CERTAIN = 1_000_000;
export const TRIBE = 4;

/** What blind losses alone would make everybody believe. */
export const natural = (discs: number): number => (discs * CERTAIN) / TRIBE;
export const other = (side: Side): Side => (side === "you" ? "them" : "you");
export const seatOf = (side: Side, begins: Side): Seat => (side === begins ? "a" : "b");
export const sideOf = (seat: Seat, begins: Side): Side => (seat === "a" ? begins : other(begins));

const player = (discs: number, wins = 0): Player => ({ discs, wins, skull: natural(discs) });
export const START: Place = { you: player(3), them: player(3), begins: "you", moves: [] };

/** Two numbers that stand in a link with a dash between, or nothing. */
function pair(text: string, form: RegExp): [number, number] | null {
  const both = text.split("-");
  return both.length === 2 && both.every((part) => form.test(part))
    ? [Number(both[0]), Number(both[1])]
    : null;
}
const DISCS = /^[1-4]$/;
const WINS = /^[01]$/;
const PER_CENT = /^(100(\.0+)?|\d{1,2}(\.\d+)?)$/;
const MOVE = /^[ab][-?1-8]$/;

/** The place that a link names, or null if a part cannot be read; what is not named is as at the start. */
export function readPlace(search: string): Place | null {
  const link = new URLSearchParams(search);
  const part = (name: string, fallback: string) => link.get(name) ?? fallback;
  const discs = pair(part("discs", `${START.you.discs}-${START.them.discs}`), DISCS);
  const wins = pair(part("wins", "0-0"), WINS);
  const begins = part("begins", START.begins);
  const moves = part("moves", "").split(" ").filter(Boolean);
  if (!discs || !wins || !moves.every((move) => MOVE.test(move))) return null;
  if (begins !== "you" && begins !== "them") return null;
  const [you, them] = [player(discs[0], wins[0]), player(discs[1], wins[1])];
  if (link.has("skulls")) {
    const skulls = pair(link.get("skulls")!, PER_CENT);
    if (!skulls) return null;
    // A player who has lost nothing has the skull, whatever the link says.
    for (const [index, one] of [you, them].entries())
      if (one.discs < TRIBE) one.skull = Math.round((skulls[index]! * CERTAIN) / 100);
  }
  return { you, them, begins, moves };
}

const perCent = (millionths: number): string => String(millionths / 10_000);

/** The link to a place: all of it. */
export function addressOf({ you, them, begins, moves }: Place): string {
  const link = new URLSearchParams({
    discs: `${you.discs}-${them.discs}`,
    wins: `${you.wins}-${them.wins}`,
    begins,
    skulls: `${perCent(you.skull)}-${perCent(them.skull)}`,
    ...(moves.length > 0 && { moves: moves.join(" ") }),
  });
  return `/explorer?${link}`;
}

export function nameOf(place: Place): string {
  const [first, second] = [place[place.begins], place[other(place.begins)]];
  return `${first.discs}${second.discs}-${first.wins}${second.wins}`;
}

/** What the server is asked about a place. */
export function questionOf(place: Place): string {
  const [first, second] = [place[place.begins], place[other(place.begins)]];
  return `${nameOf(place)}?${new URLSearchParams({
    first: String(first.skull / CERTAIN),
    second: String(second.skull / CERTAIN),
    ...(place.moves.length > 0 && { moves: place.moves.join(" ") }),
  })}`;
}

export interface Bounds {
  low: number;
  high: number;
}

/** Bounds of the player who begins, as they are for one of the two. */
export function boundsFor(side: Side, begins: Side, { low, high }: Bounds): Bounds {
  return side === begins ? { low, high } : { low: CERTAIN - high, high: CERTAIN - low };
}

/**
 * Bounds as parts of 1, to the hundredth of a per cent: the digits of `calavera solve`. The server
 * rounds them outwards to millionths, so a half was less above and more below.
 */
export const shown = ({ low, high }: Bounds): Bounds => ({
  low: Math.floor(low / 100 + 0.5) / 10_000,
  high: Math.ceil(high / 100 - 0.5) / 10_000,
});

export const middle = ({ low, high }: Bounds): number => (low + high) / 2;

/** What you win if you begin, and if the other does, at the same beliefs. */
export function beginning(round: EndingRound, begins: Side): Record<Side, Bounds> {
  const now = boundsFor("you", begins, round);
  const turned = boundsFor("you", begins, { low: round.turned_low, high: round.turned_high });
  return begins === "you" ? { you: now, them: turned } : { you: turned, them: now };
}

/** How likely each has its skull now. */
export function beliefsOf(round: EndingRound, begins: Side): Record<Side, number> {
  const { first, second } = round.moves.at(-1) ?? round;
  return begins === "you" ? { you: first, them: second } : { you: second, them: first };
}

/** The round after an outcome; none where the game is over. */
export function placeAfter(place: Place, turn: Seat, outcome: EndingOutcome): Place | null {
  if (outcome.following === null) return null;
  const begins = sideOf(turn, place.begins);
  const [first, second, firstWins, secondWins] = outcome.following.replace("-", "").split("");
  const skulls = beliefsOf({ moves: [outcome] } as unknown as EndingRound, place.begins);
  const made = (discs: string, wins: string, skull: number): Player => ({
    discs: Number(discs),
    wins: Number(wins),
    skull,
  });
  const challenger = made(first!, firstWins!, skulls[begins]);
  const rest = made(second!, secondWins!, skulls[other(begins)]);
  const [you, them] = begins === "you" ? [challenger, rest] : [rest, challenger];
  return { you, them, begins, moves: [] };
}

export interface Sentence {
  key: Key;
  inputs?: Inputs;
}

/** The words of a move; `isOpen` says whether somebody has bid before. */
export function moveWords(move: string, begins: Side, isOpen: boolean): Sentence {
  const side = sideOf(move[0] as Seat, begins);
  const what = move.slice(1);
  if (what === "?") return { key: `add_${side}` };
  if (what === "-") return { key: `pass_${side}` };
  return { key: isOpen ? `raise_${side}` : `bid_${side}`, inputs: { number: what } };
}

/** Whether there was a bid among the moves. */
export const hasBid = (moves: readonly string[]): boolean =>
  moves.some((move) => /\d/.test(move[1]!));

/** How sure everybody is, in a word. */
export function certainty(millionths: number): Key {
  const share = millionths / CERTAIN;
  if (share >= 0.9995) return "sure";
  if (share <= 0.0005) return "gone";
  if (share >= 0.9) return "very_likely";
  if (share > 0.6) return "likely";
  if (share >= 0.4) return "even";
  return share > 0.1 ? "unlikely" : "very_unlikely";
}

/** The values of a position as they are for you: a row for each belief about you. */
export function yourMap(rows: readonly (readonly number[])[], begins: Side): number[][] {
  if (begins === "you") return rows.map((row) => [...row]);
  return rows[0]!.map((_, column) => rows.map((row) => CERTAIN - row[column]!));
}
