// One of the players of a device that goes round.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import { PassPlayer } from "../src/pass/player.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import { toasts } from "../src/ui/toasts.svelte";
import type { Seat, Welcome } from "../src/wire/messages";
import { FakeWire } from "./fake-wire";

const TOKEN = "0123";
let wire: FakeWire;
let player: PassPlayer;

/** What the player is told, whose seat is or is not a bot's, at whose turn. */
function told(
  type: "welcome" | "frame",
  version: number,
  standIn: string | null,
  turn: Seat[],
): void {
  const { room, game, you } = states.wait as unknown as Snapshot;
  const places = room.places.map((place) => ({
    ...place,
    stand_in: place.place === 0 ? standIn : null,
  }));
  const board = { ...game!.view.board, turn };
  const view = { ...game!.view, board };
  wire.says({
    type,
    version,
    done: null,
    room: { ...room, places },
    game: { ...game!, view },
    you,
  } as Partial<Welcome>);
}

const backs = () =>
  new Set(wire.sent.filter(({ type }) => type === "back").map(({ id }) => id)).size;

beforeEach(() => {
  const open = vi.fn(function (address: string) {
    return (wire = new FakeWire(address));
  });
  vi.stubGlobal("WebSocket", open);
  player = new PassPlayer("KRTMWX", TOKEN);
  expect(open).toHaveBeenCalledWith(expect.stringContaining("/api/tables/KRTMWX/socket"), [
    "calavera",
    `calavera.token.${TOKEN}`,
  ]);
});
afterEach(() => {
  player.close();
  toasts.clear();
  vi.unstubAllGlobals();
});

test("who plays asks for nothing", () => {
  told("welcome", 1, null, ["c"]);
  expect(backs()).toBe(0);
});

test("who was played for comes back, once, when it is another one's turn", () => {
  told("welcome", 1, "cautious", ["a"]);
  expect(backs()).toBe(0);
  told("frame", 2, "cautious", ["b"]);
  told("frame", 3, "cautious", ["c"]);
  expect(backs()).toBe(1);
});

test("who plays two tribes comes back when it is the turn of neither", () => {
  const { room, game, you } = states.wait as unknown as Snapshot;
  const places = room.places.map((place) => ({ ...place, stand_in: "cautious" }));
  const at = (turn: Seat[]) => ({
    ...game!,
    view: { ...game!.view, board: { ...game!.view.board, turn } },
  });
  const both = { ...you, seats: ["a", "c"] as Seat[] };
  says("welcome", 1, { room: { ...room, places }, game: at(["c"]), you: both });
  expect(backs()).toBe(0);
  says("frame", 2, { game: at(["b"]) });
  expect(backs()).toBe(1);
});

const base = states.wait as unknown as Snapshot;

/** A message of the server's; a frame leaves out what has not changed. */
function says(type: "welcome" | "frame", version: number, some: Partial<Welcome>): void {
  wire.says({ type, version, done: null, room: null, game: null, you: null, ...some } as never);
}
const kinds = () => wire.sent.map(({ type }) => type);

test("a player without a table asks for nothing and knows nothing", () => {
  player.act("a", { type: "pass" });
  player.decline("a");
  expect(player.settle(0)).toBe(false);
  expect(player.own("a")).toBeUndefined();
  expect(player.snapshot).toBeNull();
  says("welcome", 1, { room: base.room });
  expect(player.snapshot).toBeNull();
  expect(player.settle(0)).toBe(false);
  expect(kinds()).toEqual([]);
});

test("a frame changes what it brings, and nothing else", () => {
  const { room, game, you } = base;
  says("welcome", 1, { room, game, you });
  says("frame", 2, {});
  expect(player.snapshot).toEqual({ room, game, you });
  says("frame", 3, { room: { ...room, number: 7 } });
  expect(player.room?.number).toBe(7);
  expect(player.own("a")).toEqual(game!.view.own[0]);
  expect(player.own("b")).toBeUndefined();
});

test("a decision is answered once, and known to be in flight", () => {
  const { room, game, you } = base;
  says("welcome", 1, { room, game, you });
  player.act("a", { type: "pass" });
  player.act("a", { type: "pass" });
  player.decline("a");
  expect(kinds()).toEqual(["act", "decline"]);
  const { decision } = game!.view.own[0]!;
  expect(player.isDeciding(game!.number, "a", decision)).toBe(true);
  expect(player.isDeciding(game!.number, "a", decision + 1)).toBe(false);
});

test("a player sits down, gets ready, and is settled", () => {
  const room = { ...base.room, phase: "gathering" as const };
  const waiting = room.places.map((place) => ({ ...place, ready: false }));
  says("welcome", 1, { room, you: { ...base.you, place: null } });
  expect([player.settle(2), player.settle(2)]).toEqual([false, false]);
  expect(wire.sent).toMatchObject([{ type: "sit", place: 2 }]);
  says("frame", 2, { room: { ...room, places: waiting }, you: { ...base.you, place: 2 } });
  expect([player.settle(2), player.settle(2)]).toEqual([false, false]);
  expect(wire.sent[1]).toMatchObject({ type: "ready", ready: true });
  expect(player.settle(99)).toBe(false);
  expect(kinds()).toEqual(["sit", "ready"]);
  says("frame", 3, { room });
  expect(player.settle(2)).toBe(true);
  says("frame", 4, { room: base.room });
  expect(player.settle(2)).toBe(false);
});

test("nobody comes back to a seat they do not have, or outside a game", () => {
  const { room, game, you } = base;
  const places = room.places.map((place) => ({ ...place, stand_in: "bold" }));
  const board = { ...game!.view.board, turn: ["b" as const] };
  const others = { ...game!, view: { ...game!.view, board } };
  says("welcome", 1, { room: { ...room, places }, game: others, you: { ...you, place: null } });
  says("frame", 2, { room: { ...room, places, phase: "gathering" }, you });
  says("frame", 3, { room: { ...room, places }, you: { ...you, place: 99 } });
  expect(backs()).toBe(0);
  says("frame", 4, { you });
  expect(backs()).toBe(1);
});

test("a refusal and another device are said, and a lost line is tried again", () => {
  says("welcome", 1, base as Partial<Welcome>);
  wire.says({ type: "refused", id: null, reason: "unknown-table", detail: "" });
  wire.says({ type: "new-device" });
  wire.says({ type: "presence", here: [] });
  expect(toasts.list).toHaveLength(2);
  expect(toasts.list[0]!.text).toContain("KRTMWX");
  toasts.clear();
  const first = wire;
  first.onclose?.();
  player.hurry();
  expect(wire).not.toBe(first);
});
