// The player's part of the screen: what can be chosen, what is sent.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import LogPanel from "../src/game/LogPanel.svelte";
import TalkPanel from "../src/game/TalkPanel.svelte";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { announcer } from "../src/ui/toasts.svelte";
import type { Action, Seat } from "../src/wire/messages";
import { castOf } from "../src/words/cast";

let screens: Record<string, unknown>[] = [];
let acted: [Seat, Action][];
let declined: Seat[];
let stage: Stage;

function open(
  state: keyof typeof states,
  change: (snapshot: Snapshot) => Snapshot = (same) => same,
) {
  stage = new Stage();
  stage.set(change(structuredClone(states[state]) as unknown as Snapshot));
  const controls = {
    act: (seat: Seat, action: Action) => void acted.push([seat, action]),
    decline: (seat: Seat) => void declined.push(seat),
  };
  screens.push(mount(GameScreen, { target: document.body, props: { stage, controls } }));
  flushSync();
  vi.advanceTimersByTime(400);
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) => document.querySelector(selector)?.textContent?.trim();
const labels = (selector: string) => all(selector).map((one) => one.getAttribute("aria-label"));
function tap(selector: string, index = 0): void {
  all(selector)[index]!.click();
  flushSync();
}

beforeEach(() => {
  acted = [];
  declined = [];
  preferences.sound = false;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
  vi.useFakeTimers();
});
afterEach(() => {
  for (const screen of screens) void unmount(screen);
  screens = [];
  document.body.innerHTML = "";
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("placing", () => {
  it("takes one tap on a disc of the hand", () => {
    open("place");
    expect(all(".dock .act, .dock .bid")).toEqual([]);
    const titles = all(".dock .hand button").map(({ title }) => title);
    expect(new Set(titles)).toEqual(new Set(["Place the flower", "Place the skull"]));
    tap(".dock .hand button", labels(".dock .hand button").indexOf("skull"));
    tap(".dock .hand button", labels(".dock .hand button").indexOf("flower"));
    expect(acted).toEqual([
      ["a", { type: "place", disc: "S" }],
      ["a", { type: "place", disc: "F" }],
    ]);
  });

  it("or one tap on a number instead", () => {
    open("add");
    expect(text(".dock .status")).toBe("Your turn: add a disc or challenge.");
    expect(all(".dock .pass")).toEqual([]);
    tap(".dock .chip", 1);
    expect(acted).toEqual([["a", { type: "bid", number: 2 }]]);
  });

  it("ignores taps that were meant for the buttons before", () => {
    open("add");
    const again = structuredClone(states.add) as unknown as Snapshot;
    again.game!.view.own[0]!.decision += 1;
    stage.set(again);
    flushSync();
    tap(".dock .hand button");
    tap(".dock .chip");
    expect(acted).toEqual([]);
    vi.advanceTimersByTime(350);
    tap(".dock .hand button");
    expect(acted).toHaveLength(1);
  });
});

describe("bidding", () => {
  it("is one tap on a chip, which says what is at stake", () => {
    open("bid");
    const { legal } = (states.bid as unknown as Snapshot).game!.view.own[0]!;
    const numbers = legal.flatMap((action) => (action.type === "bid" ? [action.number] : []));
    const { total } = (states.bid as unknown as Snapshot).game!.view.board;
    const shown = numbers.slice(0, 9);
    expect(labels(".dock .chip")).toEqual([
      ...shown.map((number) => `Raise to ${number} of ${total}`),
      `Higher numbers … ${total}`,
    ]);
    expect(text(".dock .chip")).toBe(`${numbers[0]} of ${total}`);
    tap(".dock .chip");
    expect(acted).toEqual([["a", { type: "bid", number: numbers[0] }]]);
  });

  it("passes with one tap", () => {
    open("bid");
    tap(".dock .pass");
    expect(acted).toEqual([["a", { type: "pass" }]]);
  });

  it("is the only thing for an empty hand", () => {
    open("must-challenge");
    expect(all(".dock .bid")).toHaveLength(1);
    expect(text(".dock .hand .empty")).toBeTruthy();
    expect(all(".dock .pass")).toEqual([]);
  });
});

describe("what is chosen at the table", () => {
  it("is a mat to flip, with one tap", () => {
    open("flip");
    expect(text(".dock .hint")).toBe("Tap a mat: its top disc is flipped.");
    expect(all(".dock .act")).toEqual([]);
    const taps = all(".seat .tap");
    expect(taps.length).toBeGreaterThan(2);
    taps[1]!.click();
    flushSync();
    expect(acted[0]![1].type).toBe("flip");
  });

  it("is no mat that has just come up under the finger", () => {
    open("flip");
    const again = structuredClone(states.flip) as unknown as Snapshot;
    again.game!.view.own[0]!.decision += 1;
    stage.set(again);
    flushSync();
    tap(".seat .tap");
    expect(acted).toEqual([]);
    vi.advanceTimersByTime(350);
    tap(".seat .tap");
    expect(acted).toHaveLength(1);
  });

  it("is the only mat that is left, by a button too", () => {
    open("flip", (snapshot) => {
      const own = snapshot.game!.view.own[0]!;
      own.legal = [{ type: "flip", mat: "a" }];
      return snapshot;
    });
    expect(text(".dock .act")).toBe("Flip your own");
    tap(".dock .act");
    expect(acted).toEqual([["a", { type: "flip", mat: "a" }]]);
  });

  it("is who begins", () => {
    open("name-first");
    expect(text(".dock .hint")).toBe("Tap who shall begin");
    tap(".seat .tap");
    expect(acted[0]![1].type).toBe("name-first");
  });
});

describe("losing a disc", () => {
  it("is a choice of one's own", () => {
    open("discard");
    expect(labels(".dock .picks button")).toEqual(["flower", "skull"]);
    expect(all(".dock .picks button").map(({ title }) => title)).toEqual([
      "Give up a flower",
      "Give up the skull",
    ]);
    tap(".dock .picks button", 1);
    expect(acted).toEqual([["a", { type: "discard", disc: "S" }]]);
  });

  it("is a blind pick from somebody else", () => {
    open("pick");
    const { board } = (states.pick as unknown as Snapshot).game!.view;
    const victim = board.mats.find(({ seat }) => seat === board.attempt!.challenger)!;
    expect(all(".dock .picks button")).toHaveLength(victim.discs);
    expect(labels(".dock .picks button")[0]).toContain("1");
    tap(".dock .picks button");
    expect(acted).toEqual([["a", { type: "pick" }]]);
  });
});

describe("showing", () => {
  it("is left alone by the button that stands out, or meant twice", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    open("show");
    now += 1000;
    tap(".dock .row .act");
    expect(declined).toEqual(["a"]);
    tap(".dock .row .grow:not(.act)");
    expect(acted).toEqual([]);
    vi.advanceTimersByTime(1000);
    tap(".dock .row .grow:not(.act)");
    expect(acted).toEqual([["a", { type: "show" }]]);
    vi.useRealTimers();
  });

  it("is not asked again of players who will not", () => {
    open("show", (snapshot) => ({ ...snapshot, game: { ...snapshot.game!, declined: ["a"] } }));
    expect(all(".dock .row .act")).toEqual([]);
  });
});

describe("the rest of the dock", () => {
  it("has a tab for each of two tribes", () => {
    open("tribes-2");
    expect(all(".dock .tab")).toHaveLength(2);
    expect(all(".dock .tab[aria-pressed=true]")).toHaveLength(1);
    expect(all(".dock .tab.waiting").length).toBeGreaterThan(0);
    const before = all(".dock .tab").findIndex(
      (tab) => tab.getAttribute("aria-pressed") === "true",
    );
    open("tribes-2", (snapshot) => {
      for (const own of snapshot.game!.view.own) own.legal = [];
      return snapshot;
    });
    const tabs = all(".dock .tab").slice(2);
    tabs[1 - before]!.click();
    flushSync();
    expect(tabs.map((tab) => tab.getAttribute("aria-pressed"))[1 - before]).toBe("true");
    expect(tabs.some((tab) => tab.classList.contains("waiting"))).toBe(false);
  });

  it("says that spectators watch", () => {
    open("watch");
    expect(all(".dock .watching")).toHaveLength(1);
    expect(all(".dock .own")).toEqual([]);
    expect(all(".dock.yours")).toEqual([]);
  });

  it("is idle without discs, and not yours without a turn", () => {
    open("out");
    expect(all(".dock.idle")).toHaveLength(1);
    expect(all(".dock .own")).toEqual([]);
    open("wait");
    expect(all(".dock.yours, .dock .status.yours")).toEqual([]);
    expect(all(".dock .own")).toHaveLength(1);
    open("bid");
    expect(all(".dock.yours .status.yours")).toHaveLength(1);
  });

  it("is read aloud when something is asked", () => {
    const say = vi.spyOn(announcer, "say");
    open("wait");
    expect(say).not.toHaveBeenCalled();
    open("bid");
    expect(say).toHaveBeenCalledWith("Raise, or pass.");
  });
});

describe("talk", () => {
  const line = (number: number, member: number) => ({
    number,
    member,
    name: `N${member}`,
    text: `t${number}`,
  });

  it("is heard, said and muted", () => {
    const did: unknown[] = [];
    const props = {
      talk: [line(1, 1), line(2, 2), line(3, 3)],
      muted: [3],
      you: 1,
      onsay: (words: string) => void did.push(words),
      ontaunt: (taunt: string) => void did.push(taunt),
      onmute: (member: number, muted: boolean) => void did.push([member, muted]),
    };
    screens.push(mount(TalkPanel, { target: document.body, props }));
    flushSync();
    expect(all(".lines p")).toHaveLength(3);
    expect(labels(".mute")).toEqual(["Do not hear N2", "Hear N3 again"]);
    const [heard, unheard] = all(".mute path").map((path) => path.getAttribute("d"));
    expect(heard).toBeTruthy();
    expect(unheard).toBeTruthy();
    expect(heard).not.toBe(unheard);
    tap(".mute", 0);
    tap(".mute", 1);
    expect(all(".taunts li")).toHaveLength(10);
    tap(".taunts button", 1);
    const input = document.querySelector<HTMLInputElement>(".talk input")!;
    expect(input.value).toBe("");
    input.value = "hello";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const submit = new Event("submit", { cancelable: true });
    document.querySelector("form")!.dispatchEvent(submit);
    flushSync();
    expect(submit.defaultPrevented).toBe(true);
    expect(input.value).toBe("");
    expect(did).toEqual([[2, true], [3, false], "bluff", "hello"]);
  });
});

describe("taunts", () => {
  it("are ten, each sent by its button", () => {
    const ontaunt = vi.fn();
    const nothing = () => {};
    const props = { talk: [], muted: [], you: 1, onsay: nothing, ontaunt, onmute: nothing };
    screens.push(mount(TalkPanel, { target: document.body, props }));
    flushSync();
    for (const button of all(".taunts button")) button.click();
    expect(ontaunt.mock.calls.flat()).toEqual([
      "sure",
      "bluff",
      "flower",
      "skull",
      "dare",
      "ouch",
      "bravo",
      "hurry",
      "hmm",
      "again",
    ]);
    expect(all(".taunts button").map(({ textContent }) => textContent)).toEqual([
      "Are you sure?",
      "You're bluffing.",
      "Only flowers here!",
      "My skull says hello.",
      "I dare you!",
      "Ouch!",
      "Bravo!",
      "Any day now …",
      "Hmm …",
      "Again!",
    ]);
  });
});

describe("the log", () => {
  it("shows its newest line whenever it grows, until it is gone", () => {
    const watches: { grow: () => void; seen: Element[]; isOn: boolean }[] = [];
    vi.stubGlobal(
      "ResizeObserver",
      class {
        watch;
        constructor(grow: () => void) {
          this.watch = { grow, seen: [] as Element[], isOn: true };
          watches.push(this.watch);
        }
        observe(node: Element) {
          this.watch.seen.push(node);
        }
        disconnect() {
          this.watch.isOn = false;
        }
      },
    );
    const { room, game } = states.bid as unknown as Snapshot;
    const props = { log: [], cast: castOf(room, game!.view) };
    const panel = mount(LogPanel, { target: document.body, props });
    flushSync();
    const [list] = all(".log");
    expect(watches).toHaveLength(1);
    expect(watches[0]!.seen).toEqual([list, list!.querySelector("ol")]);
    vi.spyOn(list!, "scrollHeight", "get").mockReturnValue(900);
    watches[0]!.grow();
    expect(list!.scrollTop).toBe(900);
    void unmount(panel);
    flushSync();
    expect(watches[0]!.isOn).toBe(false);
  });

  it("tells events, and marks rounds, skulls and successes", () => {
    const { room, game } = states.bid as unknown as Snapshot;
    const log = [
      { type: "round-began", number: 1, first: "a" },
      { type: "disc-flipped", challenger: "a", mat: "b", disc: "S" },
      { type: "disc-flipped", challenger: "a", mat: "b", disc: "F" },
      { type: "attempt-failed", challenger: "a", skull: "b" },
      { type: "attempt-succeeded", challenger: "a" },
    ].map((event, number) => ({ number, event })) as never;
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe() {}
        disconnect() {}
      },
    );
    const cast = castOf(room, game!.view);
    screens.push(mount(LogPanel, { target: document.body, props: { log, cast } }));
    screens.push(mount(LogPanel, { target: document.body, props: { log: [], cast } }));
    flushSync();
    const marks = all(".log li").map(({ classList }) =>
      ["round", "skull", "flower"].filter((mark) => classList.contains(mark)).join(),
    );
    expect(marks).toEqual(["round", "skull", "", "skull", "flower"]);
    expect(all(".log .soft")).toHaveLength(1);
  });
});
