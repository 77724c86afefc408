// The names of players and tribes, by seat.
import type { Board, Room, Seat, View } from "../wire/messages";
import { m } from "./words";

export interface Cast {
  isYou(seat: Seat): boolean;
  /** The name that a sentence uses; with two tribes a name has two seats, told apart by a sign. */
  name(seat: Seat): string;
  /** The name on a plate; the viewer's own is "You". */
  label(seat: Seat): string;
  /** The tribe's name, for the art. */
  tribe(seat: Seat): string;
  player(player: number): string;
}

const SIGNS = ["①", "②"];

export function castOf(room: Room, view: View): Cast {
  const board: Board = view.board;
  const index = (seat: Seat) => board.mats.findIndex((mat) => mat.seat === seat);
  const owner = (seat: Seat) => board.mats[index(seat)]?.owner ?? 0;
  const side = (seat: Seat) => Math.floor(Math.max(0, index(seat)) / board.setup.players);
  const player = (number: number) => room.places[number]?.name || m.free_chair();
  const sign = (seat: Seat) => (board.setup.tribes === 2 ? ` ${SIGNS[side(seat)]}` : "");
  const isYou = (seat: Seat) => view.viewer.includes(seat);
  /** People should know whom they play with: a program that took a person's chair says so. */
  const mark = (number: number) => {
    const member = room.places[number]?.member ?? null;
    return room.members.some((one) => one.member === member && one.bot) ? ` · ${m.bot()}` : "";
  };
  /** A viewer who sees everybody's discs is none of the players. */
  const isSomebody = view.own.length === board.setup.tribes;
  return {
    isYou,
    name: (seat) => player(owner(seat)) + sign(seat),
    label: (seat) =>
      (isSomebody && isYou(seat) ? m.you() : player(owner(seat)) + mark(owner(seat))) + sign(seat),
    tribe: (seat) => room.places[owner(seat)]?.tribes[side(seat)] ?? "dots",
    player,
  };
}
