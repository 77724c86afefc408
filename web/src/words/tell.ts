// An event as a sentence, as it is written in the log and read aloud.
import { preferences } from "../ui/preferences.svelte";
import type { SeenEvent } from "../wire/messages";
import type { Cast } from "./cast";
import { discWord, m, words } from "./words";

export function tell(event: SeenEvent, cast: Cast): string {
  switch (event.type) {
    case "round-began": {
      const number = event.number;
      return cast.isYou(event.first)
        ? m.tell_round_you({ number })
        : m.tell_round({ number, name: cast.name(event.first) });
    }
    case "placement-unseen":
      return m.tell_placed({ ...words(), name: cast.name(event.seat) });
    case "disc-placed":
      if (!cast.isYou(event.seat))
        return m.tell_placed({ ...words(), name: cast.name(event.seat) });
      // Where others may read along, as little is written as they may know.
      if (preferences.peek) return m.tell_placed_you(words());
      return event.disc === "F" ? m.tell_placed_flower_you(words()) : m.tell_placed_skull_you();
    case "bid-made": {
      const number = event.number;
      return cast.isYou(event.seat)
        ? m.tell_bid_you({ number })
        : m.tell_bid({ number, name: cast.name(event.seat) });
    }
    case "seat-passed":
      return cast.isYou(event.seat)
        ? m.tell_pass_you()
        : m.tell_pass({ name: cast.name(event.seat) });
    case "attempt-began": {
      const number = event.bid;
      return cast.isYou(event.challenger)
        ? m.tell_attempt_you({ ...words(), number })
        : m.tell_attempt({ ...words(), number, name: cast.name(event.challenger) });
    }
    case "disc-flipped": {
      const name = cast.name(event.mat);
      if (event.disc === "S")
        return cast.isYou(event.mat) ? m.tell_skull_you() : m.tell_skull({ name });
      return cast.isYou(event.mat)
        ? m.tell_flower_you(words())
        : m.tell_flower({ ...words(), name });
    }
    case "attempt-succeeded":
      return cast.isYou(event.challenger)
        ? m.tell_success_you(words())
        : m.tell_success({ ...words(), name: cast.name(event.challenger) });
    case "attempt-failed":
      return cast.isYou(event.challenger)
        ? m.tell_failed_you(words())
        : m.tell_failed({ ...words(), name: cast.name(event.challenger) });
    case "discs-shown": {
      const discs = event.discs.map(discWord).join(", ");
      return cast.isYou(event.seat)
        ? m.tell_shown_you({ discs })
        : m.tell_shown({ discs, name: cast.name(event.seat) });
    }
    case "shuffle-unseen":
      return cast.isYou(event.challenger)
        ? m.tell_shuffled_you(words())
        : m.tell_shuffled({ ...words(), name: cast.name(event.challenger) });
    case "disc-lost":
      if (cast.isYou(event.seat) && preferences.peek) return m.tell_lost_you(words());
      if (cast.isYou(event.seat))
        return event.disc === "F" ? m.tell_lost_flower_you(words()) : m.tell_lost_skull_you();
      return lost(event.seat, event.taker, cast);
    case "loss-unseen":
      return lost(event.seat, event.taker, cast);
    case "seat-out":
      return cast.isYou(event.seat)
        ? m.tell_out_you()
        : m.tell_out({ name: cast.name(event.seat) });
    case "first-named":
      return named(event.seat, event.first, cast);
    case "game-ended": {
      const { seat, winner, ending } = event.outcome;
      const name = cast.player(winner);
      if (ending === "second-success")
        return cast.isYou(seat) ? m.tell_won_second_you() : m.tell_won_second({ name });
      return cast.isYou(seat) ? m.tell_won_last_you() : m.tell_won_last({ name });
    }
  }
}

/** The event on the table; of a disc whose face cannot be seen yet, only whose it is. */
export function tellMoment(
  { event, shown, turning }: { event: SeenEvent; shown: boolean; turning?: boolean },
  cast: Cast,
  say: typeof tell = tell,
): string {
  if (event.type !== "disc-flipped" || (shown && !turning)) return say(event, cast);
  return cast.isYou(event.mat)
    ? m.tell_lift_you(words())
    : m.tell_lift({ ...words(), name: cast.name(event.mat) });
}

type Seat = Parameters<Cast["name"]>[0];

function named(seat: Seat, chosen: Seat, cast: Cast): string {
  const [name, first] = [cast.name(seat), cast.name(chosen)];
  if (cast.isYou(seat)) return m.tell_named_by_you({ first });
  return cast.isYou(chosen) ? m.tell_named_you({ name }) : m.tell_named({ name, first });
}

function lost(seat: Seat, taker: Seat, cast: Cast): string {
  const name = cast.name(seat);
  if (seat === taker) return m.tell_lost_chosen({ ...words(), name });
  return cast.isYou(taker)
    ? m.tell_lost_by_you({ ...words(), name })
    : m.tell_lost({ ...words(), name, taker: cast.name(taker) });
}
