// The words of the lessons: many, so each language comes by itself and only when it is wanted.
import { preferences } from "../ui/preferences.svelte";
import type { Locale } from "../words/languages.svelte";
import type english from "./words/en.json";

export type Key = keyof typeof english;
type Book = Record<Key, string>;

const BOOKS = import.meta.glob<Book>("./words/*.json", { import: "default" });

/** `[flower|rose]` is the newer box's word and the older one's; `{name}` is put in. */
export function fill(text: string, words: "old" | "new", inputs: Record<string, string | number> = {}): string {
  return text
    .replace(/\[([^[\]|]*)\|([^[\]|]*)\]/g, (_, newer: string, older: string) => (words === "old" ? older : newer))
    .replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name] ?? ""));
}

class LessonWords {
  #books = $state.raw<Partial<Record<Locale, Book>>>({});
  #locale = $state<Locale | null>(null);

  /** Fetches the language that is wanted now; the one before stays until it is here. */
  async load(locale: Locale): Promise<void> {
    const book = await BOOKS[`./words/${locale}.json`]!();
    this.#books = { ...this.#books, [locale]: book };
    if (preferences.locale === locale || this.#locale === null) this.#locale = locale;
  }

  get ready(): boolean {
    return this.#locale !== null;
  }

  say = (key: Key, inputs?: Record<string, string | number>): string => {
    const book = this.#books[preferences.locale] ?? (this.#locale && this.#books[this.#locale]);
    return book ? fill(book[key], preferences.words, inputs) : "";
  };
}

export const lessonWords = new LessonWords();
