// The words of the coach.
import { Book } from "../words/book.svelte";
import type { Key } from "./coach";

export const coachWords = new Book<Key>(
  import.meta.glob<Record<Key, string>>("./words/*.json", { import: "default" }),
);
