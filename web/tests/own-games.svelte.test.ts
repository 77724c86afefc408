// My games: the list with its filter and its undo, the figures, and the games of this device.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EVERYTHING, queryOf } from "../src/games/calls";
import { addGame, deviceGames, deviceRecord, MOST_KEPT, removeGame } from "../src/games/device";
import { fooledOf, headOf, intervalOf, plotsOf, shareOf } from "../src/games/figures";
import GamesScreen from "../src/games/GamesScreen.svelte";
import LatestGames from "../src/games/LatestGames.svelte";
import { gamesWords, type Key } from "../src/games/words.svelte";
import english from "../src/games/words/en.json";
import type { GameLine, Statistics } from "../src/wire/messages";

const game = (number: number, winner = 0): GameLine => ({
  code: "KRTMWX",
  number,
  began: 0,
  ended: 1_700_000_000_000 + number,
  names: ["Ana", "Bo", "<i>Cy</i>"],
  bots: [null, null, "bold"],
  place: 0,
  winner,
  ending: "last-one-in",
  rounds: number,
  tribes: 1,
});

const FIGURES: Statistics = {
  games: 12,
  wins: 4,
  sizes: [
    { players: 2, games: 2, wins: 1 },
    { players: 4, games: 10, wins: 3 },
  ],
  bids: [
    { number: 1, bids: 8, bluffs: 2, answered: 8, believed: 6, fooled: 1 },
    { number: 4, bids: 2, bluffs: 1, answered: 0, believed: 0, fooled: 0 },
  ],
  attempts: [{ bid: 4, attempts: 2, successes: 1 }],
  rivals: Array.from({ length: 8 }, (_, index) => ({
    name: `Rival ${index}`,
    bot: index ? "bold" : null,
    games: 8 - index,
    wins: 1,
    losses: 2,
  })),
};

describe("words", () => {
  const inputs = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

  it.each(["de", "es", "fr", "it"])("are complete in %s", (locale) => {
    const words = JSON.parse(readFileSync(`src/games/words/${locale}.json`, "utf8")) as Record<
      Key,
      string
    >;
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const key of Object.keys(english) as Key[]) {
      expect(inputs(words[key]), key).toEqual(inputs(english[key]));
      expect(words[key], key).not.toContain("'");
    }
  });
});

describe("figures", () => {
  it("are shares of what was counted", () => {
    const head = headOf(FIGURES);
    expect(head.wins).toEqual({ hits: 4, tries: 12 });
    expect(head.bluffs).toEqual({ hits: 3, tries: 10 });
    expect(head.believed).toEqual({ hits: 6, tries: 8 });
    expect(head.success).toEqual({ hits: 1, tries: 2 });
    expect(fooledOf(FIGURES)).toBe(1);
    expect(shareOf({ hits: 0, tries: 0 })).toBe(0);
  });

  it("are drawn with what luck would bring, without bids that nobody could answer", () => {
    const plots = Object.fromEntries(plotsOf(FIGURES).map((plot) => [plot.key, plot]));
    expect(plots["sizes"]!.bars.map(({ label, fair }) => [label, fair])).toEqual([
      ["2", 0.5],
      ["4", 0.25],
    ]);
    expect(plots["believed"]!.bars.map(({ label }) => label)).toEqual(["1"]);
    expect(plots["bluffs"]!.bars.map(({ label }) => label)).toEqual(["1", "4"]);
    expect(plots["rivals"]!.bars).toHaveLength(6);
    const none = { ...FIGURES, sizes: [], bids: [], attempts: [], rivals: [] };
    expect(plotsOf(none)).toEqual([]);
  });

  it("have Wilson's interval", () => {
    const [low, high] = intervalOf({ hits: 5, tries: 10 });
    expect(low).toBeCloseTo(0.2366, 4);
    expect(high).toBeCloseTo(0.7634, 4);
    expect(intervalOf({ hits: 0, tries: 0 })).toEqual([0, 1]);
    expect(intervalOf({ hits: 0, tries: 3 })[0]).toBe(0);
  });
});

