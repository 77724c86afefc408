// A game on one device, from the names to its end.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settingsFor } from "../src/pass/kept";
import { preferences } from "../src/ui/preferences.svelte";
import type { Action, Board } from "../src/wire/messages";
import {
  all,
  asked,
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
  wires,
} from "./pass-device";

beforeEach(setUp);
afterEach(tearDown);

describe("before a game", () => {
  it("asks who plays, and opens a table for them", async () => {
    localStorage.clear();
    await open();
    expect(all("form li")).toHaveLength(4);
    tap(".add");
    expect(all("form li")).toHaveLength(5);
    const inputs = all("form li input") as HTMLInputElement[];
    inputs[0]!.value = "Ana";
    inputs[0]!.dispatchEvent(new Event("input", { bubbles: true }));
    tap("form li button", 4);
    tap("form li button", 3);
    expect(all("form li")).toHaveLength(3);
    expect(text(".advice")).toBeTruthy();
    const [tribes, inTurn] = all(".switch input") as HTMLInputElement[];
    expect(tribes!.checked).toBe(false);
    inTurn!.click();
    document.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    flushSync();
    expect((all("footer .act")[0] as HTMLButtonElement).disabled).toBe(true);
    await vi.waitFor(() => expect(Object.keys(wires)).toHaveLength(4));
    expect(asked.slice(0, 3)).toEqual([
      "POST /api/identities",
      "POST /api/identities",
      'PUT /api/me {"name":"Ana"}',
    ]);
    const opened = asked.find((line) => line.startsWith("POST /api/tables"))!;
    expect(JSON.parse(opened.slice("POST /api/tables ".length))).toEqual({
      settings: settingsFor(3, false, true),
    });
    expect(JSON.parse(localStorage.getItem("calavera-one-device")!)).toEqual({
      code: "KRTMWX",
      dealer: "t0",
      people: [
        { name: "Ana", token: "t1" },
        { name: "Player 2", token: "t2" },
        { name: "Player 3", token: "t3" },
      ],
    });
  });

  it("seats everybody, has them ready, and begins", async () => {
    await open();
    const places = base.room.places.map((place) => ({ ...place, ready: false }));
    told({}, {}, {}, { phase: "gathering", number: 0, places });
    for (const token of ["t0", "t1", "t2", "t3"])
      expect(sent(token).map(({ type }) => type)).toEqual(["ready"]);
    expect(sent("t")).toEqual([]);
    told({}, {}, {}, { phase: "gathering", number: 0 });
    expect(sent("t").map(({ type }) => type)).toEqual(["start"]);
  });
});

describe("a secret move", () => {
  const begin = async () => {
    await open();
    told({ turn: ["b", "c"], first: "b", phase: "place" }, { b: PLACE, c: PLACE });
    await flush();
  };

  it("is covered until its player says who they are", async () => {
    await begin();
    expect(text(".cover h1")).toBe("Hand it to Bo");
    expect((all(".cover .act")[0] as HTMLButtonElement).disabled).toBe(false);
    expect(all(".dock")).toEqual([]);
    tap(".cover .act");
    expect(text(".bar .title")).toBe("Bo");
    expect(all(".dock .hand button").length).toBeGreaterThan(0);
    await flush();
    tap(".dock .hand button");
    expect(sent("t1")).toMatchObject([{ type: "act", seat: "b", action: PLACE[0] }]);
    expect(sent("t2")).toEqual([]);
    told({ turn: ["c"], first: "b", phase: "place" }, { c: PLACE });
    await flush();
    expect(text(".cover h1")).toBe("Hand it to Guillermo");
  });

  it("is covered again when it is hidden or the device is locked", async () => {
    await begin();
    tap(".cover .act");
    tap(".bar button");
    expect(all(".dock")).toEqual([]);
    await flush();
    tap(".cover .act");
    expect(all(".dock")).toHaveLength(1);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    flushSync();
    expect(all(".dock")).toEqual([]);
    expect(all(".cover")).toHaveLength(1);
  });

  it("cannot be opened by the tap before", async () => {
    await open();
    told({ turn: ["b"], first: "b", phase: "place" }, { b: PLACE });
    await vi.advanceTimersByTimeAsync(600);
    flushSync();
    expect((all(".cover .act")[0] as HTMLButtonElement).disabled).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    flushSync();
    expect((all(".cover .act")[0] as HTMLButtonElement).disabled).toBe(false);
  });
});

