// The words of the explorer.
import { Book } from "../words/book.svelte";
import type english from "./words/en.json";

export type Key = keyof typeof english;

export const explorerWords = new Book<Key>(
  import.meta.glob<Record<Key, string>>("./words/*.json", { import: "default" }),
);
