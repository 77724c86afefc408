// The parts of a game on one device, each alone: the names, the cover, a public turn, the end.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import states from "../src/dev/states.json";
import CommonTurn from "../src/pass/CommonTurn.svelte";
import Cover from "../src/pass/Cover.svelte";
import { keepGame, LONGEST_NAME, settingsFor, type KeptGame } from "../src/pass/kept";
import PassEnd from "../src/pass/PassEnd.svelte";
import PassSetup from "../src/pass/PassSetup.svelte";
import { deviceGames } from "../src/games/device";
import type { Snapshot } from "../src/table/stage.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import type { Action, Board, View } from "../src/wire/messages";
import { castOf } from "../src/words/cast";

let mounted: Record<string, unknown>[] = [];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in the types of svelte
function show<Props extends Record<string, any>>(component: Component<Props>, props: Props): void {
  document.body.innerHTML = "";
  mounted.push(mount(component, { target: document.body, props }));
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.trim().replaceAll(/\s+/g, " ");
const labels = (selector: string) => all(selector).map((one) => one.getAttribute("aria-label"));
const isDisabled = (selector: string, index = 0) =>
  (all(selector)[index] as HTMLButtonElement).disabled;
function tap(selector: string, index = 0): void {
  all(selector)[index]!.click();
  flushSync();
}
function wait(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds);
  flushSync();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const each of mounted) void unmount(each);
  mounted = [];
  document.body.innerHTML = "";
  toasts.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const { room, game } = states.bid as unknown as Snapshot;
const viewOf = (board: Partial<Board>): View => ({
  ...game!.view,
  viewer: [],
  own: [],
  board: { ...game!.view.board, ...board },
});

describe("the names", () => {
  let begun: KeptGame[];
  beforeEach(() => void (begun = []));
  const setup = (names: string[] = []) =>
    show(PassSetup, { names, onbegin: (kept) => void begun.push(kept) });
  const write = (index: number, name: string) => {
    const input = all("li input")[index] as HTMLInputElement;
    input.value = name;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  const submit = () => {
    const event = new Event("submit", { cancelable: true });
    document.querySelector("form")!.dispatchEvent(event);
    flushSync();
    return event;
  };

  it("are four at first, or those of the game before", () => {
    setup(["Ana"]);
    expect(all("li input").map((input) => (input as HTMLInputElement).value)).toEqual(
      Array(4).fill(""),
    );
    expect(labels("li input")).toEqual(["Player 1", "Player 2", "Player 3", "Player 4"]);
    expect(all("li input").map((input) => input.getAttribute("placeholder"))).toEqual(
      labels("li input"),
    );
    expect((all("li input")[0] as HTMLInputElement).maxLength).toBe(LONGEST_NAME);
    setup(["Ana", "Bo"]);
    expect(all("li input").map((input) => (input as HTMLInputElement).value)).toEqual([
      "Ana",
      "Bo",
    ]);
  });

  it("are at least two, and the one whose button is tapped goes", () => {
    setup(["Ana", "Bo", ""]);
    expect(labels("li button")).toEqual(["Without Ana", "Without Bo", "Without Player 3"]);
    expect(isDisabled("li button")).toBe(false);
    tap("li button", 1);
    expect(labels("li button")).toEqual(["Without Ana", "Without Player 2"]);
    expect(isDisabled("li button")).toBe(true);
  });

  it("are at most twelve, or six with two tribes each", () => {
    setup(Array.from({ length: 11 }, (_, index) => `P${index}`));
    const advice = text(".advice");
    expect(advice).toBeTruthy();
    tap(".add");
    expect(all("li")).toHaveLength(12);
    expect((all("li input")[11] as HTMLInputElement).value).toBe("");
    expect(all(".add")).toEqual([]);
    tap(".switch input");
    expect(all("li")).toHaveLength(6);
    setup(["Ana", "Bo", "Cy", "Di", "Ed"]);
    const alone = text(".advice");
    tap(".switch input");
    expect(text(".advice")).not.toBe(alone);
    tap(".add");
    expect(all("li")).toHaveLength(6);
    expect(all(".add")).toEqual([]);
  });

  it("have a tribe each", () => {
    setup(["Ana", "Bo"]);
    const pictures = all(".tribe img");
    expect(pictures.map(({ dataset }) => dataset["piece"])).toEqual(["back", "back"]);
    expect(pictures[0]!.getAttribute("src")).not.toBe(pictures[1]!.getAttribute("src"));
  });

  it("open a table with the variants, the surplus left out", async () => {
    const asked: [string, unknown][] = [];
    let tokens = 0;
    vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
      if (how.body) asked.push([path, JSON.parse(String(how.body))]);
      if (path === "/api/identities")
        return Response.json({ token: `t${(tokens += 1)}`, name: "Guest" });
      return Response.json(path === "/api/me" ? JSON.parse(String(how.body)) : { code: "KRTMWX" });
    });
    setup(Array.from({ length: 8 }, (_, index) => `P${index}`));
    tap(".switch input", 0);
    write(0, " Ana ");
    expect(isDisabled("footer .act")).toBe(false);
    expect(submit().defaultPrevented).toBe(true);
    expect(isDisabled("footer .act")).toBe(true);
    await vi.waitFor(() => expect(begun).toHaveLength(1));
    const { code, dealer, people } = begun[0]!;
    expect([code, dealer]).toEqual(["KRTMWX", "t1"]);
    expect(people.map(({ name }) => name)).toEqual(["Ana", "P1", "P2", "P3", "P4", "P5"]);
    expect(people.map(({ token }) => token)).toEqual(["t2", "t3", "t4", "t5", "t6", "t7"]);
    expect(asked.at(-1)).toEqual(["/api/tables", { settings: settingsFor(6, true, false) }]);
    await vi.waitFor(() => expect(isDisabled("footer .act")).toBe(false));
  });

  it("stay where the server refuses, which is said", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ reason: "busy" }, { status: 503 }));
    setup(["Ana", "Bo"]);
    submit();
    await vi.waitFor(() => expect(toasts.list).toHaveLength(1));
    expect(all("li")).toHaveLength(2);
  });
});

