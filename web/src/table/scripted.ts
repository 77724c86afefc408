// A table without a server: a replay, a lesson. The same values, so the same screens.
import { TRIBES } from "../art/tribes";
import type { Room, SeenEvent, SeenFact, Settings, Tribe, View } from "../wire/messages";
import { NOT_ASKED } from "../wire/connection";
import type { Snapshot } from "./stage.svelte";

/** Somebody's table: players by their names, each with the tribes of their seats. */
export function scriptedRoom(names: readonly string[], view: View): Room {
  const { players, tribes, placement } = view.board.setup;
  const settings: Settings = {
    players,
    tribes,
    placement,
    clock: null,
    showing: 0,
    opens: true,
    spectators: true,
    listed: false,
    talk: false,
    pace: "usual",
    guest_bots: true,
  };
  const tribe = (seat: number) => TRIBES[seat % TRIBES.length]!.name as Tribe;
  return {
    code: "TOLD",
    phase: "playing",
    host: 1,
    number: 1,
    settings,
    members: [],
    commitments: [],
    places: names.map((name, place) => ({
      place,
      name,
      member: null,
      bot: null,
      stand_in: null,
      ready: true,
      tribes: Array.from({ length: tribes }, (_, side) => tribe(place + side * players)),
    })),
  };
}

/** Without a decision nothing can be answered: the table is only looked at. */
export function scriptedSnapshot(room: Room, view: View, decision: number | null = null): Snapshot {
  const own = view.own.map((seat) => ({ ...seat, decision: decision ?? NOT_ASKED }));
  return {
    room,
    game: {
      number: 1,
      view: { ...view, own },
      turns: [],
      showing_until: null,
      declined: [],
      opened: null,
      hints: 0,
    },
    you: { member: null, host: false, place: null, seats: view.viewer, muted: [] },
  };
}

export function scriptedFacts(events: SeenEvent[]): SeenFact[] {
  return [{ type: "played", seat: null, events }];
}
