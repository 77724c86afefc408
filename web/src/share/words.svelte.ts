// The words around a picture that is shared.
import { Book } from "../words/book.svelte";

export type Key = "drawing" | "failed" | "send" | "save";

export const shareWords = new Book<Key>(
  import.meta.glob<Record<Key, string>>("./words/*.json", { import: "default" }),
);
