// The moments that are told large enough for everybody: a success, a loss, the end.
import { faceOf, type Piece } from "../../art/pieces";
import { preferences } from "../../ui/preferences.svelte";
import type { Outcome, Seat, View } from "../../wire/messages";
import type { Cast } from "../../words/cast";
import { tell } from "../../words/tell";
import { m, words } from "../../words/words";
import type { Moment } from "../stage.svelte";

export interface Headline {
  tone: "success" | "loss" | "out" | "win";
  seat: Seat;
  piece: Piece;
  title: string;
  text: string;
}

/** Why somebody won, in plain words. */
export function reasonOf({ ending }: Outcome): string {
  return ending === "second-success" ? m.end_second(words()) : m.end_last(words());
}

export function winnerWords(outcome: Outcome, cast: Cast): string {
  return cast.isYou(outcome.seat)
    ? m.end_you_won()
    : m.end_won({ name: cast.player(outcome.winner) });
}

function leftWords(seat: Seat, count: number, cast: Cast): string {
  return cast.isYou(seat)
    ? m.discs_left({ ...words(), count })
    : m.discs_left_of({ ...words(), count, name: cast.name(seat) });
}

export function headlineOf(moment: Moment | null, view: View, cast: Cast): Headline | null {
  if (!moment?.shown) return null;
  const { event } = moment;
  const matOf = (seat: Seat) => view.board.mats.find((mat) => mat.seat === seat);
  switch (event.type) {
    case "attempt-succeeded":
      return {
        tone: "success",
        seat: event.challenger,
        piece: "mat-flower",
        title: tell(event, cast),
        text: m.seat_success({ count: matOf(event.challenger)?.wins ?? 1 }),
      };
    case "disc-lost":
    case "loss-unseen": {
      const left = matOf(event.seat)?.discs ?? 0;
      const isOwn = event.type === "disc-lost" && cast.isYou(event.seat);
      return {
        tone: "loss",
        seat: event.seat,
        // Where others may look along, as little is shown as they may know.
        piece: isOwn && !preferences.peek ? faceOf(event.disc) : "back",
        title: tell(event, cast),
        text: left > 0 ? leftWords(event.seat, left, cast) : "",
      };
    }
    case "seat-out":
      return {
        tone: "out",
        seat: event.seat,
        piece: "mat-skull",
        title: tell(event, cast),
        text: "",
      };
    case "game-ended":
      return {
        tone: "win",
        seat: event.outcome.seat,
        piece: "mat-flower",
        title: winnerWords(event.outcome, cast),
        text: reasonOf(event.outcome),
      };
    default:
      return null;
  }
}
