// The seat whose hand a player sees.
import type { Game, OwnSeat, Room, Seat } from "../wire/messages";

/** With two tribes, the one that is asked; else the one that was looked at last. */
export function ownSeat(seats: readonly OwnSeat[], wanted: Seat | null): OwnSeat | null {
  const asked = seats.filter((seat) => seat.legal.length > 0);
  const isWanted = ({ seat }: OwnSeat) => seat === wanted;
  return asked.find(isWanted) ?? asked[0] ?? seats.find(isWanted) ?? seats[0] ?? null;
}

/**
 * When a bot takes the seat, by the server's clock; null where none will. A time that had passed before
 * we came counts for nothing: nobody was here, and the table waits again.
 */
export function idleUntil(seat: Seat, room: Room, game: Game, came: number): number | null {
  const idle = game.turns.find((turn) => turn.seat === seat)?.idle ?? null;
  const owner = game.view.board.mats.find((mat) => mat.seat === seat)?.owner ?? -1;
  return idle === null || idle <= came || room.places[owner]?.stand_in ? null : idle;
}
