// The recorded games, with the server's whole view after each event.
import type { Action, Seat, SeenEvent, View } from "../src/wire/messages";
import { unfolded } from "../src/wire/retelling";
import games from "./recorded/games.json";

interface Told {
  viewer: Seat[];
  steps: {
    event: SeenEvent;
    view: Record<string, unknown>;
    legal?: Partial<Record<Seat, Action[]>>;
  }[];
}

export interface Step {
  event: SeenEvent;
  /** With what each of the viewer's seats may do. */
  view: View;
}

/** Each game as each of its viewers saw it, the public last. */
export const GAMES: { viewer: Seat[]; steps: Step[] }[][] = (games as unknown as Told[][]).map(
  (game) => game.map((told) => ({ viewer: told.viewer, steps: stepsOf(told) })),
);

function stepsOf({ steps }: Told): Step[] {
  const changes = steps.map(({ event, view }) => ({ events: [event], view, holdings: null }));
  const whole = unfolded({ names: [], eyes: "", choice: [], comments: [], steps: changes });
  return whole.steps.map(({ events, view }, index) => ({
    event: events[0]!,
    view: {
      ...view,
      own: view.own.map((one) => ({ ...one, legal: steps[index]!.legal?.[one.seat] ?? [] })),
    },
  }));
}
