// What a browser keeps of a table: where it was, and for this window what was said there.
import type { Line } from "../table/session.svelte";

const TABLE = "calavera-table";
const TALK = "calavera-talk-";
const PASTIME = "calavera-pastime";
const MOST_LINES = 60;

/** Storage may be forbidden, or hold something else: then nothing is kept. */
function quietly<Value>(task: () => Value, otherwise: Value): Value {
  try {
    return task();
  } catch {
    return otherwise;
  }
}

/** The table where we last played. */
export const lastTable = {
  get: (): string | null =>
    quietly(() => /^[A-Z]{4,12}$/.exec(localStorage.getItem(TABLE) ?? "")?.[0] ?? null, null),
  set: (code: string): void => quietly(() => localStorage.setItem(TABLE, code), undefined),
  forget: (): void => quietly(() => localStorage.removeItem(TABLE), undefined),
};

/** The table of a game that this window plays while another one goes on: the way back leads to the other. */
export const pastime = {
  is: (code: string): boolean => quietly(() => sessionStorage.getItem(PASTIME) === code, false),
  set: (code: string): void => quietly(() => sessionStorage.setItem(PASTIME, code), undefined),
};

export function keepTalk(code: string, talk: readonly Line[]): void {
  quietly(
    () => sessionStorage.setItem(TALK + code, JSON.stringify(talk.slice(-MOST_LINES))),
    undefined,
  );
}

export function keptTalk(code: string): Line[] {
  return quietly(() => {
    const kept = JSON.parse(sessionStorage.getItem(TALK + code) ?? "[]") as Line[];
    return kept.every((line) => typeof line.text === "string" && typeof line.name === "string")
      ? kept
      : [];
  }, []);
}
