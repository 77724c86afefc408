// Games that were passed round on this device, or played on it without the server, kept here after
// their end and nowhere else.
//
// No list on the server can have them. The record is kept as text: it can be replayed when the table
// is long gone.
import { keptGame } from "../pass/kept";
import { record } from "../wire/http";

export interface DeviceGame {
  code: string;
  number: number;
  ended: number;
  names: string[];
  /** Our own index among the names; without one on a device that was passed round. */
  place?: number | null;
  /** The index of the winner among the names. */
  winner: number;
  rounds: number;
  /** In the notation. */
  record: string;
}

/** Whose address names a game of this device; no table has such a code. */
export const DEVICE = "~";
const PLACE = "calavera-device-games";
export const MOST_KEPT = 30;

type Store = Pick<Storage, "getItem" | "setItem">;

export function deviceGames(storage: Store = localStorage): DeviceGame[] {
  try {
    const kept = JSON.parse(storage.getItem(PLACE) ?? "[]") as DeviceGame[];
    return kept.filter(
      (game) =>
        typeof game?.record === "string" &&
        typeof game.ended === "number" &&
        Array.isArray(game.names) &&
        game.names.every((name) => typeof name === "string"),
    );
  } catch {
    return []; // storage may be forbidden, or hold something else
  }
}

function keep(games: readonly DeviceGame[], storage: Store): void {
  try {
    storage.setItem(PLACE, JSON.stringify(games.slice(0, MOST_KEPT)));
  } catch {
    // Without storage nothing is kept.
  }
}

/** Keeps a game, the latest first; a game that is kept already is not kept twice. */
export function addGame(game: DeviceGame, storage: Store = localStorage): void {
  keep([game, ...withoutGame(game, storage)], storage);
}

export function removeGame(game: DeviceGame, storage: Store = localStorage): void {
  keep(withoutGame(game, storage), storage);
}

const withoutGame = ({ code, number }: DeviceGame, storage: Store) =>
  deviceGames(storage).filter((each) => each.code !== code || each.number !== number);

/** What an address of the replay page names: `~/` and when the game ended. */
export const deviceRecord = (ended: string, storage: Store = localStorage): string | null =>
  deviceGames(storage).find((game) => String(game.ended) === ended)?.record ?? null;

export const deviceAddress = ({ ended }: DeviceGame): string => `/replay/${DEVICE}/${ended}`;

/** A record from the server; a game on one device belongs to the people whose tokens lie here. */
export function fetchRecord(code: string, number: string): Promise<string> {
  const kept = keptGame();
  return record(code, number, kept?.code === code ? kept.people[0]?.token : undefined);
}

/** Fetches the record of a game that has just ended here, and keeps it. */
export async function remember(game: Omit<DeviceGame, "record" | "ended">): Promise<void> {
  const isKept = deviceGames().some(
    ({ code, number }) => code === game.code && number === game.number,
  );
  if (isKept) return;
  const text = await fetchRecord(game.code, String(game.number));
  addGame({ ...game, ended: Date.now(), record: text });
}
