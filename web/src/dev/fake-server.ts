// A fake server: it welcomes everybody to one state and answers nothing.
import type { Snapshot } from "../table/stage.svelte";
import type {
  Disc,
  Hint,
  Remark,
  Room,
  Seat,
  SeatHolding,
  SeenEvent,
  SeenFact,
  View,
  Welcome,
} from "../wire/messages";
import recorded from "./states.json";

const GAMES = recorded as unknown as Record<string, Snapshot & { told?: SeenEvent[] }>;
export const STATES = [
  ...Object.keys(GAMES),
  "room",
  "room-empty",
  "room-guest",
  "unknown",
  "removed",
  "connecting",
];

const BOTS = [
  { name: "uniform", nickname: "Azar", temper: "does anything at all", strength: "yardstick" },
  {
    name: "cautious",
    nickname: "Vela",
    temper: "bids what it can count on and bluffs a little",
    strength: "easy",
  },
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
  // A spectator, and a member who was removed.
  const guests = [
    { member: 8, name: "Maximiliane", place: null, removed: false, bot: false },
    { member: 9, name: "Zoë", place: null, removed: true, bot: false },
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

/** The same words at every place but the first, as if all were bots. */
function remarks({ places }: Room, remark: Remark | null): SeenFact[] {
  return places
    .slice(remark === null ? places.length : 1)
    .map(({ place }) => ({ type: "bot-said", place, remark: remark! }));
}

export function welcomeOf(state: string, query: URLSearchParams): Welcome | string {
  if (["unknown", "connecting", "removed"].includes(state)) return state;
  const base = state.startsWith("room") ? gathering(state) : GAMES[state]!;
  const room = { ...base.room };
  if (query.has("long"))
    room.places = room.places.map((place) => ({ ...place, name: longName(place) }));
  if (query.has("away"))
    room.places = room.places.map((place) => ({
      ...place,
      stand_in: place.place === base.you.place ? "cautious" : null,
    }));
  if (query.has("alone"))
    room.places = room.places.map((place) =>
      place.place === base.you.place ? place : { ...place, member: null, bot: "cautious" },
    );
  if (base.game?.view.board.outcome) room.phase = "gathering";
  const soon = Date.now() + 11_000;
  const until = query.has("clock") ? soon : null;
  const idle = query.has("idle") ? soon : null;
  const game = base.game && {
    ...base.game,
    turns: base.game.turns.map((turn) => ({ ...turn, until, idle })),
    opened: query.has("open") ? holdings(base.game.view) : null,
    hints: Number(query.get("hinted") ?? 0),
  };
  return {
    type: "welcome",
    version: 1,
    room,
    game,
    you: base.you,
    facts: query.has("talk")
      ? [
          {
            type: "said",
            member: 2,
            text: "I know what you placed <b>there</b>." + LONGER.repeat(Number(query.get("talk"))),
          },
          { type: "taunted", member: 3, taunt: "dare" },
        ]
      : remarks(room, query.get("remark") as Remark | null),
    dice: null,
    here: [1, 2, 3, 8],
    now: Date.now(),
  };
}

/** When the disc begins to move, in milliseconds from the welcome; `after=2000` is another time. */
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
  /** Something happens: `flipping=F` turns over a disc of somebody else, `happens=loss` takes one. */
  #flip({ game, now }: Welcome): void {
    const query = new URLSearchParams(location.search);
    const event = game && happening(game.view, query.get("flipping"), query.get("happens"));
    if (!game || !event) return;
    const { viewer } = game.view;
    const facts = [{ type: "played", seat: viewer[0] ?? null, events: [event] }];
    const frame = {
      type: "frame",
      version: 2,
      done: null,
      facts,
      you: null,
      room: null,
      game,
      dice: null,
      now,
    };
    const after = Number(query.get("after") ?? FLIP_AFTER);
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(frame) }), after);
  }
  /** Only questions for a hint are answered, after a moment. */
  send(text: string): void {
    const asked = JSON.parse(text) as { type: string; id: string };
    const { welcome } = FakeSocket;
    if (asked.type !== "hint" || typeof welcome === "string" || !welcome.game) return;
    const message = { ...asked, hint: sampleHint(welcome.game.view) };
    setTimeout(() => this.onmessage?.({ data: JSON.stringify(message) }), 50);
  }
  close(): void {}
}

