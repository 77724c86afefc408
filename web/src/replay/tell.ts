// Sentences about the events of a replay; the open viewpoint includes what others did not see.
import type { SeenEvent } from "../wire/messages";
import type { Cast } from "../words/cast";
import { tell } from "../words/tell";
import { m, words } from "../words/words";

const ASIDE: readonly SeenEvent["type"][] = ["shuffle-unseen", "attempt-began", "round-began"];

/** What a move with all that followed is remembered for. */
export function headline(events: readonly SeenEvent[]): SeenEvent {
  return events.findLast(({ type }) => !ASIDE.includes(type)) ?? events.at(-1)!;
}

export function tellSeen(event: SeenEvent, cast: Cast, isOpen: boolean): string {
  if (!isOpen) return tell(event, cast);
  if (event.type === "disc-placed") {
    const name = cast.name(event.seat);
    return event.disc === "S"
      ? m.replay_placed_skull({ name })
      : m.replay_placed_flower({ ...words(), name });
  }
  if (event.type === "disc-lost") {
    const name = cast.name(event.seat);
    return event.disc === "S"
      ? m.replay_lost_skull({ name })
      : m.replay_lost_flower({ ...words(), name });
  }
  return tell(event, cast);
}
