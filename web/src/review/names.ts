// Names in a review: players of the same name are told apart by their seat's letter.
import type { Seat } from "../wire/messages";
import type { Cast } from "../words/cast";

/** The sign of a seat where each player has two. */
const SIGN = / [①②]$/;

export function toldApart(cast: Cast, seats: readonly Seat[]): Cast {
  const names = seats.map((_, player) => cast.player(player));
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const lettered = (name: string, seat: Seat | undefined) => (seat ? `${name} (${seat})` : name);
  return {
    ...cast,
    name: (seat) => {
      const name = cast.name(seat);
      return isShared(name.replace(SIGN, "")) ? lettered(name, seat) : name;
    },
    player: (number) => {
      const name = cast.player(number);
      return isShared(name) ? lettered(name, seats[number]) : name;
    },
  };
}
