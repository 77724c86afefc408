// One of the players of a device that goes round.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import states from "../src/dev/states.json";
import { PassPlayer } from "../src/pass/player.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import type { Seat, Welcome } from "../src/wire/messages";
import { FakeWire } from "./fake-wire";

const TOKEN = "0123";
let wire: FakeWire;
let player: PassPlayer;

/** What the player is told, whose seat is or is not a bot's, at whose turn. */
function told(type: "welcome" | "frame", version: number, standIn: string | null, turn: Seat[]): void {
  const { room, game, you } = states.wait as unknown as Snapshot;
  const places = room.places.map((place) => ({ ...place, stand_in: place.place === 0 ? standIn : null }));
  const board = { ...game!.view.board, turn };
  const view = { ...game!.view, board };
  wire.says({ type, version, done: null, room: { ...room, places }, game: { ...game!, view }, you } as Partial<Welcome>);
}

const backs = () => new Set(wire.sent.filter(({ type }) => type === "back").map(({ id }) => id)).size;

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