it("asks for no more than was chosen", () => {
  expect(queryOf(EVERYTHING)).toBe("");
  expect(queryOf({ result: "won", rivals: null, players: 4 })).toBe("?result=won&players=4");
  expect(queryOf(EVERYTHING, { after: "1-KRTM-2" })).toBe("?after=1-KRTM-2");
});

describe("games of this device", () => {
  const played = (number: number) => ({
    code: "KRTM",
    number,
    ended: number,
    names: ["Ana", "Bo"],
    winner: 1,
    rounds: 3,
    record: `record ${number}`,
  });
  afterEach(() => localStorage.clear());

  it("are kept once, the latest first, and not without end", () => {
    for (let number = 1; number <= MOST_KEPT + 2; number += 1) addGame(played(number));
    addGame(played(MOST_KEPT + 2));
    expect(deviceGames()).toHaveLength(MOST_KEPT);
    expect(deviceGames()[0]).toEqual(played(MOST_KEPT + 2));
    expect(deviceRecord("5")).toBe("record 5");
    removeGame(played(5));
    expect(deviceRecord("5")).toBeNull();
  });

  it("are none where the storage is forbidden or holds something else", () => {
    localStorage.setItem("calavera-device-games", '[{"names": 3}, null]');
    expect(deviceGames()).toEqual([]);
    localStorage.setItem("calavera-device-games", "{");
    expect(deviceGames()).toEqual([]);
    const forbidden = {
      getItem: () => {
        throw new Error("no");
      },
      setItem: () => {
        throw new Error("no");
      },
    };
    addGame(played(1), forbidden);
    expect(deviceGames(forbidden)).toEqual([]);
  });
});

