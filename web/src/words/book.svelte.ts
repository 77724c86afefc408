// Words of one part of the pages: many, so each language comes by itself and only when it is wanted.
import { preferences } from "../ui/preferences.svelte";
import type { Locale } from "./languages.svelte";

export type Inputs = Record<string, string | number>;

/**
 * `[flower|rose]` is the newer box's word and the older one's; `{name}` is put in.
 * No line begins with the sign that a space stands before in French, nor with a per cent sign.
 */
export function fill(text: string, words: "old" | "new", inputs: Inputs = {}): string {
  return text
    .replace(/\[([^[\]|]*)\|([^[\]|]*)\]/g, (_, newer: string, older: string) =>
      words === "old" ? older : newer,
    )
    .replace(/ (?=[:;!?»%])|(?<=«) /g, "\u00a0")
    .replace(/\{(\w+)\}/g, (_, name: string) => String(inputs[name] ?? ""));
}

export class Book<Key extends string> {
  #files: Record<string, () => Promise<Record<Key, string>>>;
  #pages = $state.raw<Partial<Record<Locale, Record<Key, string>>>>({});
  #locale = $state<Locale | null>(null);

  /** The files of a folder `words`, one for each language, from `import.meta.glob`. */
  constructor(files: Record<string, () => Promise<Record<Key, string>>>) {
    this.#files = files;
  }

  /** Fetches the language that is wanted now; the one before stays until it is here. */
  async load(locale: Locale): Promise<void> {
    const pages = await this.#files[`./words/${locale}.json`]!();
    this.#pages = { ...this.#pages, [locale]: pages };
    if (preferences.locale === locale || this.#locale === null) this.#locale = locale;
  }

  get ready(): boolean {
    return this.#locale !== null;
  }

  say = (key: Key, inputs?: Inputs): string => {
    const pages = this.#pages[preferences.locale] ?? (this.#locale && this.#pages[this.#locale]);
    return pages ? fill(pages[key], preferences.words, inputs) : "";
  };
}