describe("what is done before everybody", () => {
  const BIDS: Action[] = [
    { type: "bid", number: 2 },
    { type: "bid", number: 3 },
  ];
  const bidding = { number: 1, bidder: "a" as const, spoke: ["a" as const] };

  it("is a bid, after a look perhaps", async () => {
    await open();
    told({ turn: ["b"], bidding, total: 4, phase: "bid" }, { b: [...BIDS, { type: "pass" }] });
    await flush();
    expect(text(".asks")).toBe("Bo: raise, or pass.");
    expect(all(".below.yours")).toHaveLength(1);
    tap(".below > button");
    expect(text(".cover h1")).toBe("Hand it to Bo");
    await flush();
    tap(".cover .act");
    expect(all(".dock .bid")).toHaveLength(1);
    tap(".bar button");
    await flush();
    expect(all(".cover")).toEqual([]);
    tap(".below .chip");
    expect(sent("t1")).toMatchObject([{ type: "act", seat: "b", action: BIDS[0] }]);
    expect(sent("t")).toEqual([]);
  });

  it("is an opening where the hand is empty", async () => {
    await open();
    told({ turn: ["b"], bidding: null, total: 4 }, { b: BIDS });
    await flush();
    expect(text(".asks")).toBe("Bo has to challenge.");
  });

  it("ignores the tap that ended the turn before", async () => {
    await open();
    told({ turn: ["b"], bidding, total: 4, phase: "bid" }, { b: BIDS });
    await vi.advanceTimersByTimeAsync(100);
    flushSync();
    tap(".below .chip");
    tap(".below > button");
    expect(sent("t1")).toEqual([]);
    expect(all(".cover")).toEqual([]);
  });

  it("is a flip at a mat", async () => {
    await open();
    const attempt = { challenger: "b" as const, flips: 1, skull: null };
    const flips: Action[] = [
      { type: "flip", mat: "a" },
      { type: "flip", mat: "c" },
    ];
    told({ turn: ["b"], bidding, attempt, phase: "flip" }, { b: flips });
    await flush();
    expect(text(".asks")).toBe("Bo flips a disc.");
    expect(text(".below .hint")).toBe("Tap a mat: its top disc is flipped.");
    expect(all(".below .act")).toEqual([]);
    tap(".seat .tap", 1);
    expect(sent("t1")).toMatchObject([{ type: "act", seat: "b", action: flips[1] }]);
  });

  it("is a blind pick", async () => {
    await open();
    const attempt = { challenger: "c" as const, flips: 1, skull: "b" as const };
    told({ turn: ["b"], bidding, attempt, phase: "lose" }, { b: [{ type: "pick" }] });
    await flush();
    expect(text(".asks")).toBe("Bo, take one of Guillermo's discs, unseen.");
    const { discs } = base.game!.view.board.mats[2]!;
    expect(all(".picks button")).toHaveLength(discs);
    tap(".picks button");
    expect(sent("t1")).toMatchObject([{ type: "act", action: { type: "pick" } }]);
  });

  it("is a name", async () => {
    await open();
    const names: Action[] = [
      { type: "name-first", seat: "a" },
      { type: "name-first", seat: "c" },
    ];
    told({ turn: ["b"], phase: "name-first" }, { b: names });
    await flush();
    expect(text(".asks")).toBe("Bo is out and says who begins.");
    expect(text(".below .hint")).toBe("Tap who begins.");
    tap(".seat .tap");
    expect(sent("t1")).toMatchObject([{ type: "act", seat: "b", action: names[0] }]);
  });

  it("is showing, by anybody or nobody", async () => {
    await open();
    const show: Action[] = [{ type: "show" }];
    told({ turn: [], may_show: ["b", "c"] }, { b: show, c: show });
    await flush();
    expect(all(".shows button").map(({ textContent }) => textContent)).toEqual([
      "Bo shows",
      "Guillermo shows",
      "Nobody, go on",
    ]);
    expect(all(".below.yours")).toHaveLength(1);
    tap(".shows button", 1);
    expect(sent("t2")).toMatchObject([{ type: "act", seat: "c", action: show[0] }]);
    tap(".shows button", 2);
    expect(sent("t1")).toMatchObject([{ type: "decline", seat: "b" }]);
    expect(sent("t2")[1]).toMatchObject({ type: "decline", seat: "c" });
  });
});

