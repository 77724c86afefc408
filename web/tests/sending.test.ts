// What was chosen and is not answered yet.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import GameScreen from "../src/game/GameScreen.svelte";
import { Session } from "../src/table/session.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { ServerMessage } from "../src/wire/messages";
import { FakeWire } from "./fake-wire";

const NOW = 1_700_000_000_000;
let wire: FakeWire | null = null;
let session: Session;
let screen: Record<string, unknown>;

const status = () => document.querySelector(".status")?.textContent?.trim();
function tap(selector: string): void {
  document.querySelector<HTMLElement>(selector)!.click();
  flushSync();
}

beforeEach(async () => {
  preferences.sound = false;
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("fetch", async () =>
    Response.json({ name: "Ana", version: 0, number: 0, events: [] }),
  );
  vi.stubGlobal("WebSocket", function (address: string) {
    return (wire = new FakeWire(address));
  });
  session = new Session("KRTMWX");
  await vi.waitFor(() => expect(wire).not.toBeNull());
  const { room, game, you } = states.add as unknown as Snapshot;
  const welcome = {
    type: "welcome",
    version: 1,
    room,
    game,
    you,
    facts: [],
    dice: null,
    here: [1],
    now: NOW,
  };
  wire!.says(welcome as Partial<ServerMessage>);
  screen = mount(GameScreen, {
    target: document.body,
    props: { stage: session.stage, controls: session },
  });
  await vi.advanceTimersByTimeAsync(1000); // a button that has just come up is deaf
  flushSync();
});
afterEach(() => {
  void unmount(screen);
  session.close();
  wire = null;
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

const acts = () => wire!.sent.filter(({ type }) => type === "act");

test("cannot be chosen otherwise", () => {
  tap(".dock .hand button");
  expect(acts()).toHaveLength(1);
  expect(status()).toBe("On its way …");
  expect(document.querySelectorAll(".dock .hand button, .dock .act")).toHaveLength(0);
});

test("is over when it is answered: another game has a decision of that number, too", () => {
  tap(".dock .hand button");
  const { room, game, you } = states.add as unknown as Snapshot;
  const again = { ...game!, number: game!.number + 1 };
  const frame = {
    type: "frame",
    version: 2,
    done: acts()[0]!.id,
    facts: [],
    room,
    game: again,
    you,
    dice: null,
    now: NOW,
  };
  wire!.says(frame as Partial<ServerMessage>);
  flushSync();
  expect(status()).toBe("Your turn: add a disc or challenge.");
});

test("can be chosen again where it was refused", () => {
  tap(".dock .hand button");
  wire!.says({
    type: "refused",
    id: acts()[0]!.id,
    reason: "too-fast",
    detail: "",
  } as Partial<ServerMessage>);
  flushSync();
  expect(status()).toBe("Your turn: add a disc or challenge.");
  expect(document.querySelectorAll(".dock .hand button").length).toBeGreaterThan(0);
});
