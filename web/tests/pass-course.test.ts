// A game on one device in its course: whose turn follows whose, lost lines, dialogs, the next game.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, Board, SeenEvent } from "../src/wire/messages";
import {
  all,
  base,
  flush,
  NAMES,
  open,
  PLACE,
  sent,
  setUp,
  tap,
  tearDown,
  text,
  told,
  versions,
  wires,
} from "./pass-device";

beforeEach(setUp);
afterEach(tearDown);

describe("before a game", () => {
  const waiting = { phase: "gathering", number: 0 } as const;

  const unready = base.room.places.map((place) => ({ ...place, ready: false }));

  const starts = () => sent("t").filter(({ type }) => type === "start").length;

  it("begins once, whoever hears last that everybody is ready", async () => {
    await open();
    const first = unready.map((place, index) => (index === 0 ? { ...place, ready: true } : place));
    told({}, {}, {}, { ...waiting, places: first });
    told({}, {}, {}, waiting, { to: ["t0", "t1", "t2", "t3"] });
    expect(starts()).toBe(0);
    told({}, {}, {}, waiting, { to: ["t"] });
    expect(starts()).toBe(1);
  });

  it("begins only when all players are there", async () => {
    await open();
    told({}, {}, {}, { ...waiting, places: unready });
    told({}, {}, {}, waiting, { to: ["t", "t0"] });
    expect(starts()).toBe(0);
    told({}, {}, {}, waiting, { to: ["t1", "t2", "t3"] });
    expect(starts()).toBe(1);
  });

  it("begins once where the line was lost meanwhile", async () => {
    await open();
    told({}, {}, {}, { ...waiting, places: unready });
    told({}, {}, {}, waiting, { to: ["t"] });
    wires["t"]!.onclose?.();
    flushSync();
    told({}, {}, {}, waiting, { to: ["t0", "t1", "t2", "t3"] });
    await flush();
    versions["t"] = 0;
    told({}, {}, {}, waiting, { to: ["t"] });
    expect(starts()).toBe(1);
  });

  it("names the table while it connects, and says where it cannot", async () => {
    await open();
    expect(text("h1")).toBe("KRTMWX");
    expect(text("[role=status]")).toBe("Coming to the table …");
    expect(all(".common, .gone, dialog")).toEqual([]);
    told({}, {}, {}, { ...waiting, places: unready });
    expect(text("[role=status]")).toBe("Coming to the table …");
    wires["t"]!.onclose?.();
    flushSync();
    expect(text("[role=status]")).toBe("Connection lost. Coming back by itself …");
  });

  it("offers the same names again when a game is left", async () => {
    localStorage.clear();
    await open();
    const inputs = () => all("form li input") as HTMLInputElement[];
    NAMES.forEach((name, index) => {
      inputs()[index]!.value = name;
      inputs()[index]!.dispatchEvent(new Event("input", { bubbles: true }));
    });
    document.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(all("form")).toEqual([]));
    wires["t0"]!.says({ type: "bye", reason: "closed" });
    flushSync();
    tap(".gone .act");
    expect(inputs().map(({ value }) => value)).toEqual(NAMES);
  });
});

describe("a secret move", () => {
  const begin = async () => {
    await open();
    told({ turn: ["b", "c"], first: "b", phase: "place" }, { b: PLACE, c: PLACE });
    await flush();
  };

  it("is covered again when its player's next turn comes", async () => {
    await begin();
    tap(".cover .act");
    told({ turn: ["c"], first: "b", phase: "place" }, { c: PLACE });
    await flush();
    expect(text(".cover h1")).toBe("Hand it to Guillermo");
    told({ turn: ["b"], first: "b", phase: "place" }, { b: PLACE }, {}, {}, { decision: 2 });
    await flush();
    expect(all(".dock")).toEqual([]);
    expect(text(".cover h1")).toBe("Hand it to Bo");
  });

  it("is followed by the common table, even if the same player goes on", async () => {
    await begin();
    tap(".cover .act");
    expect(all(".dock")).toHaveLength(1);
    const bids: Action[] = [{ type: "bid", number: 1 }];
    told({ turn: ["b"], total: 4, phase: "add" }, { b: bids }, {}, {}, { decision: 2 });
    await flush();
    expect(all(".dock, .cover")).toEqual([]);
    expect(text(".asks")).toBe("Bo has to challenge.");
  });

  it("is made without hurry: no clock is shown", async () => {
    await open();
    const turns = [{ seat: "b" as const, until: Date.now() + 8000, reserve: 0, idle: null }];
    told({ turn: ["b"], first: "b", phase: "place" }, { b: PLACE }, { turns });
    await flush();
    tap(".cover .act");
    await flush();
    expect(all(".dock")).toHaveLength(1);
    expect(all("[role=timer]")).toEqual([]);
  });

  it("waits for its player's connection", async () => {
    await open();
    const place = { turn: ["b" as const], first: "b" as const, phase: "place" as const };
    told(place, { b: PLACE }, {}, {}, { to: ["t"] });
    await flush();
    expect(all(".cover")).toEqual([]);
    expect(text(".below .status")).toBe("One moment …");
    told(place, { b: PLACE }, {}, {}, { to: ["t1"] });
    await flush();
    expect(text(".cover h1")).toBe("Hand it to Bo");
  });
});