describe("around the game", () => {
  it("waits where nobody is asked, and tells what happens", async () => {
    await open();
    told({ turn: ["b"] });
    await flush();
    expect(text(".below .status")).toBe("One moment …");
    expect(all(".below.yours")).toEqual([]);
  });

  it("says that the line is lost", async () => {
    await open();
    told({ turn: ["b"] });
    await flush();
    expect(all(".lost[role=alert]")).toEqual([]);
    wires["t"]!.onclose?.();
    flushSync();
    expect(all(".lost[role=alert]")).toHaveLength(1);
  });

  it("says that the game is gone", async () => {
    await open();
    wires["t"]!.says({ type: "bye", reason: "closed" });
    flushSync();
    expect(text(".gone [role=status]")).toBe("This game is no longer there.");
    tap(".gone .act");
    expect(localStorage.length).toBe(0);
    expect((all("form li input") as HTMLInputElement[]).map(({ value }) => value)).toEqual(NAMES);
  });

  it("has a menu that ends it", async () => {
    await open();
    told({ turn: ["b"] });
    await flush();
    HTMLDialogElement.prototype.showModal ??= () => {};
    tap(".common .bar button");
    expect(all("dialog .danger")).toHaveLength(1);
    tap("dialog .danger");
    expect(all(".setup")).toHaveLength(1);
    expect(wires["t"]!.closed && wires["t0"]!.closed).toBe(true);
  });

  it("has a log, settings and a switch for the sound", async () => {
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    await open();
    told({ turn: ["b"] });
    await flush();
    HTMLDialogElement.prototype.showModal ??= () => {};
    const label = () => all(".common .bar button")[1]!.getAttribute("aria-label");
    const before = label();
    tap(".common .bar button", 1);
    expect(preferences.sound).toBe(true);
    expect(label()).not.toBe(before);
    tap(".common .bar button", 1);
    expect([preferences.sound, label()]).toEqual([false, before]);
    tap(".common .bar button", 2);
    expect(all("dialog .log")).toHaveLength(1);
    tap(".common .bar button", 0);
    expect(all("dialog .log")).toEqual([]);
    tap("dialog .danger ~ button, dialog button:has(+ a)");
    await vi.waitFor(() => expect(all("dialog")).toHaveLength(1));
    expect(all("dialog .danger")).toEqual([]);
    expect(all("dialog input").length).toBeGreaterThan(0);
  });

  it("has its menu on the cover, too", async () => {
    await open();
    told({ turn: ["b"], first: "b", phase: "place" }, { b: PLACE });
    await flush();
    HTMLDialogElement.prototype.showModal ??= () => {};
    tap(".cover header button");
    expect(all("dialog .danger")).toHaveLength(1);
  });

  it("connects again as soon as there is a network", async () => {
    await open();
    told({ turn: ["b"] });
    const before = { ...wires };
    for (const wire of Object.values(wires)) wire.onclose?.();
    dispatchEvent(new Event("online"));
    await Promise.resolve();
    for (const token of Object.keys(before)) expect(wires[token]).not.toBe(before[token]);
  });

  it("ends with who won, and plays again", async () => {
    await open();
    const outcome = {
      seat: "b",
      winner: 1,
      ending: "second-success",
    } as unknown as Board["outcome"];
    told({ turn: [], outcome, round: 4 }, {}, {}, { phase: "gathering", number: 1 });
    await flush();
    expect(text(".below h2")).toBe("Bo wins");
    expect(all(".below a").map((one) => one.getAttribute("href"))).toEqual([
      "/replay/KRTMWX/1",
      "/replay/KRTMWX/1/review",
    ]);
    expect(sent("t")).toEqual([]);
    tap(".below .act");
    await flush();
    expect(sent("t").map(({ type }) => type)).toEqual(["start"]);
  });
});
