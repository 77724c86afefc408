// The words of a device that plays by itself.
import { preferences } from "../ui/preferences.svelte";
import { Book } from "../words/book.svelte";
import type english from "./words/en.json";

export type Key = keyof typeof english;

export const deviceWords = new Book<Key>(
  import.meta.glob<Record<Key, string>>("./words/*.json", { import: "default" }),
);

/** For a component that says them, in whatever language is chosen. */
export function useWords(): void {
  $effect(() => void deviceWords.load(preferences.locale).catch(() => {}));
}
