// The languages that this page has learned. English comes with it, another one when it is wanted.
import * as english from "./compiled/messages/en.js";
import type { locales } from "./compiled/runtime.js";

export type Locale = (typeof locales)[number];
type Language = typeof english;

const TEACHERS: Record<Exclude<Locale, "en">, () => Promise<Language>> = {
  it: () => import("./compiled/messages/it.js"),
  fr: () => import("./compiled/messages/fr.js"),
  de: () => import("./compiled/messages/de.js"),
  es: () => import("./compiled/messages/es.js"),
};

class Languages {
  /** The one that the page speaks now; a switch repaints all words by itself. */
  current = $state.raw<{ locale: Locale; language: Language }>({ locale: "en", language: english });
  #wanted: Locale = "en";

  /** Learns a language and speaks it; where it cannot be had, the page goes on as before. */
  async speak(locale: Locale): Promise<void> {
    this.#wanted = locale;
    if (locale === this.current.locale) return;
    const language = locale === "en" ? english : await TEACHERS[locale]();
    // Somebody may have wished for another one meanwhile.
    if (this.#wanted === locale) this.current = { locale, language };
  }
}

export const languages = new Languages();

/** Every message asks for it as it is read. */
export const spoken = (): Language => languages.current.language;
