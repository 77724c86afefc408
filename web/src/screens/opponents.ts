// Which bots play: three of one level, others each time.
import type { BotLine } from "../wire/http";

export type Level = Exclude<BotLine["strength"], "yardstick">;

export const LEVELS: readonly Level[] = ["easy", "medium", "advanced", "hard", "expert"];

const PLACE = "calavera-level";

/** The level that was chosen last on this device; the first game is an easy one. */
export const lastLevel = {
  get(): Level {
    try {
      const kept = localStorage.getItem(PLACE);
      return LEVELS.find((level) => level === kept) ?? "easy";
    } catch {
      return "easy"; // storage may be forbidden
    }
  },
  set(level: Level): void {
    try {
      localStorage.setItem(PLACE, level);
    } catch {
      // Without storage it lasts as long as the page.
    }
  },
};

/** The bots of a level; where the server has none, those of the nearest one, or all. */
export function botsOf(bots: readonly BotLine[], level: Level): BotLine[] {
  const wanted = LEVELS.indexOf(level);
  const nearest = [...LEVELS].sort(
    (one, other) =>
      Math.abs(LEVELS.indexOf(one) - wanted) - Math.abs(LEVELS.indexOf(other) - wanted),
  );
  for (const each of nearest) {
    const found = bots.filter(({ strength }) => strength === each);
    if (found.length > 0) return found;
  }
  return [...bots];
}

/**
 * That many random bots of one level; none comes twice before every bot of the level has come.
 */
export function drawOpponents(
  bots: readonly BotLine[],
  level: Level,
  count: number,
  random: () => number = Math.random,
): string[] {
  const choice = botsOf(bots, level);
  const drawn: string[] = [];
  while (choice.length > 0 && drawn.length < count) {
    const rest = choice.map(({ name }) => name);
    while (rest.length > 0 && drawn.length < count)
      drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return drawn;
}

/** The level that all these bots have; null where they differ or are unknown. */
export function sameLevel(bots: readonly BotLine[], names: readonly string[]): Level | null {
  const levels = new Set(names.map((name) => bots.find((bot) => bot.name === name)?.strength));
  return levels.size === 1 ? (LEVELS.find((level) => levels.has(level)) ?? null) : null;
}
