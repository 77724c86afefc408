// From the server's counts to what is drawn.
import type { Statistics } from "../wire/messages";

/** A count out of a total. */
export interface Share {
  hits: number;
  tries: number;
}

export interface Bar extends Share {
  /** A number of discs or players, or a name. */
  label: string;
  /** What chance alone would give. */
  fair?: number;
  /** A bot's kind; a person has none. */
  bot?: string | null;
}

export interface Plot {
  key: "sizes" | "success" | "bluffs" | "believed" | "rivals";
  /** What the labels count. */
  unit: "players" | "bid" | "name";
  bars: Bar[];
}

/** Below this many tries a share says little: it is drawn faded. */
export const FEW = 10;
/** More names would make a list, not a picture. */
export const MOST_NAMES = 6;

const sum = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((total, item) => total + value(item), 0);

export const shareOf = ({ hits, tries }: Share): number => (tries > 0 ? hits / tries : 0);

/** The 95 % interval of a share, by Wilson. */
export function intervalOf({ hits, tries }: Share): [number, number] {
  if (tries === 0) return [0, 1];
  const z = 1.96;
  const share = hits / tries;
  const middle = share + (z * z) / (2 * tries);
  const reach = z * Math.sqrt((share * (1 - share)) / tries + (z * z) / (4 * tries * tries));
  const scale = 1 + (z * z) / tries;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

/** The figures of the head line, over all sizes and bids. */
export function headOf(figures: Statistics): Record<"wins" | Plot["key"], Share> {
  const { bids, attempts } = figures;
  const wins = { hits: figures.wins, tries: figures.games };
  return {
    wins,
    sizes: wins,
    rivals: wins,
    success: {
      hits: sum(attempts, (each) => each.successes),
      tries: sum(attempts, (each) => each.attempts),
    },
    bluffs: { hits: sum(bids, (each) => each.bluffs), tries: sum(bids, (each) => each.bids) },
    believed: {
      hits: sum(bids, (each) => each.believed),
      tries: sum(bids, (each) => each.answered),
    },
  };
}

/** Bluffs that somebody raised: of all bids that were believed, how many were bluffs. */
export const fooledOf = ({ bids }: Statistics): number => sum(bids, (each) => each.fooled);

export function plotsOf(figures: Statistics): Plot[] {
  const plots: Plot[] = [
    {
      key: "sizes",
      unit: "players",
      bars: figures.sizes.map(({ players, games, wins }) => ({
        label: String(players),
        hits: wins,
        tries: games,
        fair: 1 / players,
      })),
    },
    {
      key: "success",
      unit: "bid",
      bars: figures.attempts.map(({ bid, attempts, successes }) => ({
        label: String(bid),
        hits: successes,
        tries: attempts,
      })),
    },
    {
      key: "bluffs",
      unit: "bid",
      bars: figures.bids.map(({ number, bids, bluffs }) => ({
        label: String(number),
        hits: bluffs,
        tries: bids,
      })),
    },
    {
      key: "believed",
      unit: "bid",
      bars: figures.bids
        .filter(({ answered }) => answered > 0)
        .map(({ number, answered, believed }) => ({
          label: String(number),
          hits: believed,
          tries: answered,
        })),
    },
    {
      key: "rivals",
      unit: "name",
      bars: figures.rivals.slice(0, MOST_NAMES).map(({ name, bot, games, wins }) => ({
        label: name,
        hits: wins,
        tries: games,
        bot,
      })),
    },
  ];
  return plots.filter(({ bars }) => bars.length > 0);
}
