// A game on one device, with every player's socket in the test's hand.
import { flushSync, mount, unmount } from "svelte";
import { expect, vi } from "vitest";
import states from "../src/dev/states.json";
import PassScreen from "../src/pass/PassScreen.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import type {
  Action,
  Board,
  Game,
  LiveSeat,
  Room,
  Seat,
  SeenEvent,
  Welcome,
} from "../src/wire/messages";
import { FakeWire } from "./fake-wire";

export const NAMES = ["Ana", "Bo", "Guillermo", "Dragana"];
export const PLACE: Action[] = [{ type: "place", disc: "F" }];
const KEPT = {
  code: "KRTMWX",
  dealer: "t",
  people: NAMES.map((name, place) => ({ name, token: `t${place}` })),
};

/** By token: the dealer's is `t`, a player's `t0` and so on. */
export let wires: Record<string, FakeWire>;
export let versions: Record<string, number>;
let screen: Record<string, unknown> | null;
export let asked: string[];

export const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
export const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.trim().replace(/\s+/g, " ");
export const sent = (token: string) => wires[token]!.sent as unknown as Record<string, unknown>[];
export const flush = async () => {
  await vi.advanceTimersByTimeAsync(2000);
  flushSync();
};
export function tap(selector: string, index = 0): void {
  all(selector)[index]!.click();
  flushSync();
}

export const base = states.place as unknown as Snapshot;

interface Delivery {
  /** Whose connections bring it, in this order. */
  to?: string[];
  /** What happened, to be shown before the board. */
  events?: SeenEvent[];
  /** The number of every seat's decision. */
  decision?: number;
}

/** Everybody is told the same board; each player what they may do. */
export function told(
  board: Partial<Board>,
  legal: Partial<Record<Seat, Action[]>> = {},
  more: Partial<Game> = {},
  room: Partial<Room> = {},
  { to = ["t", "t0", "t1", "t2", "t3"], events = [], decision = 1 }: Delivery = {},
): void {
  const whole = {
    ...base.game!.view.board,
    outcome: null,
    attempt: null,
    may_show: [],
    stoned: [],
    ...board,
  } as Board;
  const gathering = room.phase === "gathering" && !board.outcome;
  for (const token of to) {
    const place = token === "t" ? null : Number(token.slice(1));
    const seat = place === null ? null : (["a", "b", "c", "d"] as const)[place]!;
    const own: LiveSeat[] = seat
      ? [{ seat, hand: ["F", "S"], stack: [], lost: [], legal: legal[seat] ?? [], decision }]
      : [];
    const view = { viewer: seat ? [seat] : [], board: whole, own };
    const version = (versions[token] = (versions[token] ?? 0) + 1);
    const message = {
      type: version === 1 ? "welcome" : "frame",
      version,
      done: null,
      facts: events.length > 0 ? [{ type: "played", seat: null, events }] : [],
      room: { ...base.room, ...room },
      game: gathering ? null : { ...base.game!, view, ...more },
      you: { member: place, host: place === null, place, seats: view.viewer, muted: [] },
      dice: null,
      here: [],
      now: Date.now(),
    };
    wires[token]!.says(message as unknown as Partial<Welcome>);
  }
  flushSync();
}

export async function open(): Promise<void> {
  screen = mount(PassScreen, { target: document.body });
  flushSync();
  if (localStorage.length) await vi.waitFor(() => expect(Object.keys(wires)).toHaveLength(5));
}

export function setUp(): void {
  vi.useFakeTimers();
  wires = {};
  versions = {};
  asked = [];
  preferences.sound = false;
  localStorage.setItem("calavera-one-device", JSON.stringify(KEPT));
  vi.stubGlobal("WebSocket", function (address: string, protocols: string[]) {
    return (wires[protocols[1]!.replace("calavera.token.", "")] = new FakeWire(address));
  });
  let tokens = 0;
  vi.stubGlobal("fetch", async (path: string, how: RequestInit) => {
    asked.push(`${how.method} ${path} ${how.body ?? ""}`.trim());
    if (path === "/api/identities")
      return Response.json({ token: `t${(tokens += 1) - 1}`, name: "Guest" });
    if (path === "/api/me") return Response.json(JSON.parse(String(how.body)));
    if (path === "/api/tables") return Response.json({ code: "KRTMWX" });
    return Response.json({ version: 0, number: 1, events: [] });
  });
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
}

export function tearDown(): void {
  if (screen) void unmount(screen);
  screen = null;
  document.body.innerHTML = "";
  localStorage.clear();
  toasts.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
}
