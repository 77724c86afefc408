// How the table plays is asked for as a whole: one change must not undo another.
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import states from "../src/dev/states.json";
import HouseRules from "../src/screens/room/HouseRules.svelte";
import type { Snapshot } from "../src/table/stage.svelte";
import type { Settings } from "../src/wire/messages";

function changes(isUnderway: boolean): (number | undefined)[][] {
  const { room } = states.bid as unknown as Snapshot;
  const asked: Settings[] = [];
  const onchange = (settings: Settings) => void asked.push(settings);
  const props = {
    room,
    isHost: true,
    isHere: false,
    onchange,
    inFlight: () => (isUnderway ? (asked.at(-1) ?? null) : null),
  };
  const rules = mount(HouseRules, { target: document.body, props });
  flushSync();
  const [players] = document.querySelectorAll<HTMLSelectElement>(".rules select");
  const tribes = [...document.querySelectorAll<HTMLInputElement>(".rules input")].find((input) =>
    input.closest("label")?.textContent?.includes("Two tribes"),
  )!;
  tribes.click();
  players!.value = "3";
  players!.dispatchEvent(new Event("change", { bubbles: true }));
  void unmount(rules);
  return asked.map((one) => [one.tribes, one.players]);
}

test("a change that is still on its way is not taken back by the next", () => {
  const { players } = (states.bid as unknown as Snapshot).room.settings;
  expect(changes(true)).toEqual([
    [2, players],
    [2, 3],
  ]);
});

test("a change that was answered, with a refusal perhaps, is not asked for again", () => {
  const { players } = (states.bid as unknown as Snapshot).room.settings;
  expect(changes(false)).toEqual([
    [2, players],
    [1, 3],
  ]);
});
