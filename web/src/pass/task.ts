// What one device asks for next, and of whom. Made from what the server offers, not from rules.
import type { Action, Board, Seat } from "../wire/messages";

export type Task =
  /** A player has to look at their own discs: the device goes to them. */
  | { kind: "secret"; seat: Seat; player: number }
  /** A decision at the common table. */
  | { kind: "open"; seat: Seat; player: number }
  /** Seats that may show their hidden discs now. */
  | { kind: "show"; seats: Seat[] }
  | { kind: "wait" }
  | { kind: "over" };

export type Legal = (seat: Seat) => readonly Action[];

const SECRET: readonly Action["type"][] = ["place", "discard"];

/** The server itself plays what everybody knows to be forced; nobody is handed the device for it. */
function isForced(board: Board, seat: Seat, legal: readonly Action[]): boolean {
  const [only] = legal;
  if (legal.length !== 1 || !only) return false;
  return (
    (only.type === "place" && board.stoned.includes(seat)) ||
    (only.type === "flip" && only.mat === seat)
  );
}

/** The seats that have to act, clockwise from the first player; the holder's own come first. */
function inOrder(board: Board, holder: number | null): Seat[] {
  const seats = board.mats.map((mat) => mat.seat);
  const start = Math.max(
    0,
    seats.findIndex((seat) => seat === board.first),
  );
  const round = [...seats.slice(start), ...seats.slice(0, start)].filter((seat) =>
    board.turn.includes(seat),
  );
  const isHeld = (seat: Seat) => ownerOf(board, seat) === holder;
  return [...round.filter(isHeld), ...round.filter((seat) => !isHeld(seat))];
}

export function ownerOf(board: Board, seat: Seat): number {
  return board.mats.find((mat) => mat.seat === seat)?.owner ?? 0;
}

export function nextTask(
  board: Board,
  legal: Legal,
  declined: readonly Seat[],
  holder: number | null,
): Task {
  if (board.outcome) return { kind: "over" };
  const shows = board.may_show.filter(
    (seat) => !declined.includes(seat) && legal(seat).some(({ type }) => type === "show"),
  );
  if (shows.length > 0) return { kind: "show", seats: shows };
  for (const seat of inOrder(board, holder)) {
    const actions = legal(seat).filter(({ type }) => type !== "show");
    if (actions.length === 0) continue;
    if (isForced(board, seat, actions)) return { kind: "wait" };
    const kind = actions.some(({ type }) => SECRET.includes(type)) ? "secret" : "open";
    return { kind, seat, player: ownerOf(board, seat) };
  }
  return { kind: "wait" };
}
