// The explorer: places as links, what the server says as it is for you, words in five languages.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import {
  addressOf,
  beginning,
  beliefsOf,
  boundsFor,
  CERTAIN,
  certainty,
  hasBid,
  moveWords,
  nameOf,
  natural,
  placeAfter,
  questionOf,
  readPlace,
  shown,
  START,
  yourMap,
  type Place,
} from "../src/explorer/ending";
import ExplorerScreen from "../src/explorer/ExplorerScreen.svelte";
import { paint, type Rgb } from "../src/explorer/paint";
import PlanCard from "../src/explorer/PlanCard.svelte";
import { explorerWords, type Key } from "../src/explorer/words.svelte";
import english from "../src/explorer/words/en.json";
import type { EndingOutcome, EndingRound } from "../src/wire/messages";
import { fill } from "../src/words/book.svelte";

const PLACE: Place = {
  you: { discs: 3, wins: 1, skull: 375_123 },
  them: { discs: 2, wins: 0, skull: 650_000 },
  begins: "them",
  moves: ["a?", "b1", "a-"],
};

describe("a link", () => {
  it("holds the whole place", () => {
    const address = addressOf(PLACE);
    expect(address).toBe(
      "/explorer?discs=3-2&wins=1-0&begins=them&skulls=37.5123-65&moves=a%3F+b1+a-",
    );
    expect(readPlace(new URL(address, "https://calavera.example").search)).toEqual(PLACE);
  });

  it.each([
    ["", START],
    ["?discs=2-2", { ...START, you: made(2), them: made(2) }],
    // A player who has lost nothing has the skull, whatever the link says.
    ["?discs=4-1&skulls=10-10", { ...START, you: made(4), them: made(1, 100_000) }],
  ])("that names less leaves the rest as at the start: %s", (search, place) => {
    expect(readPlace(search)).toEqual(place);
  });

  it.each([
    "?discs=9-9&skulls=900-nan",
    "?discs=5-2",
    "?discs=2.5-3",
    "?discs=3",
    "?wins=2-0",
    "?skulls=101-3",
    "?skulls=100.5-3",
    "?discs=2-2&begins=nobody",
    "?moves=a9",
    "?moves=a%3F+x1",
  ])("of which a part cannot be read is none: %s", (search) => {
    expect(readPlace(search)).toBeNull();
  });

  it("that cannot be read says so once, and leaves a clean address", async () => {
    await explorerWords.load("en");
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    history.replaceState(null, "", "/explorer?moves=a9");
    const screen = mount(ExplorerScreen, { target: document.body });
    flushSync();
    const said = () => [...document.querySelectorAll("[role=alert]")].map((one) => one.textContent);
    expect(said()).toEqual([english.bad_link]);
    expect(location.pathname + location.search).toBe("/explorer");
    document.querySelectorAll<HTMLInputElement>("input[name=begins]")[1]!.click();
    flushSync();
    expect(said()).toEqual([]);
    expect(location.search).toContain("begins=them");
    await unmount(screen);
    vi.unstubAllGlobals();
    history.replaceState(null, "", "/");
  });
});

function made(discs: number, skull = natural(discs)) {
  return { discs, wins: 0, skull };
}

describe("what is asked", () => {
  it("names the player who begins first", () => {
    expect(nameOf(PLACE)).toBe("23-01");
    expect(questionOf(PLACE)).toBe("23-01?first=0.65&second=0.375123&moves=a%3F+b1+a-");
    expect(questionOf({ ...PLACE, begins: "you", moves: [] })).toBe(
      "32-10?first=0.375123&second=0.65",
    );
  });
});