describe("the cover", () => {
  it("names the player, and its button sleeps for a moment", () => {
    const did: string[] = [];
    show(Cover, {
      name: "Bo",
      tribe: "dots",
      number: 3,
      onopen: () => void did.push("open"),
      onmenu: () => void did.push("menu"),
    });
    expect(text(".title")).toBe("Round 3");
    expect(text("h1")).toBe("Hand it to Bo");
    expect(document.activeElement).toBe(all("h1")[0]);
    expect(text(".act")).toBe("I am Bo");
    expect(all("img").map(({ dataset }) => dataset["piece"])).toEqual(["back"]);
    wait(699);
    expect(isDisabled(".act")).toBe(true);
    wait(1);
    tap(".act");
    tap("header button");
    expect(did).toEqual(["open", "menu"]);
  });

  it("has no timer left when it is gone", () => {
    show(Cover, { name: "Bo", tribe: "dots", number: 3, onopen: () => {}, onmenu: () => {} });
    void unmount(mounted.pop()!);
    flushSync();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a public turn", () => {
  const did: unknown[] = [];
  function turn(legal: Action[], board: Partial<Board> = {}): void {
    did.length = 0;
    const view = viewOf({ attempt: null, total: 8, ...board });
    show(CommonTurn, {
      view,
      cast: castOf(room, view),
      seat: "b",
      legal,
      onact: (action) => void did.push(action),
      onlook: () => void did.push("look"),
    });
  }
  const name = (place: number) => room.places[place]!.name;
  const bid = (number: number): Action => ({ type: "bid", number });

  it("is a bid from the lowest number to the highest, or a pass", () => {
    turn([bid(2), bid(5), bid(4), bid(3), { type: "pass" }]);
    expect(text(".asks")).toBe(`${name(1)}: raise, or pass.`);
    expect(labels(".chip")).toEqual([2, 3, 4, 5].map((number) => `Raise to ${number} of 8`));
    tap(".chip");
    tap(".pass");
    expect(did).toEqual([]);
    wait(350);
    tap("button");
    tap(".chip", 1);
    tap(".pass");
    expect(did).toEqual(["look", bid(3), { type: "pass" }]);
  });

  it("is a challenge where there is nothing to pass", () => {
    turn([bid(1), bid(2)]);
    expect(text(".asks")).toBe(`${name(1)} has to challenge.`);
    expect(text("button")).toBe("Look at your discs");
    expect(labels(".chip")).toEqual(["Challenge: 1 of 8", "Challenge: 2 of 8"]);
    expect(all(".pass")).toEqual([]);
  });

  it("is a pick from whoever failed", () => {
    const attempt = { challenger: "c" as const, flips: 1, skull: "b" as const };
    const mats = game!.view.board.mats.map((mat) =>
      mat.seat === "c" ? { ...mat, discs: 3 } : mat,
    );
    turn([{ type: "pick" }], { attempt, mats });
    expect(text(".asks")).toBe(`${name(1)}, take one of ${name(2)}'s discs, unseen.`);
    expect(labels(".picks button")).toEqual(["Number 1", "Number 2", "Number 3"]);
    tap(".picks button", 1);
    expect(did).toEqual([{ type: "pick" }]);
  });

  it("is a mat or a name to tap on the table", () => {
    turn([
      { type: "flip", mat: "a" },
      { type: "flip", mat: "c" },
    ]);
    expect(text(".asks")).toBe(`${name(1)} flips a disc.`);
    expect(text(".hint")).toBe("Tap a mat: its top disc is flipped.");
    turn([{ type: "name-first", seat: "a" }]);
    expect(text(".asks")).toBe(`${name(1)} is out and says who begins.`);
    expect(text(".hint")).toBe("Tap who begins.");
    expect(all("button")).toEqual([]);
  });

  it("has no timer left when it is gone", () => {
    turn([bid(1)]);
    void unmount(mounted.pop()!);
    flushSync();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the end", () => {
  let did: string[];
  beforeEach(() => void (did = []));
  function end(outcome: Board["outcome"], round: number): void {
    const view = viewOf({ outcome, round });
    show(PassEnd, {
      code: "KRTMWX",
      number: 2,
      cast: castOf(room, view),
      view,
      onagain: () => void did.push("again"),
      onleave: () => void did.push("leave"),
    });
  }

  it("says who won and how", () => {
    const winner = { winner: 1, seat: "b" as const };
    end({ ...winner, ending: "second-success" }, 4);
    expect(text("h2")).toBe(`${room.places[1]!.name} wins`);
    expect(text(".who p")).toBe(
      "Two challenges won without a skull: that wins the game. After 4 rounds.",
    );
    expect(all("img").map(({ dataset }) => dataset["piece"])).toEqual(["mat-flower"]);
    end({ ...winner, ending: "last-one-in" }, 1);
    expect(text(".who p")).toBe("Everybody else has lost their last disc. After one round.");
    expect(all("a")[0]!.getAttribute("href")).toBe("/replay/KRTMWX/2");
    tap(".act");
    tap(".others button");
    expect(did).toEqual(["again", "leave"]);
  });

  it("keeps the game on this device, with its players", async () => {
    const asked: [string, string | null][] = [];
    vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
      asked.push([path, new Headers(how.headers).get("authorization")]);
      return new Response("the record");
    });
    keepGame({ code: "KRTMWX", dealer: "t", people: [{ name: "Ana", token: "t0" }] });
    end({ winner: 1, seat: "b", ending: "second-success" }, 4);
    await vi.waitFor(() => expect(deviceGames()).toHaveLength(1));
    expect(deviceGames()).toMatchObject([
      {
        code: "KRTMWX",
        number: 2,
        names: room.places.map((place) => place.name),
        winner: 1,
        rounds: 4,
        record: "the record",
      },
    ]);
    expect(asked).toEqual([[expect.stringContaining("KRTMWX"), "Bearer t0"]]);
  });

  it("is nothing before it", () => {
    end(null, 4);
    expect(all("h2, button")).toEqual([]);
  });
});
