// Playing again: everybody says ready, and the host's screen begins when all have.
import type { Session } from "../table/session.svelte";
import type { Room } from "../wire/messages";
import { languages } from "../words/languages.svelte";
import { m } from "../words/words";
import { hurry } from "./start.svelte";

export function rematch(session: Session, onleave: () => void): void {
  hurry(session.code);
  onleave();
}

/** Which other people want another game, in words; nothing where nobody has said so, or it runs. */
export function readyAgain(room: Room, place: number | null): string {
  if (room.phase === "playing") return "";
  const names = room.places
    .filter((each) => each.member !== null && each.place !== place && each.ready)
    .map(({ name }) => name);
  if (names.length === 0) return "";
  const list = new Intl.ListFormat(languages.current.locale).format(names);
  return m.rematch_ready({ names: list, count: names.length });
}
