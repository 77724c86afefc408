// The words for players who look elsewhere or are out.
import { preferences } from "../ui/preferences.svelte";
import { Book } from "../words/book.svelte";

export type Key =
  | "ask"
  | "yes"
  | "no"
  | "switch"
  | "denied"
  | "moves"
  | "now"
  | "over"
  | "guess"
  | "right"
  | "wrong"
  | "meanwhile";

export const awayWords = new Book<Key>(
  import.meta.glob<Record<Key, string>>("./words/*.json", { import: "default" }),
);

/** Called by a component that needs them. */
export function useWords(): void {
  $effect(() => void awayWords.load(preferences.locale).catch(() => {}));
}
