import { afterEach, expect, it } from "vitest";
import states from "../src/dev/states.json";
import { readyAgain } from "../src/screens/rematch";
import type { Room } from "../src/wire/messages";
import { languages } from "../src/words/languages.svelte";

afterEach(() => languages.speak("en"));

/** Ana, Bo and Guillermo on the chairs 0 to 2, and a bot, after a game. */
function after(...ready: number[]): Room {
  const { room } = states.place as unknown as { room: Room };
  const places = room.places.map((each) => ({
    ...each,
    ready: each.bot !== null || ready.includes(each.place),
  }));
  return { ...room, phase: "gathering", places };
}

it("tells who wants another game, but not of you, nor of bots", async () => {
  expect(readyAgain(after(), 0)).toBe("");
  expect(readyAgain(after(0), 0)).toBe("");
  expect(readyAgain(after(0, 1), 0)).toBe("Bo is ready for another game.");
  expect(readyAgain(after(1, 2), 0)).toBe("Bo and Guillermo are ready for another game.");
  await languages.speak("de");
  expect(readyAgain(after(1, 2), 0)).toBe("Bo und Guillermo wollen noch einmal spielen.");
});

it("says nothing during a game, where all have been ready", () => {
  expect(readyAgain({ ...after(1, 2), phase: "playing" }, 0)).toBe("");
});
