// A server that is only played: it welcomes to a state and answers nothing.
import type { Snapshot } from "../table/stage.svelte";
import type { Disc, Room, SeatHolding, Welcome } from "../wire/messages";
import recorded from "./states.json";

const GAMES = recorded as unknown as Record<string, Snapshot>;
export const STATES = [...Object.keys(GAMES), "room", "room-empty", "room-guest", "unknown", "removed", "connecting"];

const BOTS = [
  { name: "uniform", nickname: "Azar", temper: "does anything at all", strength: "yardstick" },
  { name: "cautious", nickname: "Vela", temper: "bids what it can count on and bluffs a little", strength: "easy" },
  { name: "bold", nickname: "Lobo", temper: "raises where others pass", strength: "medium" },
  { name: "solver", nickname: "Muerte", temper: "has seen every table there is", strength: "hard" },
];

function gathering(state: string): Snapshot {
  const { room, you } = GAMES["bid-gun"]!;
  const places: Room["places"] = room.places.map((place) => {
    const isFree = state === "room-empty" ? place.place > 0 : place.place === 2;
    return isFree
      ? { ...place, name: "", member: null, bot: null, tribes: [], ready: false }
      : { ...place, ready: place.place !== 1 && state !== "room-empty" };
  });
  // Somebody who watches, and somebody who was sent away.
  const guests = [
    { member: 8, name: "Maximiliane", place: null, removed: false },
    { member: 9, name: "Zoë", place: null, removed: true },
  ];
  const members = state === "room" ? [...room.members, ...guests] : room.members;
  return {
    room: { ...room, phase: "gathering", number: 0, places, members },
    game: null,
    you: { ...you, ...(state === "room-guest" ? { host: false, place: null, member: 3 } : {}) },
  };
}

/** As long as a name may be, with and without a place to break it. */
function longName({ place }: Room["places"][number]): string {
  return place % 2 ? "Maximiliane von Hohenfels" : "Bartholomäusstiftsherrin";
}

const LONGER = " And I shall tell everybody, one by one, until you blush.";

export function welcomeOf(state: string, query: URLSearchParams): Welcome | string {
  if (["unknown", "connecting", "removed"].includes(state)) return state;
  const base = state.startsWith("room") ? gathering(state) : GAMES[state]!;
  const room = { ...base.room };
  if (query.has("long")) room.places = room.places.map((place) => ({ ...place, name: longName(place) }));
  if (query.has("away"))
    room.places = room.places.map((place) => ({ ...place, stand_in: place.place === base.you.place ? "cautious" : null }));
  if (base.game?.view.board.outcome) room.phase = "gathering";
  const soon = Date.now() + 11_000;
  const until = query.has("clock") ? soon : null;
  const idle = query.has("idle") ? soon : null;
  const game = base.game && { ...base.game, turns: base.game.turns.map((turn) => ({ ...turn, until, idle })) };
  return {
    type: "welcome",
    version: 1,
    room,
    game,
    you: base.you,
    facts: query.has("talk")
      ? [
          { type: "said", member: 2, text: "I know what you placed <b>there</b>." + LONGER.repeat(Number(query.get("talk"))) },
          { type: "taunted", member: 3, taunt: "dare" },
        ]
      : [],
    dice: null,
    here: [1, 2, 3, 8],
    now: Date.now(),
  };
}

/** When the disc begins to move, in milliseconds from the welcome. */
const FLIP_AFTER = 400;

export class FakeSocket {
  static welcome: Welcome | string = "connecting";
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    const { welcome } = FakeSocket;
    if (welcome === "connecting") return;
    setTimeout(() => {
      const message =
        welcome === "unknown" || welcome === "removed"
          ? { type: "bye", reason: welcome === "unknown" ? "unknown-table" : welcome }
          : welcome;
      this.onmessage?.({ data: JSON.stringify(message) });
      if (typeof welcome !== "string") this.#flip(welcome);
      if (!new URLSearchParams(location.search).has("drop")) return;
      FakeSocket.welcome = "connecting";
      this.onclose?.();
    }, 20);
  }
  /** A disc of somebody else is turned over, for `flipping=F` or `flipping=S`. */
  #flip({ game, now }: Welcome): void {
    const disc = new URLSearchParams(location.search).get("flipping");
    const { viewer, board } = game?.view ?? {};
    const mat = board?.mats.find(({ seat, face_down }) => face_down > 0 && !viewer?.includes(seat));
    if (!disc || !mat) return;
    const event = { type: "disc-flipped", challenger: viewer?.[0], mat: mat.seat, disc };
    const facts = [{ type: "played", seat: viewer?.[0], events: [event] }];
    const frame = { type: "frame", version: 2, done: null, facts, you: null, room: null, game, dice: null, now };
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(frame) }), FLIP_AFTER);
  }
  send(): void {}
  close(): void {}
}

/** What everybody holds at the end, for `open`: as good as any. */
function holdings(): SeatHolding[] {
  const { welcome } = FakeSocket;
  const mats = typeof welcome === "string" ? [] : (welcome.game?.view.board.mats ?? []);
  const discs = (count: number): Disc[] => Array.from({ length: count }, (_, index) => (index === 1 ? "S" : "F"));
  return mats.map(({ seat, hand, height, discs: left }) => ({ seat, hand: discs(hand), stack: discs(height), lost: discs(4 - left) }));
}

export async function answer(input: RequestInfo | URL): Promise<Response> {
  const path = String(input);
  if (path.endsWith("/bots")) return Response.json(BOTS);
  if (path.endsWith("/record") && new URLSearchParams(location.search).has("open")) return new Response("");
  if (path.endsWith("/replay")) return Response.json({ steps: [{ events: [], view: {}, holdings: holdings() }] });
  if (path.endsWith("/me")) return Response.json({ name: "Ana" });
  const { settings } = GAMES["bid"]!.room;
  const line = { code: "KRTMWX", phase: "gathering", host: "Guillermo", people: 2, bots: 1, number: 0, settings };
  return Response.json({
    tables: [line, { ...line, code: "ABCDEF", host: "Ines", phase: "playing", people: 4, bots: 0 }],
  });
}
