// What bots say: in words, in every language, and when it is heard.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushSync, mount, unmount } from "svelte";
import states from "../src/dev/states.json";
import TalkPanel from "../src/game/TalkPanel.svelte";
import { wordsOf } from "../src/remarks/words.svelte";
import * as voice from "../src/sound/voice";
import { Session } from "../src/table/session.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { announcer } from "../src/ui/toasts.svelte";
import type { Frame, Remark, SeenEvent, SeenFact, Welcome } from "../src/wire/messages";
import { fill } from "../src/words/book.svelte";
import { FakeWire } from "./fake-wire";

const LOCALES = ["en", "de", "es", "fr", "it"] as const;
const pages = (locale: string) =>
  JSON.parse(readFileSync(`src/remarks/words/${locale}.json`, "utf8")) as Record<Remark, string>;
const schema = JSON.parse(
  readFileSync("../src/calavera/protocol/messages.schema.json", "utf8"),
) as { $defs: { Remark: { enum: Remark[] } } };

afterEach(() => {
  preferences.locale = "en";
  preferences.olderWords = false;
  preferences.botsTalk = true;
});

describe("the words", () => {
  it.each(LOCALES)("are there for every remark in %s", (locale) => {
    expect(Object.keys(pages(locale)).sort()).toEqual([...schema.$defs.Remark.enum].sort());
  });

  it.each(LOCALES)("fit into a bubble in %s, with one kind of apostrophe", (locale) => {
    const texts = Object.values(pages(locale)).map((text) => fill(text, "new"));
    expect(texts.filter((text) => text.length < 3 || text.length > 30)).toEqual([]);
    expect(texts.filter((text) => (locale === "fr" ? /'/ : /\s[?!]/).test(text))).toEqual([]);
    expect(new Set(texts).size).toBeGreaterThan(texts.length - 3);
  });

  it("are those of the language and of the pieces", async () => {
    expect(await wordsOf("caught-boo")).toBe("Boo!");
    expect(await wordsOf("doubt-flowers")).toContain("flowers");
    preferences.olderWords = true;
    expect(await wordsOf("doubt-flowers")).toContain("roses");
    preferences.locale = "fr";
    expect(await wordsOf("stumbled-ouch")).toBe("Aïe.");
  });

  it("are none for what a newer server's bots say", async () => {
    expect(await wordsOf("sings" as Remark)).toBe("");
  });
});

describe("a bot at the table", () => {
  const NOW = 1_700_000_000_000;
  const base = states.wait as unknown as Snapshot;
  const { name } = base.room.places[3]!;
  const said = (remark: Remark): SeenFact => ({ type: "bot-said", place: 3, remark });
  const played = (...events: SeenEvent[]): SeenFact => ({ type: "played", seat: "b", events });
  let wire: FakeWire | null;
  let session: Session;

  beforeEach(async () => {
    vi.useFakeTimers({ now: NOW });
    preferences.calm = false;
    sessionStorage.clear();
    wire = null;
    vi.stubGlobal("fetch", async () => Response.json({ name: "Ana", number: 0, events: [] }));
    vi.stubGlobal("WebSocket", function (address: string) {
      return (wire = new FakeWire(address));
    });
    for (const one of ["sound", "soundOfLift", "soundOfTurn", "vibrate"] as const)
      vi.spyOn(voice, one).mockImplementation(() => {});
    vi.spyOn(announcer, "say");
    await wordsOf("caught-boo"); // fetched by real time
    session = new Session("KRTMWX");
    await vi.waitFor(() => expect(wire).not.toBeNull());
  });
  afterEach(() => {
    session.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  function welcome(facts: SeenFact[] = []): void {
    const { room, game, you } = base;
    const message = { type: "welcome", version: 1, room, game, you, facts, dice: null };
    wire!.says({ ...message, here: [1, 2], now: NOW } as Partial<Welcome>);
  }

  function frame(facts: SeenFact[], version = 2): void {
    const rest = { room: null, game: null, you: null, dice: null, now: NOW };
    wire!.says({ type: "frame", version, done: null, facts, ...rest } as Partial<Frame>);
  }

  it("speaks once its move has been seen, in a bubble, the talk and the announcer", async () => {
    welcome();
    const flip: SeenEvent = { type: "disc-flipped", challenger: "a", mat: "d", disc: "S" };
    frame([played(flip), said("caught-boo")]);
    expect(session.stage.moment).toMatchObject({ event: flip, shown: false });
    await vi.advanceTimersByTimeAsync(600);
    expect(session.stage.settled).toBe(false);
    expect(session.talk).toEqual([]);
    expect(session.bubbles[3]).toBeUndefined();
    await vi.waitFor(() => expect(session.bubbles[3]).toBe("Boo!"), 4000);
    expect(session.stage.settled).toBe(true);
    expect(session.talk).toEqual([{ number: 1, member: null, name, text: "Boo!" }]);
    expect(announcer.say).toHaveBeenCalledWith(`${name}: Boo!`);
    await vi.advanceTimersByTimeAsync(5100);
    expect(session.bubbles[3]).toBe("");
  });

  it("is heard by whoever was away", async () => {
    welcome([said("caught-boo")]);
    await vi.waitFor(() => expect(session.talk).toHaveLength(1));
  });

  it("is not heard by players who want none of it", async () => {
    preferences.botsTalk = false;
    welcome();
    frame([said("caught-boo")]);
    await vi.advanceTimersByTimeAsync(100);
    preferences.botsTalk = true;
    frame([said("won-again")], 3);
    await vi.waitFor(() =>
      expect(session.talk.map(({ text }) => text)).toEqual(["Too easy. Again?"]),
    );
  });

  it("is muted from any of its lines, with all the others", () => {
    const line = { number: 1, member: null, name, text: "Boo!" };
    const props = {
      talk: [line],
      muted: [],
      you: null,
      onsay: vi.fn(),
      ontaunt: vi.fn(),
      onmute: vi.fn(),
    };
    const screen = mount(TalkPanel, { target: document.body, props });
    const button = document.querySelector<HTMLButtonElement>(".mute")!;
    expect(button.getAttribute("aria-label")).toBe("Do not hear the bots");
    button.click();
    flushSync();
    expect(preferences.botsTalk).toBe(false);
    expect(button.getAttribute("aria-label")).toBe("Hear the bots again");
    button.click();
    expect(preferences.botsTalk).toBe(true);
    expect(props.onmute).not.toHaveBeenCalled();
    void unmount(screen);
  });
});
