// Players who are out, and what is offered to players who come back.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import BarNote from "../src/away/BarNote.svelte";
import Guessed from "../src/away/Guessed.svelte";
import { guessOf, keepGuess } from "../src/away/guess";
import Out from "../src/away/Out.svelte";
import { awayWords } from "../src/away/words.svelte";
import states from "../src/dev/states.json";
import * as start from "../src/screens/start.svelte";
import { Session } from "../src/table/session.svelte";
import type { LogLine, Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { SeenEvent, SeenFact } from "../src/wire/messages";
import { castOf } from "../src/words/cast";

const out = states.out as unknown as Snapshot;
const PASS: SeenEvent = { type: "seat-passed", seat: "b" };
const moved = (): SeenFact[] => [{ type: "played", seat: "b", events: [PASS] }];

let session: Session;
let mounted: Record<string, unknown>[];
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map((one) => one.textContent!.trim());
function tap(selector: string, index = 0): void {
  all(selector)[index]!.click();
  flushSync();
}

beforeEach(async () => {
  localStorage.clear();
  preferences.calm = false;
  vi.stubGlobal("fetch", async () => Response.json({ phase: "playing" }));
  vi.stubGlobal("WebSocket", function () {
    return { send() {}, close() {} };
  });
  await awayWords.load("en");
  session = new Session("KRTMWX");
  session.room = out.room;
  session.stage.set(out);
  mounted = [];
});
afterEach(() => {
  for (const one of mounted) void unmount(one);
  session.close();
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a guess", () => {
  it("is kept for each game of each table, the last ones", () => {
    const guess = { code: "KRTMWX", number: 1, winner: 2, round: 3 };
    keepGuess(guess);
    keepGuess({ ...guess, number: 2, winner: 0 });
    keepGuess({ ...guess, round: 4 });
    expect(guessOf("KRTMWX", 1)).toEqual({ ...guess, round: 4 });
    expect(guessOf("KRTMWX", 2)?.winner).toBe(0);
    expect(guessOf("ABCDEF", 1)).toBeNull();
    for (let number = 3; number < 20; number += 1) keepGuess({ ...guess, number });
    expect(guessOf("KRTMWX", 1)).toBeNull();
    for (const strange of ["no", "{}", "[{}]", "null"]) {
      localStorage.setItem("calavera-guesses", strange);
      expect(guessOf("KRTMWX", 1)).toBeNull();
    }
  });

  it.each([
    [true, "You guessed {name} in round 3. Right!"],
    [false, "You guessed {name} in round 3. Not this time."],
  ])("is told at the end: %s", (isRight, words) => {
    const { number, view } = out.game!;
    keepGuess({ code: "KRTMWX", number, winner: 1, round: 3 });
    const outcome = {
      winner: isRight ? 1 : 2,
      seat: "b" as const,
      ending: "last-one-in" as const,
    };
    const cast = castOf(out.room, view);
    const props = { code: "KRTMWX", number, outcome, cast };
    mounted.push(mount(Guessed, { target: document.body, props }));
    flushSync();
    expect(texts(".guessed")).toEqual([words.replace("{name}", cast.player(1))]);
  });
});

describe("players who are out", () => {
  function open(change: { isPlayer?: boolean; isLast?: boolean } = {}): void {
    const view = out.game!.view;
    const props = { session, view, cast: castOf(out.room, view), isPlayer: true, isLast: false };
    mounted.push(mount(Out, { target: document.body, props: { ...props, ...change } }));
    flushSync();
  }
  const pressed = () => all(".guess").map((one) => one.getAttribute("aria-pressed"));

  it("guess one of those who are in, and may change it", () => {
    const { board } = out.game!.view;
    const inside = board.mats.filter((mat) => !mat.out);
    open();
    expect(texts(".guess")).toEqual(inside.map(({ owner }) => out.room.places[owner]!.name));
    tap(".guess", 1);
    tap(".guess", 0);
    expect(pressed()).toEqual(inside.map((_, index) => String(index === 0)));
    expect(guessOf("KRTMWX", out.game!.number)).toEqual({
      code: "KRTMWX",
      number: out.game!.number,
      winner: inside[0]!.owner,
      round: board.round,
    });
    for (const one of mounted.splice(0)) void unmount(one);
    open();
    expect(pressed()[0]).toBe("true");
  });

  it("keep the round of a guess that they only confirm", () => {
    const { number, view } = out.game!;
    const winner = view.board.mats.find((mat) => !mat.out)!.owner;
    keepGuess({ code: "KRTMWX", number, winner, round: 1 });
    open();
    tap(".guess", 0);
    expect(guessOf("KRTMWX", number)?.round).toBe(1);
  });

  it("react with one tap, and go on to another game", () => {
    const taunt = vi.spyOn(session, "taunt").mockImplementation(() => {});
    const meanwhile = vi.spyOn(start, "playMeanwhile").mockResolvedValue();
    const afresh = vi.spyOn(start, "playAfresh").mockResolvedValue();
    open();
    tap(".taunt");
    expect(taunt).toHaveBeenCalledExactlyOnceWith("bravo");
    tap(".next");
    expect(meanwhile).toHaveBeenCalledExactlyOnceWith("KRTMWX");
    for (const one of mounted.splice(0)) void unmount(one);
    open({ isLast: true });
    tap(".next");
    expect(afresh).toHaveBeenCalledExactlyOnceWith(out.room);
  });

  it("do not react where nobody talks; spectators guess alone", () => {
    session.room = { ...out.room, settings: { ...out.room.settings, talk: false } };
    open();
    expect(all(".taunt")).toEqual([]);
    for (const one of mounted.splice(0)) void unmount(one);
    session.room = out.room;
    open({ isPlayer: false });
    expect(all(".guess").length).toBeGreaterThan(1);
    expect(all(".taunt, .next")).toEqual([]);
  });
});

describe("the note in the bar", () => {
  const wait = states.wait as unknown as Snapshot;
  let told: LogLine[] | null;

  function come(moves: number, back: string | null = null): void {
    session.stage.set(wait);
    session.absence.begin(wait, []);
    for (let count = 0; count < moves; count += 1) session.absence.add(wait, moved());
    const props = {
      session,
      back,
      get told() {
        return told;
      },
      set told(lines) {
        told = lines;
      },
    };
    mounted.push(mount(BarNote, { target: document.body, props }));
    flushSync();
  }
  /** The table as it is, with a decision that is asked. */
  function asked(decision: number, snapshot = wait): Snapshot {
    const { view } = snapshot.game!;
    const own = view.own.map((seat) => ({ ...seat, legal: [{ type: "pass" as const }], decision }));
    return { ...snapshot, game: { ...snapshot.game!, view: { ...view, own } } };
  }
  const labels = () => all(".note").map((one) => one.getAttribute("aria-label") ?? one.innerText);

  beforeEach(() => (told = null));

  it("offers several moves, until the next round", () => {
    come(1);
    expect(all(".note")).toEqual([]);
    session.absence.add(wait, moved());
    flushSync();
    expect(labels()).toEqual(["What happened: 2 moves"]);
    const { board } = wait.game!.view;
    const view = { ...wait.game!.view, board: { ...board, round: board.round + 1 } };
    session.stage.set({ ...wait, game: { ...wait.game!, view } });
    flushSync();
    expect(all(".note")).toEqual([]);
  });

  it("shows them on the table until a key or a tap, which does nothing else", () => {
    for (const how of ["pointerdown", "keydown"]) {
      session.absence.forget();
      come(3);
      tap(".note");
      expect(session.again).not.toBeNull();
      const event = new Event(how, { bubbles: true, cancelable: true });
      const heard = vi.fn();
      document.body.addEventListener(how, heard);
      document.body.dispatchEvent(event);
      flushSync();
      expect(session.again).toBeNull();
      expect(session.absence.moves).toBe(0);
      expect(heard).not.toHaveBeenCalled();
      const click = new MouseEvent("click", { bubbles: true, cancelable: true });
      document.body.dispatchEvent(click);
      expect(click.defaultPrevented).toBe(how === "pointerdown");
      for (const one of mounted.splice(0)) void unmount(one);
    }
  });

  it("stops when something new is asked, not for what was asked before", () => {
    come(2);
    session.stage.set(asked(7));
    flushSync();
    tap(".note");
    expect(session.again).not.toBeNull();
    session.stage.set(asked(7, { ...wait }));
    flushSync();
    expect(session.again).not.toBeNull();
    session.stage.set(asked(8));
    flushSync();
    expect(session.again).toBeNull();
  });

  it("tells them in words to players who want less motion", () => {
    preferences.calm = true;
    come(2);
    tap(".note");
    expect(session.again).toBeNull();
    expect(told?.map(({ event }) => event)).toEqual([PASS, PASS]);
  });

  it("leads from a game in between back to the other table", () => {
    come(0, "ABCDEF");
    expect(all("a.note")[0]!.getAttribute("href")).toBe("/t/ABCDEF");
  });
});
