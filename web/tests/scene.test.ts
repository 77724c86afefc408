// What lies on the table and is written there: mats, piles, names, the number in the middle.
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import states from "../src/dev/states.json";
import Centre from "../src/table/scene/Centre.svelte";
import Clock from "../src/table/scene/Clock.svelte";
import { showKnown, type Known } from "../src/table/scene/known";
import { seatsOf } from "../src/table/scene/seats";
import SeatView from "../src/table/scene/SeatView.svelte";
import Stack from "../src/table/scene/Stack.svelte";
import TableScene from "../src/table/scene/TableScene.svelte";
import type { Moment, Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import type { Board, Disc, Mat, Seat, SeenEvent } from "../src/wire/messages";
import { castOf } from "../src/words/cast";

const NOW = 1_700_000_000_000;
const { room, game } = states.flip as unknown as Snapshot;
const view = game!.view;
const mat = view.board.mats[1]!;
let mounted: Record<string, unknown>[] = [];
let [width, height] = [800, 700];

/** Mount a component, at an open viewpoint if something is known. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in the types of svelte
function show<Props extends Record<string, any>>(
  component: Component<Props>,
  props: Props,
  known?: Known,
): void {
  const opened: Component<Props> = (internals, given) => {
    if (known) showKnown(() => known);
    return component(internals, given);
  };
  mounted.push(mount(opened, { target: document.body, props }));
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.replaceAll(/\s+/g, " ").trim();
const pieces = (selector: string) => all(`${selector} img`).map(({ dataset }) => dataset["piece"]);
const holding = (seat: Seat, hand: string, stack: string): Known => ({
  [seat]: { seat, hand: [...hand] as Disc[], stack: [...stack] as Disc[], lost: [] },
});
const moment = (event: SeenEvent, shown = true): Moment => ({
  event,
  shown,
  before: 900,
  after: 0,
});
const FLIP: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "b", disc: "S" };

beforeEach(() => {
  [width, height] = [800, 700];
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => height);
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  for (const each of mounted) void unmount(each);
  mounted = [];
  preferences.slang = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

describe("a pile", () => {
  const pile = (change: Partial<Mat>, now: Moment | null = null, known?: Known) =>
    show(Stack, { mat: { ...mat, ...change }, tribe: "dots", moment: now }, known);

  it("is face down, and what was turned over lies beside it face up", () => {
    pile({ face_down: 2, faces: ["F", "S"] });
    expect(pieces(".pile")).toEqual(["back", "back"]);
    expect(pieces(".open")).toEqual(["flower", "skull"]);
    expect(all(".open img").map((img) => img.getAttribute("alt"))).toEqual(["flower", "skull"]);
    expect(all(".open").map(({ classList }) => classList.contains("skull"))).toEqual([false, true]);
    expect(all(".stack.known, .air")).toEqual([]);
  });

  it("is face up where it is known", () => {
    pile({ face_down: 3, faces: [] }, null, holding("b", "", "FS"));
    expect(pieces(".pile")).toEqual(["flower", "skull", "back"]);
    expect(all(".stack.known")).toHaveLength(1);
  });

  it("stays face down where another one is known", () => {
    pile({ face_down: 1, faces: [] }, null, holding("c", "", "S"));
    expect(pieces(".pile")).toEqual(["back"]);
    expect(all(".stack.known")).toEqual([]);
  });

  it("has a disc in the air, which is turned before everybody", () => {
    pile({ face_down: 2, faces: [] }, moment(FLIP, false));
    expect(pieces(".pile")).toEqual(["back"]);
    expect(pieces(".air")).toEqual(["back", "flower"]);
    expect(all(".air.turned, .air.skull")).toEqual([]);
    pile({ face_down: 1, faces: ["F", "S"] }, moment(FLIP));
    expect(pieces(".open")).toEqual(["flower"]);
    expect(pieces(".air.turned.skull")).toEqual(["back", "skull"]);
    expect(all(".air.turned")[0]!.style.getPropertyValue("--before")).toBe("900ms");
  });
});

describe("a seat", () => {
  const BEGINS = { word: "begins", meaning: null };
  const LAST = { word: "last disc", meaning: "One disc is left." };
  interface Change {
    mat?: Partial<Mat>;
    seat?: Partial<ReturnType<typeof seatsOf>[number]>;
    props?: Record<string, unknown>;
    known?: Known;
  }
  function sit(change: Change = {}): void {
    const around = { moment: null, turns: [], bubbles: {}, here: null, came: 0 };
    const seat = seatsOf(view, room, around)[1]!;
    const quiet = { ...mat, passed: false, wins: 0, hand: 2, height: 2, face_down: 2, faces: [] };
    const props = {
      seat: {
        ...seat,
        isDim: false,
        said: null,
        badges: [],
        mat: { ...quiet, ...change.mat },
        ...change.seat,
      },
      spot: { x: 100, y: 300, inward: [0, 1] as const },
      size: 100,
      tall: 130,
      lines: 1 as const,
      moment: null,
      deed: null,
      chosen: false,
      skew: 0,
      onchoose: () => {},
      ...change.props,
    };
    show(SeatView as unknown as Component<typeof props>, props, change.known);
  }

  it("has a mat, a pile with its height, a name and a hand", () => {
    sit();
    expect(pieces(".mat")).toEqual(["mat-skull"]);
    expect(pieces(".pile")).toEqual(["back", "back"]);
    expect(text(".height")).toBe("2");
    expect(text(".name")).toBe(room.places[1]!.name);
    expect(all(".hand i")).toHaveLength(2);
    expect(all(".hand small, .hand .face, .badges, .bubble, .tap, .lost, .seconds")).toEqual([]);
    expect(text(".unseen")).toMatch(/2 on the mat, 2 in hand/);
    expect(all(".turn, .passed, .dim, .out, .deed, .chosen, .speaks, .at-the-top")).toEqual([]);
    expect(all(".lifting, .shuffles, .turned, .two-lines")).toEqual([]);
  });

  it("stands where its spot is", () => {
    sit();
    const { style } = all(".seat")[0]!;
    expect([style.left, style.top]).toEqual(["100px", "300px"]);
    const part = (name: string) => style.getPropertyValue(name);
    expect(["--size", "--tall", "--ix", "--iy"].map(part)).toEqual(["100px", "130px", "0", "1"]);
  });

  it("has no height without discs on it", () => {
    sit({ mat: { height: 0, face_down: 0 } });
    expect(all(".height")).toEqual([]);
  });

  it("draws the other side when the mat is first turned", () => {
    sit({ mat: { flower_side: true } });
    expect(pieces(".mat.turned")).toEqual(["mat-skull", "mat-flower"]);
  });

  it("that is out has neither pile nor hand, and says so", () => {
    sit({ mat: { out: true }, seat: { isAway: true } });
    expect(all(".stack, .height, .plate .hand")).toEqual([]);
    expect(text(".badges")).toBe("out");
  });

  it("says who is away, and the words of the table", () => {
    sit({ seat: { isAway: true, badges: [BEGINS, LAST] } });
    expect(all(".badge").map(({ textContent }) => textContent)).toEqual([
      "away",
      "begins",
      "last disc",
    ]);
    all("button.badge")[0]!.click();
    expect(toasts.list.map(({ text }) => text)).toEqual(["One disc is left."]);
    toasts.clear();
  });

  it("shows words of the table alone, too", () => {
    sit({ seat: { badges: [BEGINS] } });
    expect(text(".badges")).toBe("begins");
  });

  it("says who has passed", () => {
    const said = { number: null, order: 4, passed: 4, stands: false };
    sit({ seat: { isDim: true, said } });
    expect(text(".badge.passed")).toBe("passed");
    expect(all(".token")).toEqual([]);
  });

  it("has a token for its bid, which stands or is gone", () => {
    const said = { number: 3, order: 2, passed: null, stands: true };
    sit({ seat: { said } });
    expect(text(".token.stands:not(.gone)")).toBe("3");
    document.body.innerHTML = "";
    sit({ seat: { said: { ...said, passed: 5, stands: false } }, props: { size: 67 } });
    expect(text(".token.gone:not(.stands)")).toBe("3");
    document.body.innerHTML = "";
    sit({ seat: { said }, mat: { out: true } });
    expect(all(".token")).toEqual([]);
  });

  it("has a mark for each success", () => {
    sit({ mat: { wins: 2, hand: 1 } });
    expect(all(".hand svg")).toHaveLength(2);
    expect(all(".hand i")).toHaveLength(1);
  });

  it("has no place for a hand that is empty", () => {
    sit({ mat: { hand: 0 } });
    expect(all(".plate .hand")).toEqual([]);
  });

  it("shows the faces of a hand that is known", () => {
    sit({ mat: { hand: 3 }, known: holding("b", "FS", "") });
    expect(pieces(".plate .face")).toEqual(["flower", "skull", "flower"]);
    expect(all(".hand i")).toEqual([]);
  });

  it("loses a disc, shuffles, says something", () => {
    sit({ seat: { isLosing: true, isShuffling: true, isLit: true, bubble: "Hurry!" } });
    expect(pieces(".lost")).toEqual(["back"]);
    expect(all(".ground.shuffles, .seat.lifting.speaks")).toHaveLength(2);
  });

  it("has a clock where its time runs out", () => {
    sit({ seat: { until: NOW + 3000 }, props: { skew: 1000 } });
    expect(text(".seconds")).toBe("2");
  });

  it("can be tapped where that does something", () => {
    const onchoose = vi.fn();
    sit({ props: { deed: "Flip at", chosen: true, onchoose } });
    expect(all(".seat.deed.chosen")).toHaveLength(1);
    const tap = all(".tap")[0]!;
    expect(tap.getAttribute("aria-pressed")).toBe("true");
    expect(tap.getAttribute("aria-label")).toMatch(/^Flip at .* in hand/);
    expect(all(".unseen")).toEqual([]);
    tap.click();
    expect(onchoose).toHaveBeenCalledTimes(1);
  });

  it("writes its name as large as there is room", () => {
    const type = (props: Record<string, unknown>, name = "Al") => {
      document.body.innerHTML = "";
      sit({ props, seat: { name } });
      return parseFloat(all(".name")[0]!.style.fontSize);
    };
    expect(type({ size: 60 })).toBe(13);
    expect(type({ size: 120 })).toBe(18);
    expect(type({ size: 400 })).toBe(26);
    const long = "Maximiliana Alexandra";
    // Twenty-one letters of 0.62 of their size, in the width that the edges leave.
    expect(type({ size: 120 }, long)).toBe(10);
    expect(type({ size: 190 }, long)).toBeCloseTo((190 * 1.14 - 3 - 26 * 1.1) / (21 * 0.62), 5);
    expect(type({ size: 84, lines: 2 }, long)).toBeCloseTo(
      (84 * 1.14 - 3 - 13 * 1.1) / (11 * 0.62),
      5,
    );
    expect(type({ size: 83, lines: 2 }, long)).toBeCloseTo((83 * 1.14 - 11) / (11 * 0.62), 5);
    expect(all(".seat.two-lines")).toHaveLength(1);
    expect(all(".seat.roomy")).toEqual([]);
  });
});

describe("the middle of the table", () => {
  const NOBODY = { bidding: null, attempt: null, outcome: null, burn_out: false };
  function centre(board: Partial<Board>, isCramped?: boolean): void {
    document.body.innerHTML = "";
    const now = { ...view, board: { ...view.board, ...NOBODY, ...board } };
    show(Centre, { view: now, cast: castOf(room, now), ...(isCramped ? { isCramped } : {}) });
  }
  const bidding = { number: 3, bidder: "b" as const, spoke: [] };
  const attempt = { challenger: "a" as const, flips: 2, skull: null };
  const mats = view.board.mats.map((each) => ({ ...each, faces: [] as Disc[] }));

  it("has the round, then how many discs lie there", () => {
    centre({ total: 0, round: 4 });
    expect(text(".centre")).toBe("Round 4");
    centre({ total: 9 });
    expect(text(".centre")).toBe("9 on the table");
    expect(all(".cramped")).toEqual([]);
  });

  it("has the bid and who made it", () => {
    centre({ bidding, total: 9 });
    expect(text(".centre")).toBe(`${room.places[1]!.name} 3 of 9`);
    expect(all(".badge")).toEqual([]);
    centre({ bidding, total: 3, burn_out: true });
    expect(all(".badge")).toEqual([]);
    preferences.slang = true;
    centre({ bidding, total: 3, burn_out: true });
    expect(text(".badge")).toBe("burn out");
  });

  it("counts the flips of an attempt", () => {
    centre({ bidding, attempt, mats });
    expect(text(".who")).toBe("You");
    expect(text(".number")).toBe("3");
    expect(text(".unseen")).toBe("2 of 3");
    const pips = () =>
      all(".pips li").map(({ className }) => className.replace(/svelte-\S+/, "").trim());
    expect(pips()).toEqual(["done", "done", ""]);
    const found = mats.map((each) =>
      each.seat === "b" ? { ...each, faces: ["S" as Disc] } : each,
    );
    centre({ bidding, attempt, mats: found });
    expect(pips()).toEqual(["done", "done skull", ""]);
  });

  it("is bare after the end where there is no room", () => {
    const outcome = { winner: 0, seat: "a" as const, ending: "second-success" as const };
    centre({ bidding, attempt, outcome, round: 4 }, true);
    expect(text(".cramped")).toBe("Round 4");
    expect(all(".unseen")).toHaveLength(1);
    centre({ bidding, attempt, outcome });
    expect(text(".number")).toBe("3");
    centre({ bidding, attempt }, true);
    expect(text(".number")).toBe("3");
  });
});

describe("a clock", () => {
  const dash = () => document.querySelector("circle")!.getAttribute("stroke-dasharray");
  const wait = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    flushSync();
  };

  it("is whole at first, shrinks, and is late in the last five seconds", () => {
    show(Clock, { until: NOW + 20_000, skew: 4000 });
    expect(dash()).toBe("1 1");
    expect(all(".seconds")).toEqual([]);
    wait(1000);
    expect(dash()).toBe("0.9375 1");
    expect(text(".seconds")).toBe("15");
    wait(9000);
    expect(text(".seconds")).toBe("6");
    expect(all(".late")).toEqual([]);
    wait(1000);
    expect(all(".seconds.late")[0]!.getAttribute("aria-label")).toBe("5 seconds left");
    expect(all("circle.late")).toHaveLength(1);
    wait(60_000);
    expect(text(".seconds")).toBe("0");
    expect(dash()).toBe("0 1");
  });

  it("that has run out is empty", () => {
    show(Clock, { until: NOW - 500, skew: 0 });
    expect(dash()).toBe("0 1");
  });

  it("stops with its seat", () => {
    show(Clock, { until: NOW + 20_000, skew: 0 });
    expect(vi.getTimerCount()).toBe(1);
    void unmount(mounted.pop()!);
    flushSync();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the whole table", () => {
  const scene = (props: Record<string, unknown> = {}, known?: Known) =>
    show(
      TableScene as unknown as Component<Record<string, unknown>>,
      { view, room, ...props },
      known,
    );
  const names = () => all(".seat .name").map(({ textContent }) => textContent);
  const spot = (index: number) => {
    const { left, top } = all(".seat")[index]!.style;
    return [parseFloat(left), parseFloat(top)] as const;
  };
  const style = (name: string) => all(".round")[0]!.style.getPropertyValue(name);

  it("has everybody around it, the viewer nearest, the others clockwise", () => {
    scene();
    expect(names()).toEqual(["You", ...room.places.slice(1).map(({ name }) => name)]);
    expect(style("width")).toBe("800px");
    expect(spot(0)[0]).toBeCloseTo(400);
    expect(spot(0)[1]).toBe(Math.max(...names().map((_, index) => spot(index)[1])));
    expect(spot(1)[0]).toBeLessThan(400);
    expect(spot(names().length - 1)[0]).toBeGreaterThan(400);
    expect(all(".seat .tap, .seat.chosen, .bubble, .seconds")).toEqual([]);
  });

  it("has another viewer nearest, and the first seat for spectators", () => {
    scene({ view: { ...view, viewer: ["c"], own: [] } });
    expect(spot(2)[0]).toBeCloseTo(400);
    expect(spot(2)[1]).toBeGreaterThan(350);
    document.body.innerHTML = "";
    scene({ view: { ...view, viewer: [], own: [] } });
    expect(spot(0)[0]).toBeCloseTo(400);
    expect(spot(0)[1]).toBeGreaterThan(350);
  });

  it("is never a plank, and has no seats before it is laid out", () => {
    height = 300;
    scene();
    expect(style("width")).toBe("540px");
    document.body.innerHTML = "";
    width = 0;
    scene();
    expect(all(".seat")).toEqual([]);
  });

  it("has the light of the moment", () => {
    const event = { type: "attempt-failed", challenger: "a", skull: "b" } as SeenEvent;
    scene({ moment: moment(event) });
    expect(all(".scene.cold .wood.cold:not(.warm)")).toHaveLength(1);
    scene({ moment: moment(FLIP, false) });
    expect(all(".scene.hushed:not(.cold) .wood:not(.cold, .warm)")).toHaveLength(1);
    scene({ moment: moment({ type: "attempt-succeeded", challenger: "a" }) });
    expect(all(".scene:not(.cold, .hushed) .wood.warm:not(.cold)")).toHaveLength(1);
  });

  it("tells which seat was tapped", () => {
    const onchoose = vi.fn();
    scene({ deeds: { b: "Flip", d: "Flip" }, chosen: "d", onchoose });
    expect(all(".seat .tap")).toHaveLength(2);
    expect(all(".seat.chosen .tap")).toHaveLength(1);
    all(".seat .tap")[1]!.click();
    expect(onchoose.mock.calls).toEqual([["d"]]);
  });

  it("makes room for long names, and for hands that are known", () => {
    const called = (name: string) => ({
      ...room,
      places: room.places.map((place) => ({ ...place, name })),
    });
    [width, height] = [320, 420];
    scene({ room: called("Annemarie") });
    expect(all(".two-lines")).toEqual([]);
    const tall = () => parseFloat(all(".seat")[0]!.style.getPropertyValue("--tall"));
    const size = () => parseFloat(all(".seat")[0]!.style.getPropertyValue("--size"));
    const before = [size(), tall()];
    document.body.innerHTML = "";
    scene({ room: called("Annemaries") });
    expect(all(".two-lines")).toHaveLength(room.places.length);
    document.body.innerHTML = "";
    scene({ room: called("Annemarie") }, holding("b", "FS", "FS"));
    expect([size(), tall()]).not.toEqual(before);
    document.body.innerHTML = "";
    const empty = view.board.mats.map((each) => ({ ...each, hand: 0 }));
    const after = { ...view, board: { ...view.board, mats: empty } };
    scene({ room: called("Annemarie"), view: after }, holding("b", "", "FS"));
    expect([size(), tall()]).toEqual(before);
  });

  it("has no name in the middle where there is no room", () => {
    scene();
    expect(all(".centre.cramped")).toEqual([]);
    [width, height] = [260, 260];
    scene();
    expect(all(".centre.cramped")).toHaveLength(1);
  });

  it("hands on who is away, what is said and how long there is", async () => {
    const turns = [{ seat: "a" as const, until: NOW + 3000, reserve: 0 }];
    scene({ turns, here: [], bubbles: { 0: "Hmm" }, skew: 1000, came: NOW });
    expect(text(".seat.you .seconds")).toBe("2");
    await vi.waitFor(() => expect(text(".seat.you .bubble")).toBe("Hmm"));
    expect(text(".seat.you .badges")).toBe("away");
  });
});
