// Somebody at a live table: what is kept of it, heard, said and sent.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import states from "../src/dev/states.json";
import * as voice from "../src/sound/voice";
import { Session } from "../src/table/session.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import * as introduction from "../src/ui/introduction";
import { lastTable, pastime } from "../src/ui/kept";
import { preferences } from "../src/ui/preferences.svelte";
import { announcer, toasts } from "../src/ui/toasts.svelte";
import type { Frame, SeenEvent, SeenFact, Welcome } from "../src/wire/messages";
import { FakeWire } from "./fake-wire";

const NOW = 1_700_000_000_000;
const base = states.wait as unknown as Snapshot;
const FLIP: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "b", disc: "S" };
const PASS: SeenEvent = { type: "seat-passed", seat: "b" };

let wire: FakeWire | null;
let session: Session;
let past: { version: number; number: number; events: SeenEvent[] };
let asked: string[];

async function sit(how: ConstructorParameters<typeof Session>[1] = {}): Promise<void> {
  session = new Session("KRTMWX", how);
  await vi.waitFor(() => expect(wire).not.toBeNull());
}

function welcome(change: Partial<Welcome> = {}): void {
  const { room, game, you } = base;
  wire!.says({
    type: "welcome",
    version: 1,
    room,
    game,
    you,
    facts: [],
    dice: null,
    here: [1, 2],
    now: NOW,
    ...change,
  } as Partial<Welcome>);
}

function frame(version: number, facts: SeenFact[], change: Partial<Frame> = {}): void {
  wire!.says({
    type: "frame",
    version,
    done: null,
    facts,
    room: null,
    game: null,
    you: null,
    dice: null,
    now: NOW,
    ...change,
  } as Partial<Frame>);
}

