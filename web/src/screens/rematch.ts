// Playing again: everybody says ready, and the host's screen begins when all have.
import type { Session } from "../table/session.svelte";
import { hurry } from "./start.svelte";

export function rematch(session: Session, onleave: () => void): void {
  hurry(session.code);
  onleave();
}
