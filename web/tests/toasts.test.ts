import { afterEach, expect, it } from "vitest";
import { router } from "../src/ui/route.svelte";
import { toasts } from "../src/ui/toasts.svelte";

afterEach(() => toasts.clear());
const texts = () => toasts.list.map(({ text }) => text);

it("shows the last two", () => {
  for (const text of ["one", "two", "three"]) toasts.say(text);
  expect(texts()).toEqual(["two", "three"]);
});

it("says the same once", () => {
  for (const text of ["slowly", "back", "slowly"]) toasts.say(text);
  expect(texts()).toEqual(["back", "slowly"]);
});

it("leaves them behind with the screen that they belong to", () => {
  toasts.say("one");
  router.go("/learn");
  expect(texts()).toEqual([]);
});