/** A hint with the longest words. */
function sampleHint({ own, board, viewer }: View): Hint {
  const legal = own.find(({ legal }) => legal.length > 0)?.legal ?? [];
  const shares = [52, 31, 9, 5, 2, 1];
  const options = legal
    .slice(0, shares.length)
    .map((action, index) => ({ action, share: shares[index]!, wins: 31 - index }));
  const seat = board.mats.find((mat) => !viewer.includes(mat.seat))!.seat;
  return {
    options,
    wins: 30,
    reasons: [
      { type: "reach", bid: 3, needed: 2, chance: 41 },
      { type: "unseen-stacks", stacks: 3, bidders: 2, bid: 2 },
      { type: "suspect", seat, chance: 38 },
    ],
  };
}

/** What `flipping` and `happens` mean at this table. */
function happening(
  { viewer, board }: View,
  flipping: string | null,
  happens: string | null,
): SeenEvent | null {
  const me = viewer[0] ?? "a";
  const other = board.mats.find(({ seat, out }) => !out && !viewer.includes(seat))!.seat;
  const covered = board.mats.find(
    ({ seat, face_down }) => face_down > 0 && !viewer.includes(seat),
  )?.seat;
  const won = (seat: Seat, ending: "second-success" | "last-one-in"): SeenEvent => {
    const winner = board.mats.find((mat) => mat.seat === seat)!.owner;
    return { type: "game-ended", outcome: { winner, seat, ending } };
  };
  if (flipping && covered)
    return { type: "disc-flipped", challenger: me, mat: covered, disc: flipping as Disc };
  switch (happens) {
    case "success":
      return { type: "attempt-succeeded", challenger: me };
    case "their-success":
      return { type: "attempt-succeeded", challenger: other };
    case "loss":
      return { type: "loss-unseen", seat: other, taker: me };
    case "own-loss":
      return { type: "disc-lost", seat: me, taker: other, disc: "S" };
    case "out":
      return { type: "seat-out", seat: other };
    case "win":
      return won(me, "last-one-in");
    case "their-win":
      return won(other, "second-success");
    default:
      return null;
  }
}

/** What everybody holds at the end, for `open`: as good as any. */
function holdings({ board }: View): SeatHolding[] {
  const discs = (count: number): Disc[] =>
    Array.from({ length: count }, (_, index) => (index === 1 ? "S" : "F"));
  return board.mats.map(({ seat, hand, height, discs: left }) => ({
    seat,
    hand: discs(hand),
    stack: discs(height),
    lost: discs(4 - left),
  }));
}

export async function answer(input: RequestInfo | URL): Promise<Response> {
  const path = String(input);
  if (path.endsWith("/bots")) return Response.json(BOTS);
  if (path.endsWith("/game")) {
    const state = new URLSearchParams(location.search).get("state") ?? "bid";
    return Response.json({ version: 1, number: 1, events: GAMES[state]?.told ?? [] });
  }
  if (path.endsWith("/me")) return Response.json({ name: "Ana" });
  const { settings } = GAMES["bid"]!.room;
  const line = {
    code: "KRTMWX",
    phase: "gathering",
    host: "Guillermo",
    people: 2,
    bots: 1,
    number: 0,
    settings,
  };
  if (/tables\/[A-Z]+$/.test(path)) return Response.json({ ...line, phase: "playing" });
  return Response.json({
    tables: [line, { ...line, code: "ABCDEF", host: "Ines", phase: "playing", people: 4, bots: 0 }],
  });
}
