// What the coach says of a table: one sentence at each new kind of decision, one after each round, and what
// a newcomer cannot see. It knows what its player knows, and says nothing that this does not make true.
import type { Action, Board, Seat, SeenEvent, View } from "../wire/messages";
import type english from "./words/en.json";

export type Key = keyof typeof english;
type Of<Type extends SeenEvent["type"]> = Extract<SeenEvent, { type: Type }>;

/** How the topics begin that are spoken of once in each game. */
export const ROUND = "round";

export interface Remark {
  /** What it is about; each is spoken of once. */
  topic: string;
  key: Key;
  /** Whose names it needs. */
  names: Partial<Record<"name" | "owner", Seat>>;
  number: number | null;
}

export interface Sight {
  view: View;
  /** What the player may do now; nothing while others play. */
  legal: readonly Action[];
  /** What happened in this game, as the player saw it. */
  events: readonly SeenEvent[];
}

/** All that can be said now, the most urgent first. */
export function remarks(sight: Sight): Remark[] {
  const { board, own } = sight.view;
  // With two tribes other sentences would be true.
  if (board.setup.tribes !== 1 || own.length !== 1 || board.outcome) return [];
  return [goal(sight), lastRound(sight), ...decisions(sight), ...facts(sight)].filter(
    (one) => one !== null,
  );
}

/** The first that was not said yet. */
export function remark(sight: Sight, said: readonly string[]): Remark | null {
  return remarks(sight).find(({ topic }) => !said.includes(topic)) ?? null;
}

function about(key: Key, topic: string = key, more: Partial<Remark> = {}): Remark {
  return { topic, key, names: {}, number: null, ...more };
}

function ownMat({ board, own }: View): Board["mats"][number] {
  return board.mats.find(({ seat }) => seat === own[0]!.seat)!;
}

function goal({ view }: Sight): Remark | null {
  const { wins, out } = ownMat(view);
  return wins === 0 && !out && view.board.round > 0 ? about("goal") : null;
}

function decisions({ view, legal }: Sight): (Remark | null)[] {
  const { hand, stack, seat } = view.own[0]!;
  const has = (type: Action["type"]) => legal.some((action) => action.type === type);
  const caught = view.board.attempt?.challenger ?? null;
  if (has("pick") && caught) return [about("pick", "pick", { names: { name: caught } })];
  if (has("discard")) return [legal.length > 1 ? about("discard") : null];
  if (has("name-first")) return [about("name")];
  if (has("flip")) {
    const isOwn = legal.some((action) => action.type === "flip" && action.mat === seat);
    return [isOwn ? about("flip_own") : about("flip")];
  }
  if (has("pass") && has("bid"))
    return [about("bid"), stack.includes("S") ? about("bid_skull") : null];
  if (has("bid")) return [has("place") ? about("add") : about("must")];
  if (has("place")) return [hand.includes("S") && hand.includes("F") ? about("place") : null];
  return [has("show") ? about("show") : null];
}

function facts({ view, legal }: Sight): (Remark | null)[] {
  const { board, own } = view;
  const { faces, face_down, passed, out } = ownMat(view);
  // What lies on the mat is beside the hand only where nothing else is.
  const isHidden = legal.some(({ type }) => type === "pick" || type === "discard");
  if (out || faces.length > 0 || board.attempt) return [];
  return [
    face_down > 0 && !isHidden
      ? about(own[0]!.stack.length === 1 ? "pile" : "pile_more", "pile")
      : null,
    face_down > 0 ? about("know") : null,
    passed && board.bidding ? about("passed") : null,
  ];
}

/** The last round that is over, with its number. */
function roundBefore(events: readonly SeenEvent[]): { number: number; events: SeenEvent[] } | null {
  const starts = events.flatMap(({ type }, index) => (type === "round-began" ? [index] : []));
  const [before, last] = starts.length > 1 ? starts.slice(-2) : [0, starts[0]];
  if (last === undefined) return null;
  const { number } = events[last] as Of<"round-began">;
  return { number: number - 1, events: events.slice(before, last) };
}

function lastRound({ view, events }: Sight): Remark | null {
  const before = roundBefore(events);
  const find = <Type extends SeenEvent["type"]>(type: Type) =>
    before?.events.find((event): event is Of<Type> => event.type === type);
  const attempt = find("attempt-began");
  // While discs are turned over, another attempt is spoken of.
  if (!before || !attempt || view.board.attempt) return null;
  const you = view.own[0]!.seat;
  const { challenger: name, bid: number } = attempt;
  const topic = `${ROUND} ${before.number}`;
  const isYou = name === you;
  if (find("attempt-succeeded"))
    return about(isYou ? "success_you" : "success", topic, { names: { name }, number });
  const loss = find("disc-lost") ?? find("loss-unseen");
  if (!loss) return null;
  const owner = loss.taker;
  const who = isYou
    ? owner === you
      ? "own_you"
      : "lost_you"
    : owner === name
      ? "own"
      : owner === you
        ? "yours"
        : "lost";
  const key = find("seat-out") ? (`${who}_out` as const) : who;
  return about(key, topic, { names: { name, owner } });
}
