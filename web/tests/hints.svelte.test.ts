// Hints: the words of every reason, the button beside the dock, the sheet that goes with its decision.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { deedOf, reasonOf } from "../src/hints/hint";
import { hintWords, type Key } from "../src/hints/words.svelte";
import english from "../src/hints/words/en.json";
import { hintDialog } from "../src/screens/later";
import type { Hints } from "../src/table/controls";
import { Stage, type Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { Hint, HintMessage, HintReason, Seat } from "../src/wire/messages";
import { fill } from "../src/words/book.svelte";

const names = { name: (seat: Seat) => `Seat ${seat}`, isYou: (seat: Seat) => seat === "a" };

interface Schema {
  $defs: Record<
    string,
    { properties: Record<string, { const?: string }>; oneOf: { $ref: string }[] }
  >;
}
const schema = JSON.parse(
  readFileSync("../src/calavera/protocol/messages.schema.json", "utf8"),
) as Schema;
/** Every reason that the server can give, with small numbers. */
const REASONS = schema.$defs.HintReason!.oneOf.flatMap(({ $ref }) => {
  const { properties } = schema.$defs[$ref.split("/").at(-1)!]!;
  return [0, 1, 2, 3].flatMap((many) =>
    [0, 1, 2, 3].map(
      (few) =>
        Object.fromEntries(
          Object.entries(properties).map(([key, { const: tag }]) => [
            key,
            tag ?? (key === "seat" ? "b" : ["stacks", "needed"].includes(key) ? many : few),
          ]),
        ) as unknown as HintReason,
    ),
  );
});

describe.each(["en", "it", "fr", "de", "es"])("in %s", (locale) => {
  const words = JSON.parse(readFileSync(`src/hints/words/${locale}.json`, "utf8")) as Record<
    Key,
    string
  >;
  const inputs = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

  it("says the same things with the same numbers", () => {
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const key of Object.keys(english) as Key[])
      expect(inputs(words[key]), key).toEqual(inputs(english[key]));
  });

  it("has words for every reason, with every number put in", () => {
    expect(new Set(REASONS.map(({ type }) => type)).size).toBeGreaterThan(20);
    for (const reason of REASONS) {
      const { key, inputs: given } = reasonOf(reason, names);
      expect(words[key], reason.type).toBeTruthy();
      for (const input of inputs(words[key]))
        expect(given[input.slice(1, -1)], `${key} ${input}`).toBeDefined();
      expect(fill(words[key], "new", given)).not.toMatch(/[[\]{}|]|undefined/);
    }
  });
});

it("counts in words", () => {
  const say = (reason: HintReason) => {
    const { key, inputs } = reasonOf(reason, names);
    return fill(english[key], "old", inputs);
  };
  expect(say({ type: "own-skull", flowers: 0 })).toContain("on top");
  expect(say({ type: "own-skull", flowers: 1 })).toContain("under one rose");
  expect(say({ type: "own-skull", flowers: 2 })).toContain("a bid above 2");
  expect(say({ type: "unseen-stacks", stacks: 3, bidders: 2, bid: 3 })).toMatch(/^2 of the 3/);
  expect(say({ type: "unseen-stacks", stacks: 3, bidders: 1, bid: 3 })).toMatch(/^One of the 3/);
  expect(say({ type: "unseen-stacks", stacks: 3, bidders: 0, bid: 3 })).toMatch(/^None/);
  expect(say({ type: "unseen-stacks", stacks: 3, bidders: 3, bid: 3 })).toMatch(/^All 3/);
  expect(say({ type: "unseen-stacks", stacks: 1, bidders: 0, bid: 3 })).toContain("has not bid");
  expect(say({ type: "speaks", before: 0 })).toContain("number 1");
  expect(say({ type: "suspect", seat: "b", chance: 40 })).toContain("Seat b’s stack: 40%");
});

it("names an action by its disc or its mat", () => {
  expect(deedOf({ type: "place", disc: "S" }, names).key).toBe("place_S");
  expect(deedOf({ type: "discard", disc: "F" }, names).key).toBe("discard_F");
  expect(deedOf({ type: "flip", mat: "a" }, names).key).toBe("flip_own");
  expect(deedOf({ type: "flip", mat: "b" }, names).inputs).toEqual({ name: "Seat b" });
  expect(deedOf({ type: "name-first", seat: "c" }, names).inputs).toEqual({ name: "Seat c" });
  expect(deedOf({ type: "pick" }, names).key).toBe("pick");
});

