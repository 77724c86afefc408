// The table as it is shown from event to event, held to the server's own views of recorded games.
import { describe, expect, it } from "vitest";
import { shownAfter } from "../src/table/display";
import type { SeenEvent, View } from "../src/wire/messages";
import { unfolded } from "../src/wire/retelling";
import games from "./recorded/games.json";

interface Told {
  viewer: string[];
  steps: { event: SeenEvent; view: Record<string, unknown> }[];
}

/** The events with the server's whole view after each. */
function stepsOf({ steps }: Told): { event: SeenEvent; view: View }[] {
  const changes = steps.map(({ event, view }) => ({ events: [event], view, holdings: null }));
  const whole = unfolded({ names: [], eyes: "", choice: [], comments: [], steps: changes });
  return whole.steps.map(({ events, view }) => ({ event: events[0]!, view }));
}

/** A view that was shown is not written to. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** The server counts a seat out with its last disc; the page waits for the event that says so. */
function expectedAfter(event: SeenEvent, view: View): View {
  if (event.type !== "disc-lost" && event.type !== "loss-unseen") return view;
  const mats = view.board.mats.map((mat) =>
    mat.seat === event.seat ? { ...mat, out: false } : mat,
  );
  return { ...view, board: { ...view.board, mats } };
}

const TOLD = (games as unknown as Told[][]).flatMap((game) =>
  game.map((told) => ({
    told,
    name: `${game.length - 1} players, ${told.viewer.join(" and ") || "the public"}`,
  })),
);

describe.each(TOLD)("a recorded game of $name", ({ told }) => {
  it("is shown as the server sees it after every event", () => {
    const [first, ...steps] = stepsOf(told);
    let shown = frozen(first!.view);
    for (const [index, { event, view }] of steps.entries()) {
      // A new round comes as the server's whole view: the page clears no table by itself.
      shown = frozen(event.type === "round-began" ? view : shownAfter(shown, event));
      expect(shown, `event ${index + 1}, ${event.type}`).toEqual(expectedAfter(event, view));
    }
  });
});

it("leaves the table of the last round in sight until the next view", () => {
  const { view } = stepsOf(TOLD[0]!.told)[0]!;
  expect(shownAfter(view, { type: "round-began", number: 2, first: "a" })).toBe(view);
});
