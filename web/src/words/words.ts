// The messages, and the few that need a choice of their own.
import { preferences } from "../ui/preferences.svelte";
import type { BotLine } from "../wire/http";
import type { Disc, Reason, Taunt } from "../wire/messages";
import * as m from "./compiled/messages.js";

export { m };

/** The way of speaking, for messages that name discs, flowers or challenges. */
export function words(): { words: "old" | "new" } {
  return { words: preferences.words };
}

export function discWord(disc: Disc): string {
  return disc === "F" ? m.flower(words()) : m.skull();
}

export function tauntWord(taunt: Taunt): string {
  switch (taunt) {
    case "sure":
      return m.taunt_sure();
    case "bluff":
      return m.taunt_bluff();
    case "flower":
      return m.taunt_flower(words());
    case "skull":
      return m.taunt_skull();
    case "dare":
      return m.taunt_dare();
    case "ouch":
      return m.taunt_ouch();
    case "bravo":
      return m.taunt_bravo();
    case "hurry":
      return m.taunt_hurry();
    case "hmm":
      return m.taunt_hmm();
    case "again":
      return m.taunt_again();
  }
}

export function tribeWord(name: string): string {
  const plain = (
    {
      dots: m.tribe_dots,
      waves: m.tribe_waves,
      leaves: m.tribe_leaves,
      rays: m.tribe_rays,
      scales: m.tribe_scales,
      knots: m.tribe_knots,
    } as Record<string, () => string>
  )[name.replace("night-", "")]?.();
  return name.startsWith("night-") ? m.tribe_night({ tribe: plain ?? name }) : (plain ?? name);
}

export function strengthWord(strength: BotLine["strength"]): string {
  return {
    yardstick: m.strength_yardstick,
    easy: m.strength_easy,
    medium: m.strength_medium,
    advanced: m.strength_advanced,
    hard: m.strength_hard,
    expert: m.strength_expert,
  }[strength]();
}

const TEMPERS: Record<string, () => string> = {
  uniform: m.temper_random,
  cautious: m.temper_cautious,
  bold: m.temper_bold,
  mirror: m.temper_honest,
  honest: m.temper_honest,
  trickster: m.temper_trickster,
  belief: m.temper_even,
  champion: m.temper_even,
};

/** How a bot plays; a level with a temper is named like `hard-bold`. */
export function temperWords({ name, temper }: BotLine): string {
  return TEMPERS[name.slice(name.indexOf("-") + 1)]?.() ?? temper;
}

export function refusalWords(reason: Reason | "offline", code = ""): string {
  switch (reason) {
    case "stale":
    case "not-your-turn":
    case "illegal":
    case "wrong-phase":
    case "wrong-game":
    case "wrong-seat":
    case "too-soon":
      return m.refused_late();
    case "place-taken":
    case "tribe-taken":
      return m.refused_taken();
    case "not-ready":
      return m.refused_ready();
    case "too-fast":
    case "busy":
      return m.refused_fast();
    case "no-hints":
      return m.refused_hints();
    case "talk-is-off":
      return m.refused_talk();
    case "offline":
      return m.refused_offline();
    case "table-full":
      return m.table_full();
    case "unknown-table":
      return m.link_unknown({ code });
    case "no-bots":
      return m.no_bots();
    case "no-spectators":
      return m.link_private();
    case "removed":
      return m.link_removed();
    case "closed":
      return m.link_closed();
    case "damaged":
      return m.link_damaged();
    default:
      return m.refused_other();
  }
}

/** What the rulebook advises for a table of this size. */
export function adviceWords(players: number, tribes: number): string {
  if (tribes === 2) return m.advice_tribes();
  if (players > 6) return m.advice_many();
  return ({ 2: m.advice_two, 3: m.advice_three, 4: m.advice_four }[players] ?? m.advice_best)();
}
