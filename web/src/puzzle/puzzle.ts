// The puzzle of a day: how it comes, what is kept of it on this device, and the line to share.
import type { Choice } from "../review/review";
import { call } from "../wire/http";
import type { Action, HintReason, Retelling, Seat } from "../wire/messages";
import { unfolded, type Replay } from "../wire/retelling";

interface Told {
  number: number;
  count: number;
  day: string;
  seat: Seat;
  answer: Action;
  choices: Choice[];
  margin: number;
  exact: boolean;
  level: "easy" | "medium" | "hard";
  reasons: HintReason[];
}

export interface Puzzle extends Told {
  replay: Replay;
}

const PLACE = "calavera-puzzles";
const DAY = 86_400_000;

/** The date on this device, `2026-11-18`. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export async function fetchPuzzle(day: string): Promise<Puzzle> {
  const told = await call<Told & { replay: Retelling }>("GET", `/api/puzzles/${day}`);
  return { ...told, replay: unfolded(told.replay) };
}

export const isSame = (one: Action, other: Action) => key(one) === key(other);
export const key = (action: Action) => JSON.stringify(Object.entries(action).sort());

/** Days solved on this device, with the number of wrong tries. */
export type Solved = Record<string, number>;

/** The wrong tries of the day that was tried last. */
interface Tries {
  day: string;
  wrong: Action[];
}

/** What this device keeps: a number for each solved day, and `tries`. */
function kept(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  } catch {
    return {}; // storage may be forbidden, or hold something else
  }
}

function keep(solved: Solved, tries: Tries): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...solved, tries }));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export function keptSolved(): Solved {
  return Object.fromEntries(
    Object.entries(kept()).filter(
      (entry): entry is [string, number] =>
        /^\d{4}-\d\d-\d\d$/.test(entry[0]) && typeof entry[1] === "number",
    ),
  );
}

export function keptTries(day: string): Action[] {
  const tries = kept()["tries"] as Partial<Tries> | null | undefined;
  if (tries?.day !== day || !Array.isArray(tries.wrong)) return [];
  return tries.wrong.filter((action) => action !== null && typeof action === "object");
}

/** Keeps the wrong tries of a day with those of other tabs; returns all of them. */
export function keepTries(day: string, wrong: Action[]): Action[] {
  const all = [...keptTries(day)];
  for (const action of wrong) if (!all.some((one) => isSame(one, action))) all.push(action);
  keep(keptSolved(), { day, wrong: all });
  return all;
}

/** Keeps a solved day; the first result of a day stays. */
export function keepSolved(day: string, wrong: number): Solved {
  const solved = { [day]: wrong, ...keptSolved() };
  keep(solved, { day, wrong: keptTries(day) });
  return solved;
}

/** How many days in a row were solved, up to this one or the one before. */
export function streak(solved: Solved, day: string): number {
  const before = (date: string) => new Date(Date.parse(date) - DAY).toISOString().slice(0, 10);
  let at = day in solved ? day : before(day);
  let count = 0;
  while (at in solved) {
    count += 1;
    at = before(at);
  }
  return count;
}

/** The result without its answer: a skull for each wrong try, a flower at last. */
export const shareLine = (puzzle: Pick<Told, "day" | "number">, wrong: number) =>
  `Calavera ${puzzle.day} · ${"☠".repeat(wrong)}✿`;
