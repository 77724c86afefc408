// What a person wants from this device; kept in the browser, told to nobody.
import type { Skin } from "../art/pieces";
import { locales, overwriteGetLocale } from "../words/compiled/runtime.js";
import { languages, type Locale } from "../words/languages.svelte";

export type Theme = "auto" | "night" | "day";

interface Kept {
  locale: Locale;
  theme: Theme;
  skin: Skin;
  olderWords: boolean;
  /** The rulebook's nicknames for players, such as "the cop". */
  slang: boolean;
  sound: boolean;
  vibration: boolean;
  /** Whether bots are heard. */
  botsTalk: boolean;
  /** Discs lie face down until they are held: for playing in one room. */
  peek: boolean;
  calm: boolean;
}

/** Each language in its own words. */
export const LANGUAGES: Record<Locale, string> = {
  en: "English",
  it: "Italiano",
  fr: "Français",
  de: "Deutsch",
  es: "Español",
};

const PLACE = "calavera";

function understood(): Locale {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag): tag is Locale => (locales as readonly string[]).includes(tag)) ?? "en";
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
  } catch {
    // A browser may forbid storage, or somebody wrote something else there.
    return {};
  }
}

const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

class Preferences implements Kept {
  locale = $state<Locale>(understood());
  theme = $state<Theme>("auto");
  skin = $state<Skin>("discs");
  olderWords = $state(false);
  slang = $state(false);
  sound = $state(true);
  vibration = $state(true);
  botsTalk = $state(true);
  peek = $state(false);
  calm = $state(wantsCalm.matches);

  constructor() {
    const before = kept();
    if (before.locale && !locales.includes(before.locale)) delete before.locale;
    Object.assign(this, before);
    wantsCalm.addEventListener("change", () => (this.calm = wantsCalm.matches));
  }

  keep(): void {
    const { locale, theme, skin, olderWords, slang, sound, vibration, botsTalk, peek, calm } = this;
    const all: Kept = {
      locale,
      theme,
      skin,
      olderWords,
      slang,
      sound,
      vibration,
      botsTalk,
      peek,
      calm,
    };
    try {
      localStorage.setItem(PLACE, JSON.stringify(all));
    } catch {
      // Without storage they last as long as the page.
    }
  }

  /** Which of two ways of speaking: the newer box's words, or the older one's, where cards are cards. */
  get words(): "old" | "new" {
    return this.olderWords || this.skin === "cards" ? "old" : "new";
  }
}

export const preferences = new Preferences();

overwriteGetLocale(() => languages.current.locale);