describe("what is said, as it is for you", () => {
  const round = {
    first: 650_000,
    second: 375_123,
    low: 200_000,
    high: 200_010,
    turned_low: 150_000,
    turned_high: 150_020,
    moves: [],
  } as unknown as EndingRound;

  it("turns bounds round where the other begins", () => {
    expect(boundsFor("you", "you", round)).toEqual({ low: 200_000, high: 200_010 });
    expect(boundsFor("you", "them", round)).toEqual({ low: 799_990, high: 800_000 });
    expect(beginning(round, "them")).toEqual({
      them: { low: 799_990, high: 800_000 },
      you: { low: 849_980, high: 850_000 },
    });
    expect(beginning(round, "you").them).toEqual({ low: 150_000, high: 150_020 });
  });

  it("has the digits of `calavera solve`, whose bounds the server rounds outwards", () => {
    // 52.8761 % to 52.8774 %, and 52.87500004 % to 52.88499996 %
    expect(shown({ low: 528_761, high: 528_774 })).toEqual({ low: 0.5288, high: 0.5288 });
    expect(shown({ low: 528_750, high: 528_850 })).toEqual({ low: 0.5288, high: 0.5288 });
    expect(shown({ low: 528_749, high: 528_851 })).toEqual({ low: 0.5287, high: 0.5289 });
    expect(shown({ low: 0, high: CERTAIN })).toEqual({ low: 0, high: 1 });
  });

  it("has the beliefs after the last move", () => {
    expect(beliefsOf(round, "them")).toEqual({ you: 375_123, them: 650_000 });
    const moved = { move: "a1", likely: 1, first: 1, second: 2 };
    expect(beliefsOf({ ...round, moves: [moved] }, "you")).toEqual({ you: 1, them: 2 });
  });

  it("knows the next round, which the challenger begins", () => {
    const outcome = {
      end: "others-skull",
      first: 325_000,
      second: 1_000_000,
      following: "13-01",
    } as EndingOutcome;
    expect(placeAfter(PLACE, "a", outcome)).toEqual({
      them: { discs: 1, wins: 0, skull: 325_000 },
      you: { discs: 3, wins: 1, skull: 1_000_000 },
      begins: "them",
      moves: [],
    });
    const mine = placeAfter(PLACE, "b", { ...outcome, following: "22-10" });
    expect(mine?.begins).toBe("you");
    expect(mine?.you).toEqual({ discs: 2, wins: 1, skull: 1_000_000 });
    expect(placeAfter(PLACE, "a", { ...outcome, following: null })).toBeNull();
  });

  it("draws you to the right and the other upwards, whoever begins", () => {
    const rows = [
      [0, 100_000, 200_000],
      [300_000, 400_000, 500_000],
    ];
    expect(yourMap(rows, "you")).toEqual(rows);
    expect(yourMap(rows, "them")).toEqual([
      [1_000_000, 700_000],
      [900_000, 600_000],
      [800_000, 500_000],
    ]);
    const colours: [Rgb, Rgb, Rgb] = [
      [200, 0, 0],
      [0, 0, 0],
      [0, 0, 100],
    ];
    const pixels = paint([[0, CERTAIN], [CERTAIN / 2, CERTAIN / 4]], colours); // prettier-ignore
    const at = (x: number, y: number) => [...pixels.slice((y * 2 + x) * 4, (y * 2 + x) * 4 + 4)];
    expect(at(0, 1)).toEqual([200, 0, 0, 255]); // no skull on either side: below, on the left
    expect(at(0, 0)).toEqual([0, 0, 100, 255]);
    expect(at(1, 1)).toEqual([0, 0, 0, 255]);
    expect(at(1, 0)).toEqual([100, 0, 0, 255]);
  });
});

describe("words", () => {
  it("say who moves, and whether a bid opens or raises", () => {
    expect(moveWords("a2", "you", false)).toEqual({ key: "bid_you", inputs: { number: "2" } });
    expect(moveWords("b3", "you", true)).toEqual({ key: "raise_them", inputs: { number: "3" } });
    expect(moveWords("b?", "them", false).key).toBe("add_you");
    expect(moveWords("a-", "them", true).key).toBe("pass_them");
    expect(hasBid(["a?", "b?"])).toBe(false);
    expect(hasBid(["a?", "b1"])).toBe(true);
  });

  it.each([
    [0, "gone"],
    [50_000, "very_unlikely"],
    [250_000, "unlikely"],
    [500_000, "even"],
    [750_000, "likely"],
    [950_000, "very_likely"],
    [1_000_000, "sure"],
  ])("say how sure %d millionths are", (share, word) => expect(certainty(share)).toBe(word));

  const NEWER: Record<string, RegExp> = {
    en: /\bdiscs?\b|flower|challenge/i,
    it: /\bdisc(o|hi)\b|\bfior[ei]\b|\bsfid/i,
    fr: /disque|fleur|défi/i,
    de: /scheibe|blume|herausforder|forder/i,
    es: /\bdiscos?\b|\bflor(es)?\b|desaf/i,
  };
  it.each(Object.keys(NEWER))("are the same in %s, newer and older", (locale) => {
    const words = JSON.parse(readFileSync(`src/explorer/words/${locale}.json`, "utf8")) as Record<
      Key,
      string
    >;
    const inputs = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const key of Object.keys(english) as Key[]) {
      expect(inputs(words[key]), key).toEqual(inputs(english[key]));
      expect(fill(words[key], "old"), key).not.toMatch(NEWER[locale]!);
      expect(fill(words[key], "new"), key).not.toMatch(/[[\]|]/);
    }
  });
});

it("shows what is done as bars, the best of the rest, and what each wins", async () => {
  await explorerWords.load("en");
  const option = (number: number, share: number | null, wins: number) => ({
    action: { type: "bid" as const, number },
    share,
    wins,
  });
  const props = {
    side: "you" as const,
    tribe: "waves" as const,
    skull: 400_000,
    isOpen: false,
    percent: (share: number) => `${share / 10_000}%`,
    holdings: [
      {
        seat: "a" as const,
        hand: ["F" as const],
        stack: ["S" as const],
        likely: 400_000,
        options: [option(1, 250_000, 600_000), option(2, 750_000, 600_000), option(3, 0, 500_000)],
      },
      { seat: "a" as const, hand: [], stack: ["F" as const], likely: 600_000, options: [] },
      { seat: "a" as const, hand: [], stack: ["S" as const], likely: 100, options: [] },
    ],
  };
  const card = mount(PlanCard, { target: document.body, props });
  flushSync();
  const lines = [...document.querySelectorAll(".mix li")].map((line) =>
    line.textContent.replaceAll(/\s+/g, " ").trim(),
  );
  expect(lines).toEqual([
    "Challenge: 2 75% wins 60%",
    "Challenge: 1 25% wins 60%",
    "Challenge: 3 wins 50%",
  ]);
  const held = [...document.querySelectorAll(".held .unseen")].map((one) => one.textContent);
  expect(held).toEqual([
    "On the mat: flower; in hand: nothing.",
    "On the mat: skull; in hand: flower.",
  ]);
  await unmount(card);
});
