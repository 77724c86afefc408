import { beforeEach, describe, expect, it } from "vitest";
import { botsOf, drawOpponents, lastLevel, LEVELS, sameLevel } from "../src/screens/opponents";
import type { BotLine } from "../src/wire/http";

const bot = (name: string, strength: BotLine["strength"]): BotLine => ({
  name,
  nickname: name,
  temper: "",
  strength,
});
const BOTS = [
  bot("uniform", "yardstick"),
  bot("cautious", "easy"),
  bot("easy-bold", "easy"),
  bot("easy-honest", "easy"),
  bot("easy-trickster", "easy"),
  bot("belief", "hard"),
];

/** Chance that repeats a list. */
const dice = (...values: number[]) => {
  let count = 0;
  return () => values[count++ % values.length]!;
};

describe("opponents", () => {
  it("are different bots of one level", () => {
    for (const chance of [0, 0.3, 0.6, 0.999]) {
      const names = drawOpponents(BOTS, "easy", 3, dice(chance));
      expect(new Set(names).size).toBe(3);
      expect(sameLevel(BOTS, names)).toBe("easy");
    }
  });

  it("vary by chance, each as likely as any other", () => {
    expect(drawOpponents(BOTS, "easy", 3, dice(0))).toEqual([
      "cautious",
      "easy-bold",
      "easy-honest",
    ]);
    expect(drawOpponents(BOTS, "easy", 3, dice(0.999))).toEqual([
      "easy-trickster",
      "easy-honest",
      "easy-bold",
    ]);
    const drawn = Array.from({ length: 200 }, () => drawOpponents(BOTS, "easy", 3).join());
    expect(new Set(drawn).size).toBeGreaterThan(5);
  });

  it("come twice only where all of the level have come", () => {
    const names = drawOpponents(BOTS, "easy", 6);
    expect(names).toHaveLength(6);
    expect(new Set(names.slice(0, 4)).size).toBe(4);
    expect(drawOpponents(BOTS, "hard", 3)).toEqual(["belief", "belief", "belief"]);
  });

  it("are of the nearest level where the server has none of it, never without sense", () => {
    expect(botsOf(BOTS, "expert").map(({ name }) => name)).toEqual(["belief"]);
    expect(botsOf(BOTS, "medium").every(({ strength }) => strength === "easy")).toBe(true);
    expect(botsOf([BOTS[0]!], "medium")).toEqual([BOTS[0]]);
    expect(drawOpponents([], "easy", 3)).toEqual([]);
  });

  it("have no level in common where they differ or are unknown", () => {
    expect(sameLevel(BOTS, ["cautious", "belief"])).toBeNull();
    expect(sameLevel(BOTS, ["uniform"])).toBeNull();
    expect(sameLevel(BOTS, ["nobody"])).toBeNull();
    expect(sameLevel(BOTS, [])).toBeNull();
  });
});

describe("the level", () => {
  beforeEach(() => localStorage.clear());

  it("is easy at first, then the one that was chosen", () => {
    expect(lastLevel.get()).toBe("easy");
    for (const level of LEVELS) {
      lastLevel.set(level);
      expect(lastLevel.get()).toBe(level);
    }
    localStorage.setItem("calavera-level", "nonsense");
    expect(lastLevel.get()).toBe("easy");
  });
});
