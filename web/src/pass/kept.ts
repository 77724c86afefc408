// A game on one device, kept so that a reload, a call or a dead battery does not end it.
//
// The tokens of all players lie in this browser's localStorage, not in sessionStorage: a phone that
// goes round is locked, put away and has its pages thrown out of memory, and a session ends with the
// page. They are worth one game among people in one room; whoever has the device has it anyway. They
// are forgotten when the game is left.
import type { Settings } from "../wire/messages";

export interface Person {
  name: string;
  token: string;
}

export interface KeptGame {
  code: string;
  /** The token that opened the table. It has no seat, so it sees what the public sees. */
  dealer: string;
  people: Person[];
}

const PLACE = "calavera-one-device";
export const LONGEST_NAME = 24;

export function keptGame(storage: Pick<Storage, "getItem"> = localStorage): KeptGame | null {
  try {
    const kept = JSON.parse(storage.getItem(PLACE) ?? "null") as Partial<KeptGame> | null;
    const isWhole =
      typeof kept?.code === "string" &&
      typeof kept.dealer === "string" &&
      Array.isArray(kept.people) &&
      kept.people.every((each) => typeof each?.name === "string" && typeof each.token === "string");
    return isWhole ? (kept as KeptGame) : null;
  } catch {
    return null; // storage may be forbidden, or hold something else
  }
}

export function keepGame(
  game: KeptGame | null,
  storage: Pick<Storage, "setItem" | "removeItem"> = localStorage,
): void {
  try {
    if (game) storage.setItem(PLACE, JSON.stringify(game));
    else storage.removeItem(PLACE);
  } catch {
    // Without storage the game lasts as long as the page.
  }
}

/** The names as the table takes them: short, without commas, each different. */
export function namesFor(wanted: readonly string[], usual: (place: number) => string): string[] {
  const taken: string[] = [];
  for (const [place, name] of wanted.entries()) {
    const plain =
      name.replaceAll(",", " ").replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME) ||
      usual(place + 1);
    let free = plain;
    for (let count = 2; taken.includes(free); count += 1)
      free = `${plain.slice(0, LONGEST_NAME - 3)} ${count}`;
    taken.push(free);
  }
  return taken;
}

export function settingsFor(players: number, twoTribes: boolean, inTurn: boolean): Settings {
  return {
    players,
    tribes: twoTribes ? 2 : 1,
    placement: inTurn ? "first-last" : "simultaneous",
    // A device may lie on the table while people eat: no bot takes a seat for that.
    clock: { move: 600, reserve: 3600 },
    // Long enough to ask round the table; the common screen ends it earlier.
    showing: 60,
    opens: true,
    spectators: false,
    listed: false,
    talk: false,
    pace: "usual",
    guest_bots: true,
  };
}
