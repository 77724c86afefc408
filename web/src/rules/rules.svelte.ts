// The rules of the game, from the text that the engine is tested against, with a summary in the reader's language.
import markdown from "../../../src/calavera/rules/rules.md?raw";
import { preferences } from "../ui/preferences.svelte";
import { fill } from "../words/book.svelte";
import type { Locale } from "../words/languages.svelte";
import { parse } from "./parse";

export interface Summary {
  title: string;
  text: string;
}

/** The first has no title: it says where the text comes from. */
const [about, ...sections] = parse(markdown);
export { about as ABOUT, sections as SECTIONS };

const FILES = import.meta.glob<Summary[]>("./words/*.json", { import: "default" });

class Summaries {
  #known = $state.raw<Partial<Record<Locale, Summary[]>>>({});

  async load(locale: Locale): Promise<void> {
    const summaries = await FILES[`./words/${locale}.json`]?.();
    if (summaries) this.#known = { ...this.#known, [locale]: summaries };
  }

  /** Of a section; null in English, where the rules themselves can be read. */
  of(section: number): Summary | null {
    const found = this.#known[preferences.locale]?.[section];
    const say = (text: string) => fill(text, preferences.words);
    return found ? { title: say(found.title), text: say(found.text) } : null;
  }
}

export const summaries = new Summaries();
