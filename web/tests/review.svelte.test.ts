// Reviews: the stream of the server, the words of every moment, the panel with its curve and its jumps.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import ReviewPanel from "../src/review/ReviewPanel.svelte";
import {
  bandOf,
  bandsOf,
  fetchReview,
  isError,
  lineOf,
  linesOf,
  luckOf,
  marginOf,
  momentWords,
  percent,
  points,
  stepAt,
  type Moment,
  type Review,
} from "../src/review/review";
import { toldApart } from "../src/review/names";
import { reviewWords, type Key } from "../src/review/words.svelte";
import english from "../src/review/words/en.json";
import { hintWords } from "../src/hints/words.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { Seat } from "../src/wire/messages";
import type { Cast } from "../src/words/cast";
import { fill } from "../src/words/book.svelte";

const review = JSON.parse(readFileSync("tests/recorded/review.json", "utf8")) as Review;
const name = (seat: Seat) => `Seat ${seat}`;
const MOMENTS = [
  { type: "bluff", step: 1, seat: "a", bid: 3, victim: "b", is_own_skull: true },
  { type: "bluff", step: 1, seat: "a", bid: 3, victim: "b", is_own_skull: false },
  { type: "read", step: 2, seat: "a", bid: 3, chance: 412, skulls: 1 },
  { type: "read", step: 2, seat: "a", bid: 3, chance: 412, skulls: 2 },
  { type: "raise", step: 3, seat: "a", bid: 5, loss: 87 },
  { type: "blunder", step: 4, seat: "a", loss: 121 },
  ...(["F", "S"] as const).flatMap((disc) =>
    [-90, 90].map((change) => ({ type: "blind", step: 5, seat: "a", taker: "b", disc, change })),
  ),
  { type: "all-along", step: 6, seat: "a", owner: "b", bid: 4 },
  { type: "swing", step: 7, seat: "a", before: 200, after: 610 },
] as Moment[];

describe.each(["en", "it", "fr", "de", "es"])("in %s", (locale) => {
  const words = JSON.parse(readFileSync(`src/review/words/${locale}.json`, "utf8")) as Record<
    Key,
    string
  >;
  const inputs = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

  it("says the same things with the same numbers", () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const key of Object.keys(english) as Key[])
      expect(inputs(words[key]), key).toEqual(inputs(english[key]));
  });

  it("has words for every moment, with every number put in", () => {
    for (const moment of MOMENTS) {
      const { key, inputs } = momentWords(moment, name, locale);
      const said = fill(words[key], "new", inputs);
      expect(said, key).toContain("Seat a");
      expect(said, key).not.toMatch(/undefined|NaN|[{}[\]|]/);
    }
  });
});

describe("the curve", () => {
  it("goes from the left to the right, with 1 at the top", () => {
    const curve = [
      [500, 500],
      [250, 750],
      [0, 1000],
    ];
    expect(lineOf(curve, 0, 100, 40)).toBe("0,20 50,30 100,40");
    expect(lineOf(curve, 1, 100, 40)).toBe("0,20 50,10 100,0");
    expect([-1, 0, 0.3, 0.6, 2].map((part) => stepAt(part, curve))).toEqual([0, 0, 1, 1, 2]);
  });

  it("has a band that is widest in the middle, and none where it ends", () => {
    const curve = [
      [500, 500],
      [100, 900],
      [0, 1000],
    ];
    expect(marginOf(500, 0.2)).toBe(100);
    expect(marginOf(1000, 0.2)).toBe(0);
    expect(bandOf(curve, 0, [0.2, 0, 0.2], 100, 100)).toBe("0,40 50,90 100,100 100,100 50,90 0,60");
    expect(bandOf(curve, 0, [9, 9, 9], 100, 100)).toBe("0,0 50,0 100,100 100,100 50,100 0,100");
  });

  it("is sure where it is proven, and unsure where few discs are left", () => {
    const widths = bandsOf(review, "public");
    expect(widths).toHaveLength(review.curves.public.length);
    expect(widths[0]).toBe(review.bands.public);
    const proven = review.brackets.map(({ step }) => step);
    const few = review.few.find((step) => !proven.includes(step))!;
    expect(proven.map((step) => widths[step])).toEqual(proven.map(() => 0));
    expect(widths[few]).toBe(review.bands.few);
    expect(bandsOf(review, "open")[proven[0]!]).toBeGreaterThan(0);
  });

  it("adds up at every step of a recorded review", () => {
    for (const point of [...review.curves.public, ...review.curves.open])
      expect(point.reduce((sum, chance) => sum + chance, 0)).toBe(1000);
    for (const account of review.accounts)
      expect(account.share + account.skill + account.gifts + luckOf(account)).toBe(account.result);
  });
});

describe("numbers", () => {
  it("are written as the language writes them", () => {
    expect(points(123, "en")).toBe("12.3");
    expect(points(123, "de", true)).toBe("+12,3");
    expect(points(0, "en", true)).toBe("0.0");
    expect(points(-76, "en", true)).toBe("−7.6");
    expect(percent(206, "en")).toBe("21%");
    expect(percent(206, "fr", 1).replace(/\s/, " ")).toBe("20,6 %");
  });
});

