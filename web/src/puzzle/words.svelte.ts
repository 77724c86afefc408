// The words of the puzzles.
import { Book } from "../words/book.svelte";
import type english from "./words/en.json";

export type Key = keyof typeof english;

export const puzzleWords = new Book<Key>(
  import.meta.glob<Record<Key, string>>("./words/*.json", { import: "default" }),
);
