// Puzzles: the day, what is kept of it, the streak, the line to share, the words.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { isSame, keepSolved, keptSolved, shareLine, streak, today } from "../src/puzzle/puzzle";
import english from "../src/puzzle/words/en.json";

afterEach(() => localStorage.clear());

it("knows the date on this device", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});

it("tells actions apart, whatever the order of their keys", () => {
  expect(isSame({ type: "bid", number: 3 }, { number: 3, type: "bid" })).toBe(true);
  expect(isSame({ type: "bid", number: 3 }, { type: "bid", number: 4 })).toBe(false);
});

it("keeps the first result of a day, and nothing that is none", () => {
  keepSolved("2026-11-18", 2);
  expect(keepSolved("2026-11-18", 0)).toEqual({ "2026-11-18": 2 });
  localStorage.setItem("calavera-puzzles", '{"2026-11-18":1,"x":3,"2026-11-17":"no"}');
  expect(keptSolved()).toEqual({ "2026-11-18": 1 });
  localStorage.setItem("calavera-puzzles", "{");
  expect(keptSolved()).toEqual({});
});

it("counts days in a row, over the ends of months and before today is solved", () => {
  const solved = { "2026-02-27": 0, "2026-02-28": 1, "2026-03-01": 0 };
  expect(streak(solved, "2026-03-01")).toBe(3);
  expect(streak(solved, "2026-03-02")).toBe(3);
  expect(streak(solved, "2026-03-03")).toBe(0);
  expect(streak({}, "2026-03-03")).toBe(0);
});

it("shares a line without the answer", () => {
  expect(shareLine({ day: "2026-11-18", number: 4 }, 2)).toBe("Calavera 2026-11-18 · ☠☠✿");
});

describe.each(["en", "it", "fr", "de", "es"])("in %s", (locale) => {
  it("says the same things", () => {
    const words = JSON.parse(
      readFileSync(`src/puzzle/words/${locale}.json`, "utf8"),
    ) as typeof english;
    expect(Object.keys(words)).toEqual(Object.keys(english));
    expect(words.streak).toContain("{days}");
  });
});
