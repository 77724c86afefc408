// A replay comes as its first view and the changes after it; here every step gets its whole view.
import { ask, read } from "./http";
import type { Retelling, SeatHolding, SeenEvent, View } from "./messages";

export interface ReplayStep {
  events: SeenEvent[];
  view: View;
  /** What everybody holds; null unless the viewpoint is open. */
  holdings: SeatHolding[] | null;
}

export interface Replay extends Omit<Retelling, "steps"> {
  steps: ReplayStep[];
}

/** A game in the notation, replayed from one viewpoint. */
export const retell = async (text: string, viewpoint: string | null) =>
  unfolded(
    await read<Retelling>(
      await ask(
        `/api/replay${viewpoint === null ? "" : `?eyes=${encodeURIComponent(viewpoint)}`}`,
        {
          method: "POST",
          body: text,
          headers: { "content-type": "text/plain" },
        },
      ),
    ),
  );

type Data = Record<string, unknown>;

/** Lists that always have the same seats. */
const BY_SEAT = ["mats", "own"];

/** What did not change is shared between the steps. */
export function unfolded(told: Retelling): Replay {
  let view: Data = {};
  let holdings: SeatHolding[] | null = null;
  const steps = told.steps.map((step) => {
    view = changed(view, step.view);
    holdings =
      step.holdings && (seatsChanged(holdings ?? step.holdings, step.holdings) as SeatHolding[]);
    return { events: step.events, view: view as View, holdings };
  });
  return { ...told, steps };
}

function changed(before: Data, change: Data): Data {
  const news = Object.entries(change).map(([key, value]) => [
    key,
    valueChanged(key, before[key], value),
  ]);
  return { ...before, ...(Object.fromEntries(news) as Data) };
}

function valueChanged(key: string, before: unknown, change: unknown): unknown {
  if (BY_SEAT.includes(key) && before) return seatsChanged(before as Data[], change as Data[]);
  return isObject(before) && isObject(change) ? changed(before, change) : change;
}

function seatsChanged(before: Data[], change: Data[]): Data[] {
  const news = new Map(change.map((one) => [one["seat"], one]));
  return before.map((one) => (news.has(one["seat"]) ? changed(one, news.get(one["seat"])!) : one));
}

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
