// Puzzles: the day, what is kept of it, the streak, the line to share, the words.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import states from "../src/dev/states.json";
import { hintWords } from "../src/hints/words.svelte";
import {
  isSame,
  keepSolved,
  keepTries,
  keptSolved,
  keptTries,
  shareLine,
  streak,
  today,
} from "../src/puzzle/puzzle";
import PuzzleScreen from "../src/puzzle/PuzzleScreen.svelte";
import { puzzleWords } from "../src/puzzle/words.svelte";
import english from "../src/puzzle/words/en.json";
import { reviewWords } from "../src/review/words.svelte";
import { announcer } from "../src/ui/toasts.svelte";
import type { Action } from "../src/wire/messages";

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

it("keeps the wrong tries of a day beside the days solved, and merges those of two tabs", () => {
  keepSolved("2026-11-17", 1);
  expect(keepTries("2026-11-18", [{ type: "pass" }])).toEqual([{ type: "pass" }]);
  const both: Action[] = [{ type: "pass" }, { type: "bid", number: 2 }];
  expect(keepTries("2026-11-18", [both[1]!])).toEqual(both);
  expect(keptTries("2026-11-18")).toEqual(both);
  expect(keptTries("2026-11-19"), "another day begins anew").toEqual([]);
  expect(keptSolved()).toEqual({ "2026-11-17": 1 });
  keepSolved("2026-11-18", 2);
  expect(keptTries("2026-11-18")).toEqual(both);
  for (const nonsense of ["3", '{"tries":3}', '{"tries":{"day":"2026-11-18","wrong":[null]}}']) {
    localStorage.setItem("calavera-puzzles", nonsense);
    expect(keptTries("2026-11-18")).toEqual([]);
  }
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

describe("the page", () => {
  const day = today();
  const bid = (number: number): Action => ({ type: "bid", number });
  const choice = (action: Action, wins: number) => ({ action, share: 0, wins });
  const puzzle = {
    number: 1,
    count: 9,
    day,
    seat: "a",
    answer: bid(2),
    choices: [choice(bid(2), 700), choice(bid(1), 500), choice(bid(3), 300)],
    margin: 200,
    exact: false,
    level: "easy",
    reasons: [],
    replay: {
      names: states.bid.room.places.map(({ name }) => name),
      eyes: "a",
      choice: [],
      comments: [],
      steps: [{ events: [], view: states.bid.game.view, holdings: null }],
    },
  };
  let screen: Record<string, unknown> | null = null;
  let said: string[];

  beforeEach(async () => {
    for (const book of [puzzleWords, reviewWords, hintWords]) await book.load("en");
    said = [];
    vi.spyOn(announcer, "say").mockImplementation((text) => void said.push(text));
    vi.stubGlobal("fetch", async () => Response.json(puzzle));
  });
  afterEach(async () => {
    await close();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const text = (selector: string) => all(selector)[0]?.textContent.replaceAll(/\s+/g, " ").trim();
  async function open(): Promise<void> {
    screen = mount(PuzzleScreen, { target: document.body });
    await vi.waitFor(() => expect(all(".question")).toHaveLength(1));
  }
  async function close(): Promise<void> {
    if (screen) await unmount(screen);
    screen = null;
  }
  async function reload(): Promise<void> {
    await close();
    await open();
  }
  function press(name: string): void {
    all(".choices button")
      .find((one) => one.textContent === name)!
      .click();
    flushSync();
  }

  it("has the wrong tries after a reload", async () => {
    await open();
    press("bid 3");
    await reload();
    expect(all(".choices .wrong").map((one) => one.textContent)).toEqual(["bid 3"]);
    expect(text(".question")).toBe("Not that one. Try again.");
    press("bid 2");
    expect(text(".question")).toBe("Right.");
    expect(text(".line")).toBe(`Calavera ${day} · ☠✿`);
  });

  it("is solved after a reload, with tries, result, streak and the line to share", async () => {
    await open();
    press("bid 3");
    press("bid 2");
    await reload();
    expect(all(".choices")).toEqual([]);
    expect(text(".question")).toBe("Right.");
    expect(all(".values li")).toHaveLength(3);
    expect(text(".tried .deed")).toBe("bid 3 your try");
    expect(text(".line")).toBe(`Calavera ${day} · ☠✿`);
    expect(text(".streak")).toBe("Days in a row: 1");
    expect(text(".act")).toBe("Copy the result");
    expect(keptSolved()).toEqual({ [day]: 1 });
  });

  it("is read aloud as it is shown", async () => {
    await open();
    press("bid 3");
    press("bid 2");
    expect(said.slice(-2)).toEqual(["Not that one. Try again.", "Right."]);
    await close();
    localStorage.clear();
    await open();
    press("bid 2");
    expect(said.at(-1)).toBe("Right, at the first try!");
    expect(text(".question")).toBe(said.at(-1));
  });

  it("leaves out tries that are none of its choices", async () => {
    keepTries(day, [{ type: "pass" }, bid(2)]);
    await open();
    expect(all(".choices .wrong")).toEqual([]);
  });
});
