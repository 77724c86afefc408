// Sentences about events.
import { expect, test } from "vitest";
import states from "../src/dev/states.json";
import type { Snapshot } from "../src/table/stage.svelte";
import type { Seat } from "../src/wire/messages";
import { castOf } from "../src/words/cast";
import { tell } from "../src/words/tell";

const { room, game } = states.add as unknown as Snapshot;
const cast = castOf(room, game!.view);

test.each<[Seat, Seat, string]>([
  ["a", "b", `You let ${cast.name("b")} begin.`],
  ["b", "a", `${cast.name("b")} lets you begin.`],
  ["b", "c", `${cast.name("b")} lets ${cast.name("c")} begin.`],
])("who is out says who begins: %s, %s", (seat, first, sentence) => {
  expect(tell({ type: "first-named", seat, first }, cast)).toBe(sentence);
});