describe("the stream", () => {
  const body = (...parts: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });

  it("is cut into lines wherever the parts end", async () => {
    const lines: string[] = [];
    for await (const line of linesOf(body("a\nb", "c\n", "\nd"))) lines.push(line);
    expect(lines).toEqual(["a", "bc", "d"]);
  });

  it("tells how far it has come, and brings the review", async () => {
    const told = `{"done":1,"total":4}\n{"done":4,"total":4}\n${JSON.stringify({ review })}\n`;
    vi.stubGlobal("fetch", async () => new Response(body(told)));
    const parts: number[] = [];
    expect(await fetchReview("text", (part) => parts.push(part))).toEqual(review);
    expect(parts).toEqual([0.25, 1]);
  });

  it("says why there is no review", async () => {
    const answer = { reason: "not-finished", detail: "the game is not finished" };
    vi.stubGlobal("fetch", async () => Response.json(answer, { status: 409 }));
    await expect(fetchReview("text", () => {})).rejects.toMatchObject({ reason: "not-finished" });
    vi.stubGlobal("fetch", async () => new Response(body(`{"done":1,"total":4}\n`)));
    await expect(fetchReview("text", () => {})).rejects.toMatchObject({ reason: "busy" });
  });
});

describe("the panel", () => {
  const seats = ["a", "b", "c", "d"].slice(0, review.names.length) as Seat[];
  const cast: Cast = {
    isYou: () => false,
    name,
    label: name,
    tribe: () => "dots",
    player: (player) => review.names[player]!,
  };
  let panel: Record<string, unknown> | null = null;
  const went: number[] = [];

  beforeEach(async () => {
    await reviewWords.load(preferences.locale);
    await hintWords.load(preferences.locale);
    went.length = 0;
  });
  afterEach(() => {
    if (panel) void unmount(panel);
    panel = null;
    vi.unstubAllGlobals();
  });

  function show(known: Review | null, shown = cast): void {
    panel = mount(ReviewPanel, {
      target: document.body,
      props: {
        text: "text",
        cast: shown,
        seats,
        starts: [0, 5],
        at: 3,
        onstep: (step: number) => went.push(step),
        known,
        onreview: () => {},
      },
    });
    flushSync();
  }
  const all = (selector: string) => [...document.body.querySelectorAll<HTMLElement>(selector)];

  it("lists the moments, and goes to each", () => {
    show(review);
    const moments = all(".moment");
    expect(moments).toHaveLength(review.moments.length);
    moments.forEach((moment) => moment.click());
    expect(went).toEqual(review.moments.map(({ step }) => step));
  });

  it("lists the costly decisions first, and all when asked", () => {
    show(review);
    expect(all(".decisions > li")).toHaveLength(review.decisions.filter(isError).length);
    all(".filter button")[1]!.click();
    flushSync();
    expect(all(".decisions > li")).toHaveLength(review.decisions.length);
  });

  it("has a line for each player, and the same as a table", () => {
    show(review);
    expect(all("polyline")).toHaveLength(review.names.length);
    expect(all("polygon")).toHaveLength(1);
    expect(all(".key b").every(({ textContent }) => /^\d+( ± \d+)?%$/.test(textContent))).toBe(
      true,
    );
    expect(all("figure tbody tr")).toHaveLength(2);
    expect(all(".plot > svg")[0]!.getAttribute("aria-label")).toContain(
      review.names[review.winner]!,
    );
  });

  it("lists every part of the luck, so that they add up", () => {
    show(review);
    const number = (text: string) =>
      Math.round(10 * Number(/[+−-]?[\d.]+$/.exec(text.trim())![0].replace("−", "-")));
    const accounts = all("tbody:has(.parts)");
    expect(accounts).toHaveLength(review.names.length);
    for (const account of accounts) {
      const luck = account.querySelectorAll("tr:nth-child(2) td")[2]!.textContent;
      const parts = [...account.querySelectorAll(".parts li")].map((part) => part.textContent);
      expect(parts).toHaveLength(4);
      expect(parts.map(number).reduce((sum, part) => sum + part)).toBe(number(luck));
    }
  });

  it("tells players of the same name apart by their seats, each name on a line of its own", () => {
    show(review, { ...cast, player: (player) => (player ? "cautious" : "Ana") });
    const names = all(".who th");
    expect(names.slice(0, 3).map((one) => one.textContent)).toEqual([
      "Ana",
      "cautious (b)",
      "cautious (c)",
    ]);
    expect(names.every((one) => one.getAttribute("colspan") === "3")).toBe(true);
    const two = toldApart(
      { ...cast, name: (seat) => (seat === "a" ? "Ana" : "cautious ②"), player: cast.player },
      seats,
    );
    expect(two.name("b")).toBe("cautious ②");
    const same = toldApart(
      {
        ...cast,
        name: (seat) => (seat === "a" ? "Ana" : "Bo ②"),
        player: (at) => (at ? "Bo" : "Ana"),
      },
      seats,
    );
    expect([same.name("a"), same.name("b")]).toEqual(["Ana", "Bo ② (b)"]);
  });

  it("shows how far it has come, and offers to try again", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ reason: "busy" }, { status: 503 }));
    show(null);
    expect(all("progress")).toHaveLength(1);
    await vi.waitFor(() => expect(all("[role=alert]")).toHaveLength(1));
    expect(all(".act")).toHaveLength(1);
  });
});
