// What the dock writes and draws, to the letter.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { announcer } from "../src/ui/toasts.svelte";
import type { Action, Seat } from "../src/wire/messages";

let screen: Record<string, unknown> | null = null;
let acted: [Seat, Action][];
let snapshot: Snapshot;

function open(
  state: keyof typeof states,
  change: (snapshot: Snapshot) => void = () => {},
  after = 400,
): void {
  acted = [];
  snapshot = structuredClone(states[state]) as unknown as Snapshot;
  change(snapshot);
  const stage = new Stage();
  stage.set(snapshot);
  const controls = {
    act: (seat: Seat, action: Action) => void acted.push([seat, action]),
    decline: () => {},
  };
  screen = mount(GameScreen, { target: document.body, props: { stage, controls } });
  flushSync();
  vi.advanceTimersByTime(after);
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) => document.querySelector(selector)?.textContent?.trim();
const pieces = (selector: string) => all(`${selector} img`).map(({ dataset }) => dataset["piece"]);
const names = (selector: string) => all(`${selector} img`).map((img) => img.getAttribute("alt"));
const labels = (selector: string) => all(selector).map((one) => one.getAttribute("aria-label"));
function tap(selector: string, index = 0): void {
  all(selector)[index]!.click();
  flushSync();
}

beforeEach(() => {
  preferences.sound = false;
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
});
afterEach(() => {
  if (screen) void unmount(screen);
  screen = null;
  preferences.peek = false;
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

test("a tap on a mat flips its top disc", () => {
  open("flip");
  expect(text(".dock .hint")).toBe("Tap a mat: its top disc is flipped.");
  expect(all(".dock .act")).toEqual([]);
  tap(".seat:not(.you) .tap");
  expect(acted).toEqual([["a", { type: "flip", mat: "b" }]]);
});

test("a tap on a player says who shall begin", () => {
  open("name-first");
  expect(text(".dock .hint")).toBe("Tap who shall begin");
  tap(".seat .tap");
  expect(acted).toEqual([["a", { type: "name-first", seat: "b" }]]);
});

test("where one mat alone can be flipped, a button names it", () => {
  open("flip", ({ game }) => {
    game!.view.own[0]!.legal = [{ type: "flip", mat: "b" }];
  });
  expect(text(".dock .act")).toBe(`Flip at ${snapshot.room.places[1]!.name}`);
  tap(".dock .act");
  expect(acted).toEqual([["a", { type: "flip", mat: "b" }]]);
});

test("where one player alone can be named, a button names them", () => {
  open("name-first", ({ game }) => {
    game!.view.own[0]!.legal = [{ type: "name-first", seat: "b" }];
  });
  expect(text(".dock .act")).toBe(`${snapshot.room.places[1]!.name} begins`);
  tap(".dock .act");
  expect(acted).toEqual([["a", { type: "name-first", seat: "b" }]]);
});

test("a bid is an alternative only where a disc can be placed", () => {
  open("add");
  expect(all(".dock .or")).toHaveLength(1);
  void unmount(screen!);
  open("bid");
  expect(all(".dock .or")).toEqual([]);
});

test("the dock is higher for the tabs of two tribes, and for a button to look", () => {
  const rows = () => all(".dock")[0]!.style.getPropertyValue("--rows");
  const at = (state: keyof typeof states, peek: boolean) => {
    preferences.peek = peek;
    open(state);
    const found = rows();
    void unmount(screen!);
    screen = null;
    return found;
  };
  expect(at("add", false)).toBe("0");
  expect(at("add", true)).toBe("1");
  expect(at("tribes-2", false)).toBe("1");
  expect(at("tribes-2", true)).toBe("2");
  expect(at("out", true)).toBe("0");
});

test("discs to pick from are numbered and face down, and a tap takes one", () => {
  open("pick");
  expect(labels(".dock .picks button")).toEqual(["Number 1", "Number 2"]);
  expect(pieces(".dock .picks")).toEqual(["back", "back"]);
  expect(all(".dock .picks button").map(({ title }) => title)).toEqual([
    "Take this one",
    "Take this one",
  ]);
  tap(".dock .picks button", 1);
  expect(acted).toEqual([["a", { type: "pick" }]]);
});

test("a hand and a pile are drawn and named, disc by disc", () => {
  open("add", ({ game }) => void (game!.view.own[0]!.stack = ["F", "S"]));
  expect(labels(".dock .hand button")).toEqual(["flower", "skull"]);
  expect(pieces(".dock .hand")).toEqual(["flower", "skull"]);
  expect(pieces(".dock .pile")).toEqual(["flower", "skull"]);
  expect(names(".dock .pile")).toEqual(["flower", "skull"]);
  expect(all(".dock .hand button")[1]!.title).toBe("Place the skull");
  tap(".dock .hand button", 1);
  expect(acted).toEqual([["a", { type: "place", disc: "S" }]]);
});

test("a disc that may not be placed is no button", () => {
  open("add", ({ game }) => {
    const own = game!.view.own[0]!;
    own.legal = own.legal.filter((action) => action.type !== "place" || action.disc === "S");
  });
  expect(labels(".dock .hand button")).toEqual(["skull"]);
  expect(names(".dock .hand .still")).toEqual(["flower"]);
  tap(".dock .hand button");
  expect(acted).toEqual([["a", { type: "place", disc: "S" }]]);
});

test("an empty hand is said, and an empty mat has no pile", () => {
  open("must-challenge", ({ game }) => void (game!.view.own[0]!.stack = []));
  expect(all(".dock .hand li")).toHaveLength(1);
  expect(text(".dock .hand .empty")).toBeTruthy();
  expect(all(".dock .pile")).toEqual([]);
});

test("a player with discs in one of two tribes is not idle", () => {
  open("tribes-2", ({ game }) => {
    for (const mat of game!.view.board.mats) if (mat.seat === "a") mat.discs = 0;
  });
  expect(all(".dock.idle")).toEqual([]);
  expect(all(".dock .own")).toHaveLength(1);
});

test("a question is read aloud once, nothing else is", () => {
  const say = vi.spyOn(announcer, "say");
  open("watch");
  expect(say).not.toHaveBeenCalled();
  void unmount(screen!);
  open("add");
  expect(say.mock.calls).toEqual([["Your turn: add a disc or challenge."]]);
});

test("no timer is left when the screen is gone", () => {
  vi.spyOn(announcer, "say").mockImplementation(() => {});
  open("add", () => {}, 0);
  void unmount(screen!);
  screen = null;
  flushSync();
  expect(vi.getTimerCount()).toBe(0);
});
