// The one sentence above the hand: what happens, or what is asked of you.
import type { Moment } from "../table/stage.svelte";
import type { Board } from "../wire/messages";
import type { Cast } from "../words/cast";
import { tellMoment } from "../words/tell";
import { m, words } from "../words/words";
import { hasTurn, type Choices } from "./choices";

export interface Asked {
  choices: Choices;
  /** An answer is in flight. */
  isSending: boolean;
  /** A number is being chosen, where a disc could be added instead. */
  isBidding: boolean;
  mayShow: boolean;
}

export function statusOf(board: Board, cast: Cast, moment: Moment | null, asked: Asked): string {
  const { choices } = asked;
  if (moment && !hasTurn(choices)) return tellMoment(moment, cast);
  if (board.outcome) return "";
  if (asked.isSending) return m.turn_sending();
  return questionOf(board, cast, asked) ?? turnWords(board, cast) ?? m.turn_wait();
}

function questionOf(board: Board, cast: Cast, asked: Asked): string | null {
  const { choices, isBidding, mayShow } = asked;
  if (choices.pick) return m.turn_pick({ ...words(), name: cast.name(victimOf(board)) });
  if (choices.discard.length) return m.turn_discard(words());
  if (choices.nameFirst.length) return m.turn_name();
  if (choices.flip.length) return m.turn_flip(words());
  if (choices.pass) return m.turn_bid();
  if (isBidding) return m.turn_number();
  if (choices.place.length && choices.bid.length) return m.turn_add(words());
  if (choices.place.length) return m.turn_place(words());
  if (choices.bid.length) return m.turn_challenge(words());
  return choices.show && mayShow ? m.turn_show(words()) : null;
}

/** Whose turn it is; null where it is nobody's. */
export function turnWords({ turn }: Board, cast: Cast): string | null {
  if (turn.length > 1) return m.turn_many({ count: turn.length });
  return turn[0] ? m.turn_of({ name: cast.name(turn[0]) }) : null;
}

/** Whose discs a blind pick takes from. */
export function victimOf(board: Board): Board["mats"][number]["seat"] {
  return board.attempt?.challenger ?? "a";
}
