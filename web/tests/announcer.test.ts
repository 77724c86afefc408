// What a screen reader is told.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcer } from "../src/ui/toasts.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("what comes close together is read together", () => {
  announcer.say("Ana bids 2.");
  announcer.say("Your turn!");
  vi.advanceTimersByTime(500);
  expect(announcer.text).toBe("Ana bids 2. Your turn!");
});

test("after a switch of language nothing of the one before is left", () => {
  announcer.say("Ana bids 2.");
  vi.advanceTimersByTime(500);
  announcer.say("Your turn!");
  announcer.hush();
  vi.advanceTimersByTime(500);
  expect(announcer.text).toBe("");
});
