// A game told again comes as its first view and what changed after it; here it becomes whole.
import type { Retelling, SeatHolding, SeenEvent, View } from "./messages";

export interface ToldStep {
  events: SeenEvent[];
  view: View;
  /** What everybody holds; null but for open eyes. */
  holdings: SeatHolding[] | null;
}

export interface Told extends Omit<Retelling, "steps"> {
  steps: ToldStep[];
}

type Data = Record<string, unknown>;

/** Lists that always have the same seats. */
const BY_SEAT = ["mats", "own"];

/** What did not change is shared between the steps. */
export function unfolded(told: Retelling): Told {
  let view: Data = {};
  let holdings: SeatHolding[] | null = null;
  const steps = told.steps.map((step) => {
    view = changed(view, step.view);
    holdings = step.holdings && (seatsChanged(holdings ?? step.holdings, step.holdings) as SeatHolding[]);
    return { events: step.events, view: view as View, holdings };
  });
  return { ...told, steps };
}

function changed(before: Data, change: Data): Data {
  const news = Object.entries(change).map(([key, value]) => [key, valueChanged(key, before[key], value)]);
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