const played = (...events: SeenEvent[]): SeenFact => ({ type: "played", seat: "b", events });
const texts = () => toasts.list.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  preferences.sound = false;
  preferences.calm = false;
  localStorage.clear();
  sessionStorage.clear();
  wire = null;
  past = { version: 1, number: 1, events: [] };
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json(path.endsWith("/game") ? past : { name: "Ana" });
  });
  vi.stubGlobal("WebSocket", function (address: string) {
    return (wire = new FakeWire(address));
  });
  for (const name of ["sound", "soundOfLift", "soundOfTurn", "vibrate"] as const)
    vi.spyOn(voice, name).mockImplementation(() => {});
  vi.spyOn(introduction, "introduce");
  vi.spyOn(announcer, "say");
});
afterEach(() => {
  session.close();
  toasts.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("coming in", () => {
  it("gives a browser its cookie first, and takes what the welcome says", async () => {
    await sit();
    expect(introduction.introduce).toHaveBeenCalledOnce();
    expect(session.link).toBe("connecting");
    welcome({ now: NOW + 500 });
    expect(session.link).toEqual("open");
    expect(session.here).toEqual([1, 2]);
    expect(session.room).toEqual(base.room);
    expect(session.you).toEqual(base.you);
    expect(session.skew).toEqual(NOW + 500 - Date.now());
    expect(session.came).toEqual(NOW + 500);
    expect(session.sounds).toEqual(true);
    expect(session.stage.view).toBe(session.stage.snapshot!.game!.view);
    expect(texts()).toEqual([]);
  });

  it("asks for no cookie with a token, nor as a screen for all", async () => {
    await sit({ token: "t0" });
    expect(introduction.introduce).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
    session.close();
    wire = null;
    await sit({ shared: true });
    expect(asked).toEqual([]);
    expect(wire!.address).toContain("watch=1");
    expect(session.sounds).toBe(false);
    welcome();
    expect(asked).toEqual([]);
  });

  it("comes in although nobody could be asked for a name", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await sit();
    welcome();
    expect(session.link).toBe("open");
  });

  it("puts what happened before in front of the log, and nothing twice", async () => {
    await sit();
    let answer: (value: Response) => void = () => {};
    vi.stubGlobal("fetch", () => new Promise((done) => (answer = done)));
    welcome();
    frame(2, [played(PASS)]);
    frame(3, [played(PASS, FLIP)]);
    past = { version: 2, number: base.game!.number, events: [FLIP, FLIP, PASS] };
    answer(Response.json(past));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(session.stage.log.map(({ event }) => event.type)).toEqual([
      "disc-flipped",
      "disc-flipped",
      "seat-passed",
      "seat-passed",
      "disc-flipped",
    ]);
  });

  it("leaves the log alone where the history is another game's", async () => {
    past = { version: 1, number: 99, events: [FLIP] };
    await sit();
    welcome();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toContain("/api/tables/KRTMWX/game");
    expect(session.stage.log).toEqual([]);
  });

  it("asks for the history once, and not without a game", async () => {
    await sit();
    welcome({ game: null });
    welcome();
    await vi.advanceTimersByTimeAsync(100);
    expect(asked.filter((path) => path.endsWith("/game"))).toEqual([]);
    expect(session.stage.snapshot!.game).toEqual(base.game);
  });

  it("keeps the way back to a game, for players alone", async () => {
    await sit();
    welcome();
    expect(lastTable.get()).toBe("KRTMWX");
    for (const change of [
      { room: { ...base.room, phase: "gathering" as const } },
      { you: { ...base.you, place: null } },
    ]) {
      lastTable.forget();
      welcome(change);
      expect(lastTable.get()).toBeNull();
    }
    // A game in between leaves the way back to the one before.
    pastime.set("KRTMWX");
    welcome();
    expect(lastTable.get()).toBeNull();
    sessionStorage.clear();
    session.close();
    wire = null;
    await sit({ token: "t0" });
    welcome();
    expect(lastTable.get()).toBeNull();
    session.close();
    wire = null;
    await sit({ shared: true });
    welcome();
    expect(lastTable.get()).toBeNull();
  });

  it("keeps what was missed after a loss, and says that it is back", async () => {
    await sit();
    welcome({ facts: [played(PASS, PASS)] });
    expect(texts()).toEqual([]);
    wire!.onclose?.();
    expect(session.link).toBe("lost");
    session.hurry();
    welcome({ facts: [played(PASS)] });
    expect(texts()).toEqual(["You are back at the table."]);
    expect(session.absence.moves).toBe(1);
    expect(session.absence.steps.map(({ events }) => events)).toEqual([[PASS]]);
  });
});

describe("a page that nobody looks at", () => {
  const hide = (hidden: boolean) => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
    session.look();
  };

  it("shows the table as it is at once, without a sound but for a turn", async () => {
    const own = base.game!.view.own.map((seat) => ({
      ...seat,
      legal: [{ type: "pass" as const }],
    }));
    const board = { ...base.game!.view.board, turn: [own[0]!.seat] };
    const asked = { ...base.game!, view: { ...base.game!.view, own, board } };
    await sit();
    welcome();
    hide(true);
    expect(session.wasLeft).toBe(true);
    frame(2, [played(FLIP)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.stage.settled).toBe(true);
    expect(voice.sound).not.toHaveBeenCalled();
    expect(session.turn).toBe("");
    frame(3, [played(PASS)], { game: asked } as Partial<Frame>);
    await vi.advanceTimersByTimeAsync(0);
    expect(voice.soundOfTurn).toHaveBeenCalledOnce();
    expect(session.turn).toBe(`${own[0]!.seat}${own[0]!.decision}`);
    expect(session.absence.moves).toBe(2);
    hide(false);
    frame(4, [played(FLIP)]);
    expect(session.stage.settled).toBe(false);
    expect(session.absence.moves).toBe(2);
    expect(session.absence.steps).toHaveLength(2);
  });

  it("was not left while others played, if it was left in one's own turn", async () => {
    await sit();
    welcome();
    session.turn = "a1";
    hide(true);
    expect(session.wasLeft).toBe(false);
  });
});

describe("what is heard", () => {
  it("is an event with its sound, its words and its tremor", async () => {
    await sit();
    welcome();
    frame(2, [played(FLIP)]);
    expect(voice.soundOfLift).toHaveBeenCalledOnce();
    expect(voice.sound).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(voice.sound).toHaveBeenCalledWith(FLIP);
    expect(voice.vibrate).toHaveBeenCalledWith([80, 60, 240]);
    expect(announcer.say).toHaveBeenCalledWith(expect.stringContaining("Bo"));
    frame(3, [played({ ...FLIP, disc: "F" }, PASS)]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(voice.vibrate).toHaveBeenLastCalledWith(18);
    expect(voice.soundOfLift).toHaveBeenCalledTimes(2);
  });

  it("is nothing on a screen for all, until somebody wants it", async () => {
    await sit({ shared: true });
    welcome();
    frame(2, [played(FLIP)]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(voice.sound).not.toHaveBeenCalled();
    expect(voice.soundOfLift).not.toHaveBeenCalled();
    session.sounds = true;
    frame(3, [played(FLIP)]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(voice.sound).toHaveBeenCalledOnce();
    expect(voice.vibrate).not.toHaveBeenCalled();
    expect(voice.soundOfTurn).not.toHaveBeenCalled();
  });

  it("is quicker for those who want less motion", async () => {
    await sit();
    welcome();
    expect(session.stage.tempo).toBe(1);
    expect(session.stage.reading).toBe(0);
    preferences.calm = true;
    frame(2, []);
    expect(session.stage.tempo).toBe(0.4);
    expect(session.stage.reading).toBe(1);
    preferences.calm = false;
    welcome();
    expect(session.stage.tempo).toBe(1);
    preferences.calm = true;
    welcome();
    expect(session.stage.tempo).toBe(0.4);
  });

  it("is one's turn, once", async () => {
    await sit();
    welcome();
    expect(voice.soundOfTurn).not.toHaveBeenCalled();
    const turn = (states.bid as unknown as Snapshot).game!;
    frame(2, [], { game: turn });
    await vi.advanceTimersByTimeAsync(10);
    expect(voice.soundOfTurn).toHaveBeenCalledOnce();
    expect(voice.vibrate).toHaveBeenCalledWith(60);
    frame(3, [], { game: turn });
    await vi.advanceTimersByTimeAsync(10);
    expect(voice.soundOfTurn).toHaveBeenCalledOnce();
    const mayShow = {
      ...turn,
      view: { ...turn.view, board: { ...turn.view.board, turn: ["b" as const] } },
    };
    frame(4, [], { game: mayShow });
    await vi.advanceTimersByTimeAsync(10);
    expect(voice.soundOfTurn).toHaveBeenCalledOnce();
    frame(5, [], { game: turn });
    await vi.advanceTimersByTimeAsync(10);
    expect(voice.soundOfTurn).toHaveBeenCalledTimes(2);
  });

  it("is who came, went, or is played for", async () => {
    await sit();
    welcome();
    const [ana, bo] = base.room.places.map(({ name }) => name);
    frame(2, [{ type: "stood-in", place: 1 } as SeenFact]);
    expect(texts().at(-1)).toContain(bo);
    toasts.clear();
    frame(3, [{ type: "came-back", place: 1 } as SeenFact]);
    expect(texts().at(-1)).toContain(bo);
    toasts.clear();
    frame(4, [{ type: "came-back", place: base.you.place } as SeenFact]);
    expect(texts()).toEqual([]);
    frame(5, [{ type: "joined", member: 9, name: "Zoë" } as SeenFact]);
    frame(6, [{ type: "joined", member: base.you.member, name: ana } as SeenFact]);
    expect(texts()).toEqual(["Zoë comes in."]);
  });

  it("is who is connected, another device, and a refusal", async () => {
    await sit();
    welcome();
    wire!.says({ type: "presence", here: [2] });
    expect(session.here).toEqual([2]);
    wire!.says({ type: "new-device" });
    expect(texts()).toHaveLength(1);
    expect(announcer.say).toHaveBeenCalledWith(texts()[0]);
    toasts.clear();
    wire!.says({ type: "refused", id: null, reason: "unknown-table", detail: "" });
    expect(texts()[0]).toContain("KRTMWX");
    toasts.clear();
    session.decline("a");
    const { id, type } = wire!.sent.at(-1)!;
    expect(type).toBe("decline");
    wire!.says({ type: "refused", id, reason: "stale", detail: "" });
    expect(texts()).toEqual([]);
    wire!.says({ type: "bye", reason: "removed" });
    expect([session.link, session.bye]).toEqual(["over", "removed"]);
  });
});

describe("talk", () => {
  const said = (member: number, text: string): SeenFact =>
    ({ type: "said", member, text }) as SeenFact;

  it("is kept, numbered, read aloud, and a bubble for five seconds", async () => {
    await sit();
    welcome();
    frame(2, [said(2, "Hm"), { type: "taunted", member: 3, taunt: "dare" } as SeenFact]);
    const [bo, third] = [2, 3].map(
      (member) => base.room.members.find((one) => one.member === member)!.name,
    );
    expect(session.talk).toEqual([
      { number: 1, member: 2, name: bo, text: "Hm" },
      { number: 2, member: 3, name: third, text: expect.any(String) },
    ]);
    expect(announcer.say).toHaveBeenCalledWith(`${bo}: Hm`);
    expect(session.bubbles[1]).toBe("Hm");
    await vi.advanceTimersByTimeAsync(4000);
    frame(3, [said(2, "Ha")]);
    await vi.advanceTimersByTimeAsync(1500);
    expect(session.bubbles).toMatchObject({ 1: "Ha", 2: "" });
    await vi.advanceTimersByTimeAsync(4000);
    expect(session.bubbles[1]).toBe("");
    session.close();
    wire = null;
    await sit();
    expect(session.talk.map(({ number }) => number)).toEqual([1, 2, 3]);
    welcome();
    frame(2, [said(9, "Who?")]);
    expect(session.talk.at(-1)).toEqual({ number: 4, member: 9, name: "", text: "Who?" });
    expect(Object.values(session.bubbles)).not.toContain("Who?");
  });

  it("is the last two hundred lines, and on no other screen's account", async () => {
    await sit({ token: "t0" });
    welcome();
    frame(
      2,
      Array.from({ length: 205 }, (_, index) => said(2, `${index}`)),
    );
    expect(session.talk).toHaveLength(200);
    expect(session.talk[0]!.text).toBe("5");
    expect(sessionStorage.length).toBe(0);
    session.close();
    wire = null;
    await sit({ shared: true });
    welcome();
    frame(2, [said(2, "Hm")]);
    expect(sessionStorage.length).toBe(0);
  });
});

describe("what is sent", () => {
  const sent = () => wire!.sent.map((command) => ({ ...command, id: "" }));

  it("is plain talk of at most two hundred letters", async () => {
    await sit();
    welcome();
    session.say("  ");
    session.say(` ${"x".repeat(300)} `);
    session.taunt("dare");
    expect(sent()).toEqual([
      { type: "say", id: "", text: "x".repeat(200) },
      { type: "taunt", id: "", taunt: "dare" },
    ]);
  });

  it("is an action or a refusal to show, in a game", async () => {
    await sit();
    welcome({ game: null });
    session.act("a", { type: "pass" });
    session.decline("a");
    expect(sent()).toEqual([]);
    welcome();
    session.act("a", { type: "pass" });
    session.decline("a");
    const { number, view } = base.game!;
    const { decision } = view.own[0]!;
    expect(sent()).toEqual([
      {
        type: "act",
        id: "",
        game: number,
        seat: "a",
        decision,
        action: { type: "pass" },
      },
      { type: "decline", id: "", game: number, seat: "a" },
    ]);
    expect(session.isDeciding(number, "a", decision)).toBe(true);
    expect(session.inFlight.all()).toHaveLength(2);
  });

  it("is being ready, and coming in again under another name", async () => {
    await sit();
    welcome();
    session.ready(true);
    session.ready(false);
    expect(sent()).toMatchObject([
      { type: "ready", ready: true },
      { type: "ready", ready: false },
    ]);
    const first = wire!;
    session.comeInAgain();
    expect(first.closed).toBe(true);
    const second = wire!;
    welcome({ version: 1 });
    session.cut();
    expect(second.closed).toBe(true);
    expect(session.link).toBe("lost");
  });
});