describe("the page", () => {
  let asked: string[];
  let games: GameLine[];
  let figures: Statistics;
  let isDown: boolean;
  let screen: Record<string, unknown> | null;

  beforeEach(async () => {
    asked = [];
    games = [game(2), game(1, 1)];
    figures = FIGURES;
    isDown = false;
    screen = null;
    await gamesWords.load("en");
    vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
      asked.push(`${how.method} ${path}`);
      if (path === "/api/me") return Response.json({ name: "Ana" });
      if (isDown) return Response.json({ reason: "busy", detail: "" }, { status: 503 });
      if (path.startsWith("/api/me/stats")) return Response.json(figures);
      if (how.method !== "GET") return Response.json({ deleted: 1 });
      const isNext = path.includes("after=");
      const chosen = path.includes("result=won") ? games.filter(({ winner }) => !winner) : games;
      return Response.json(
        isNext ? { games: [game(9)], next: null } : { games: chosen, next: "x" },
      );
    });
  });
  afterEach(async () => {
    if (screen) await unmount(screen);
    document.body.innerHTML = "";
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const button = (name: string) =>
    all("button").find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent.trim()) === name,
    )!;
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setTimeout(done));
    flushSync();
  }
  async function open(): Promise<void> {
    screen = mount(GamesScreen, { target: document.body });
    await settle();
  }

  it("lists games with links to their replays, and names are never markup", async () => {
    await open();
    expect(all(".list li a.game").map((link) => link.getAttribute("href"))).toEqual([
      "/replay/KRTMWX/2",
      "/replay/KRTMWX/1",
    ]);
    expect(all(".list b").map((one) => one.textContent)).toEqual(["You won", "Bo won"]);
    expect(all(".with")[0]!.textContent).toContain("<i>Cy</i>");
    expect(all(".list i")).toEqual([]);
  });

  it("leads to each review in one tap", async () => {
    await open();
    expect(all(".list li a.review").map((link) => link.getAttribute("href"))).toEqual([
      "/replay/KRTMWX/2/review",
      "/replay/KRTMWX/1/review",
    ]);
  });

  it("keeps export and figures where a filter has no match, and a way back", async () => {
    games = [game(1, 1)];
    await open();
    figures = { ...FIGURES, games: 0 };
    button("Won").click();
    await settle();
    expect(all(".nothing p")[0]!.textContent).toBe(english.none_like_it);
    expect(all("a[download]")[0]!.getAttribute("href")).toBe("/api/me/games/export");
    expect(all("figure")).toHaveLength(5);
    expect(all("section[aria-labelledby=figures] header p")[0]!.textContent).toContain("12");
    figures = FIGURES;
    button("Show all games").click();
    await settle();
    expect(all(".list li a.game")).toHaveLength(1);
    expect(button("Won").getAttribute("aria-pressed")).toBe("false");
  });

  it("says what believed means: somebody raised", async () => {
    await open();
    expect(all(".head .believed dt")[0]!.textContent).toContain("somebody raises");
    expect(all("section[aria-labelledby=figures] > .small")[0]!.textContent).toContain(
      "somebody raised it",
    );
  });

  it("tells every figure in a table, too", async () => {
    await open();
    expect(all("figure")).toHaveLength(5);
    const cells = all("figure.bluffs tbody tr").map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ["1", "25%", "2 of 8"],
      ["4", "50%", "1 of 2"],
    ]);
    expect(all("figure svg").every((one) => one.closest("[aria-hidden=true]"))).toBe(true);
  });

  it("is filtered by chips, and by another tap no longer", async () => {
    await open();
    button("Won").click();
    await settle();
    expect(button("Won").getAttribute("aria-pressed")).toBe("true");
    expect(all(".list li a.game")).toHaveLength(1);
    expect(asked.at(-1)).toBe("GET /api/me/stats?result=won");
    expect(all("a[download]")[0]!.getAttribute("href")).toBe("/api/me/games/export?result=won");
    expect(button("Delete all"), "what is hidden is not deleted by accident").toBeUndefined();
    button("4 players").click();
    await settle();
    expect(asked.at(-1)).toBe("GET /api/me/stats?result=won&players=4");
    button("4 players").click();
    button("Won").click();
    await settle();
    expect(all(".list li a.game")).toHaveLength(2);
  });

  it("deletes a game by one tap and brings it back by another", async () => {
    await open();
    button("Delete this game").click();
    await settle();
    expect(asked).toContain("DELETE /api/me/games/KRTMWX/2");
    expect(all(".list li a.game")).toHaveLength(1);
    button("Undo").click();
    await settle();
    expect(asked).toContain("PUT /api/me/games/KRTMWX/2");
    expect(all(".list li a.game")).toHaveLength(2);
  });

  it("shows more games where there are more", async () => {
    await open();
    button("More games").click();
    await settle();
    expect(asked.at(-1)).toContain("after=x");
    expect(all(".list li a.game")).toHaveLength(3);
    expect(button("More games")).toBeUndefined();
  });

  it("is kind to whoever has no games, and says when it failed", async () => {
    games = [];
    await open();
    expect(all("h2").map((one) => one.textContent)).toEqual(["No games yet"]);
    await unmount(screen!);
    isDown = true;
    await open();
    expect(all("[role=alert]")).toHaveLength(1);
  });

  it("lists what was passed round on this device", async () => {
    addGame({
      code: "KRTM",
      number: 1,
      ended: 5,
      names: ["Ana", "Bo"],
      winner: 1,
      rounds: 1,
      record: "",
    });
    await open();
    const own = () => all("section[aria-labelledby=device] li a.game");
    expect(own().map((link) => link.getAttribute("href"))).toEqual(["/replay/~/5"]);
    all("section[aria-labelledby=device] .bin")[0]!.click();
    await settle();
    expect(deviceGames()).toEqual([]);
    expect(own()).toEqual([]);
    button("Undo").click();
    await settle();
    expect(deviceGames()).toHaveLength(1);
  });

  it("has a part on the home page for whoever has games", async () => {
    screen = mount(LatestGames, { target: document.body });
    await settle();
    expect(asked).toContain("GET /api/me/games?most=3");
    expect(all("li a.game")).toHaveLength(2);
    await unmount(screen);
    games = [];
    screen = mount(LatestGames, { target: document.body });
    await settle();
    expect(all("section")).toEqual([]);
  });
});