class FakeHints implements Hints {
  asked: Seat[] = [];
  isAsking = $state(false);
  #given = $state.raw<HintMessage | null>(null);
  askHint(seat: Seat): void {
    this.asked.push(seat);
    this.isAsking = true;
  }
  hintOf(seat: Seat): HintMessage | null {
    return this.#given?.seat === seat ? this.#given : null;
  }
  answer(decision: number, game: number, hint: Hint): void {
    this.isAsking = false;
    this.#given = { type: "hint", id: "1", game, seat: "a", decision, hint };
  }
  refuse(): void {
    this.isAsking = false;
  }
}

describe("the button", () => {
  const HINT: Hint = {
    options: [
      { action: { type: "pass" }, share: 64, wins: 27 },
      { action: { type: "bid", number: 3 }, share: 34, wins: 26 },
      { action: { type: "bid", number: 4 }, share: 2, wins: 3 },
    ],
    wins: 27,
    reasons: [
      { type: "leader", seat: "b" },
      { type: "close", difference: 1 },
    ],
  };
  let screen: Record<string, unknown> | null = null;
  let hints: FakeHints;
  let stage: Stage;
  const snapshot = (state: keyof typeof states) =>
    structuredClone(states[state]) as unknown as Snapshot;
  const button = () => document.querySelector<HTMLElement>(".hint-button");
  const sheet = () => document.querySelector<HTMLElement>("dialog .hint-sheet");

  function open(state: keyof typeof states, given: Hints | null = hints): void {
    stage = new Stage();
    stage.set(snapshot(state));
    const controls = { act() {}, decline() {} };
    screen = mount(GameScreen, { target: document.body, props: { stage, controls, hints: given } });
    flushSync();
  }
  const decisionAt = (state: keyof typeof states) => {
    const game = snapshot(state).game!;
    return [game.view.own[0]!.decision, game.number] as const;
  };
  async function shown(): Promise<HTMLElement> {
    return vi.waitFor(() => {
      flushSync();
      expect(sheet()).not.toBeNull();
      return sheet()!;
    });
  }

  beforeEach(async () => {
    hints = new FakeHints();
    preferences.sound = false;
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
    await hintWords.load("en");
    await hintDialog();
  });
  afterEach(() => {
    if (screen) void unmount(screen);
    screen = null;
    document.body.innerHTML = "";
    vi.restoreAllMocks();
  });

  it("is there where hints can be had and there is a choice", () => {
    open("bid");
    expect(button()?.textContent?.trim()).toBe("Hint");
  });

  it.each(["wait", "pick", "watch", "out"] as const)("is not there in %s", (state) => {
    open(state);
    expect(button()).toBeNull();
  });

  it("is not there without hints", () => {
    open("bid", null);
    expect(button()).toBeNull();
  });

  it("asks once by a tap or by H, and shows the mix, the chance and the reasons", async () => {
    open("bid");
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
    flushSync();
    expect(hints.asked).toEqual(["a"]);
    expect((await shown()).textContent).toContain(english.thinking);
    button()!.click();
    flushSync();
    expect(hints.asked).toEqual(["a"]);
    hints.answer(...decisionAt("bid"), HINT);
    flushSync();
    const text = sheet()!.textContent!;
    for (const words of ["Pass", "64%", "Raise to 3", "34%", "27%", english.close, english.marked])
      expect(text).toContain(words);
    expect(text).toContain("has one success");
    expect(text, "what is hardly considered is left out").not.toContain("Raise to 4");
    expect(sheet()!.querySelector<HTMLElement>(".bar i")!.style.width).toBe("64%");
  });

  it("closes, and opens again without asking", async () => {
    open("bid");
    button()!.click();
    hints.answer(...decisionAt("bid"), HINT);
    await shown();
    document.querySelector<HTMLElement>("dialog header button")!.click();
    flushSync();
    expect(sheet()).toBeNull();
    button()!.click();
    expect((await shown()).textContent).toContain("64%");
    expect(hints.asked.length).toBe(1);
  });

  it("goes with the decision", async () => {
    open("bid");
    button()!.click();
    hints.answer(...decisionAt("bid"), HINT);
    await shown();
    const next = snapshot("bid");
    next.game!.view.own[0]!.decision += 1;
    stage.set(next);
    flushSync();
    expect(sheet()).toBeNull();
    button()!.click();
    expect((await shown()).textContent).toContain(english.thinking);
    expect(hints.asked.length).toBe(2);
  });

  it("goes when the question is refused", async () => {
    open("bid");
    button()!.click();
    await shown();
    hints.refuse();
    flushSync();
    expect(sheet()).toBeNull();
  });
});
