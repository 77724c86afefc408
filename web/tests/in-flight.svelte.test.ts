// The one place that knows what was sent and is not answered.
import { flushSync } from "svelte";
import { expect, test } from "vitest";
import { InFlight } from "../src/wire/in-flight.svelte";
import type { Command } from "../src/wire/messages";

const act = (id: string, game: number, seat: string, decision: number) =>
  ({ type: "act", id, game, seat, decision, action: { type: "pass" } }) as Command;
const stand: Command = { type: "stand", id: "s" };

test("commands leave it one by one, in the order of sending", () => {
  const inFlight = new InFlight();
  inFlight.add(stand);
  inFlight.add(act("a", 1, "b", 2));
  expect(inFlight.all().map(({ id }) => id)).toEqual(["s", "a"]);
  expect(inFlight.of("act").map(({ id }) => id)).toEqual(["a"]);
  expect(inFlight.has("s")).toBe(true);
  expect(inFlight.settle("s")).toBe(stand);
  expect(inFlight.has("s")).toBe(false);
  expect(inFlight.settle("s")).toBeNull();
  expect(inFlight.settle(null)).toBeNull();
  expect(inFlight.all()).toHaveLength(1);
});

test("a decision is that of one game, one seat and one number", () => {
  const inFlight = new InFlight();
  inFlight.add({ ...stand, id: "s" });
  inFlight.add(act("a", 1, "b", 2));
  expect(inFlight.isDeciding(1, "b", 2)).toBe(true);
  expect(inFlight.isDeciding(2, "b", 2)).toBe(false);
  expect(inFlight.isDeciding(1, "c", 2)).toBe(false);
  expect(inFlight.isDeciding(1, "b", 3)).toBe(false);
  inFlight.settle("a");
  expect(inFlight.isDeciding(1, "b", 2)).toBe(false);
});

test("a screen that asks is told when the answer comes", () => {
  const inFlight = new InFlight();
  const seen: boolean[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(inFlight.isDeciding(1, "b", 2)));
  });
  flushSync();
  inFlight.add(act("a", 1, "b", 2));
  flushSync();
  inFlight.settle("a");
  flushSync();
  expect(seen).toEqual([false, true, false]);
  stop();
});