describe("what is done before everybody", () => {
  const BIDS: Action[] = [
    { type: "bid", number: 2 },
    { type: "bid", number: 3 },
  ];

  const bidding = { number: 1, bidder: "a" as const, spoke: ["a" as const] };

  it("takes a tap right after a message that changes nothing", async () => {
    await open();
    const turn = { turn: ["b" as const], bidding, total: 4, phase: "bid" as const };
    told(turn, { b: BIDS });
    await flush();
    told(turn, { b: BIDS });
    tap(".below .chip");
    expect(sent("t1")).toMatchObject([{ type: "act", seat: "b", action: BIDS[0] }]);
  });

  it("is asked when all that happened has been shown", async () => {
    await open();
    told({ turn: ["a"], total: 4, phase: "bid" });
    await flush();
    const events: SeenEvent[] = [{ type: "bid-made", seat: "a", number: 1 }];
    told({ turn: ["b"], bidding, total: 4, phase: "bid" }, { b: BIDS }, {}, {}, { events });
    expect(text(".below .status")).toBe("Ana says 1.");
    expect(all(".below button")).toEqual([]);
    await flush();
    expect(text(".asks")).toBe("Bo has to challenge.");
  });

  it("is asked of everybody again in the next game, whoever looked in the one before", async () => {
    await open();
    const turn = { turn: ["b" as const], bidding, total: 4, phase: "bid" as const };
    told(turn, { b: BIDS });
    await flush();
    tap(".below > button");
    expect(text(".cover h1")).toBe("Hand it to Bo");
    told({ turn: ["a"], phase: "bid" }, {}, { number: 2 }, { number: 2 });
    told(turn, { b: BIDS }, { number: 2 }, { number: 2 });
    await flush();
    expect(all(".cover")).toEqual([]);
    expect(text(".asks")).toBe("Bo has to challenge.");
  });
});

describe("around the game", () => {
  const openWithDialogs = async () => {
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    HTMLDialogElement.prototype.showModal ??= () => {};
    await open();
    told({ turn: ["b"] });
    await flush();
  };

  it("counts the rounds for everybody", async () => {
    await open();
    told({ turn: ["b"], round: 3 });
    await flush();
    expect(text(".common .title")).toBe("Round 3");
    expect(text(".common h1")).toBe("Round 3");
  });

  it("has a sign for the sound and another one for silence", async () => {
    await open();
    told({ turn: ["b"] });
    await flush();
    const sign = () => document.querySelector(".common .bar button:nth-of-type(2) path");
    const silence = sign()?.getAttribute("d");
    tap(".common .bar button", 1);
    const noise = sign()?.getAttribute("d");
    expect(silence && noise).toBeTruthy();
    expect(noise).not.toBe(silence);
  });

  it("closes its menu, its log and its settings", async () => {
    await openWithDialogs();
    expect(all("dialog")).toEqual([]);
    for (const button of [0, 2]) {
      tap(".common .bar button", button);
      expect(all("dialog")).toHaveLength(1);
      tap("dialog header button");
      expect(all("dialog")).toEqual([]);
    }
    tap(".common .bar button", 0);
    tap("dialog .danger ~ button, dialog button:has(+ a)");
    await vi.waitFor(() => expect(all("dialog input").length).toBeGreaterThan(0));
    tap("dialog header button");
    expect(all("dialog")).toEqual([]);
  });

  it("keeps the log open when the next game begins", async () => {
    await openWithDialogs();
    tap(".common .bar button", 2);
    const events: SeenEvent[] = [{ type: "round-began", number: 1, first: "b" }];
    told({ turn: ["b"], round: 1 }, {}, { number: 2 }, { number: 2 }, { events });
    await flush();
    expect(text("dialog .log")).toContain("Round 1");
    expect(text(".common .title")).toBe("Round 1");
  });

  it("connects again as soon as somebody looks at it", async () => {
    await open();
    told({ turn: ["b"] });
    const before = { ...wires };
    for (const wire of Object.values(wires)) wire.onclose?.();
    document.dispatchEvent(new Event("visibilitychange"));
    await Promise.resolve();
    for (const token of Object.keys(before)) expect(wires[token]).not.toBe(before[token]);
  });

  it("shows the last flip to its end before it says who won", async () => {
    await open();
    const attempt = { challenger: "b" as const, flips: 0, skull: null };
    const bidding = { number: 1, bidder: "b" as const, spoke: ["b" as const] };
    told({ turn: ["b"], attempt, bidding, phase: "flip" });
    await flush();
    const outcome: Board["outcome"] = { seat: "b", winner: 1, ending: "second-success" };
    const events: SeenEvent[] = [
      { type: "disc-flipped", challenger: "b", mat: "c", disc: "F" },
      { type: "attempt-succeeded", challenger: "b" },
      { type: "game-ended", outcome },
    ];
    // The server's table gathers again as soon as the game is over.
    const places = base.room.places.map((place) => ({ ...place, ready: false }));
    const room = { phase: "gathering" as const, places };
    told({ turn: [], attempt, bidding, outcome }, {}, {}, room, { events });
    expect(text(".below .status")).toBe("A disc from Guillermo is turned over …");
    await vi.advanceTimersByTimeAsync(6500);
    flushSync();
    expect(text(".below .status")).toBe("Bo wins with a second success!");
    expect(all(".below button")).toEqual([]);
    await flush();
    expect(text(".below h2")).toBe("Bo wins");
  });

  it("plays again only as often as it is asked to", async () => {
    await open();
    const outcome: Board["outcome"] = { seat: "b", winner: 1, ending: "second-success" };
    const over = (number: number) =>
      told({ turn: [], outcome }, {}, { number }, { phase: "gathering", number });
    over(1);
    await flush();
    tap(".below .act");
    await flush();
    told({ turn: ["b"] }, {}, { number: 2 }, { number: 2 });
    await flush();
    over(2);
    await flush();
    expect(all(".below a")[0]!.getAttribute("href")).toBe("/replay/KRTMWX/2");
    expect(sent("t").map(({ type }) => type)).toEqual(["start"]);
  });
});
