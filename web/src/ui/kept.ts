// What a browser keeps of a table: where it was, and for this window what was said there.
import type { Line } from "../table/session.svelte";
import { HERE } from "../wire/place";

const TABLE = "calavera-table";
const TABLE_HERE = "calavera-table-here";
const NAME = "calavera-name";
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

const keptCode = (key: string) => ({
  get: (): string | null =>
    quietly(() => /^~?[A-Z]{4,12}$/.exec(localStorage.getItem(key) ?? "")?.[0] ?? null, null),
  set: (code: string): void => quietly(() => localStorage.setItem(key, code), undefined),
  forget: (): void => quietly(() => localStorage.removeItem(key), undefined),
});

/** The table where we last played. */
export const lastTable = keptCode(TABLE);
/** The same for tables of this device, where the server has tables as well. */
export const lastTableHere = keptCode(TABLE_HERE);
/** The one of the two that a code belongs to. */
export const lastTableOf = (code: string) => (code.startsWith(HERE) ? lastTableHere : lastTable);

/** The table of a game that this window plays while another one goes on: the way back leads to the other. */
export const pastime = {
  is: (code: string): boolean => quietly(() => sessionStorage.getItem(PASTIME) === code, false),
  set: (code: string): void => quietly(() => sessionStorage.setItem(PASTIME, code), undefined),
};

/** What the server called us last. */
export const lastName = {
  get: (): string => quietly(() => localStorage.getItem(NAME) ?? "", ""),
  set: (name: string): void => quietly(() => localStorage.setItem(NAME, name), undefined),
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
