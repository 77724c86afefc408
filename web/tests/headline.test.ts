// The moments that are told in the middle of the table.
import { afterEach, describe, expect, it } from "vitest";
import states from "../src/dev/states.json";
import { headlineOf, reasonOf, winnerWords } from "../src/table/scene/headline";
import type { Moment, Snapshot } from "../src/table/stage.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import type { Mat, Outcome, SeenEvent, View } from "../src/wire/messages";
import { castOf } from "../src/words/cast";

const { room, game } = states.bid as unknown as Snapshot;
const bo = room.places[1]!.name;

function told(event: SeenEvent, mat: Partial<Mat> = {}, shown = true) {
  const { view } = game!;
  const mats = view.board.mats.map((each) => ({ ...each, ...mat }));
  const seen: View = { ...view, board: { ...view.board, mats } };
  const moment: Moment = { event, shown, before: 0, after: 0 };
  return headlineOf(moment, seen, castOf(room, seen));
}

afterEach(() => {
  preferences.peek = false;
  preferences.skin = "discs";
  preferences.olderWords = false;
});

describe("a headline", () => {
  const success: SeenEvent = { type: "attempt-succeeded", challenger: "b" };

  it("tells a success and how many there are", () => {
    expect(told(success, { wins: 1 })).toEqual({
      tone: "success",
      seat: "b",
      piece: "mat-flower",
      title: `${bo} did it: nothing but flowers.`,
      text: "One success so far.",
    });
    expect(told(success, { wins: 2 })!.text).toBe("2 successes.");
  });

  it("waits until the outcome can be seen", () => {
    expect(told(success, {}, false)).toBeNull();
    expect(headlineOf(null, game!.view, castOf(room, game!.view))).toBeNull();
  });

  it("shows one's own lost disc, and how many are left", () => {
    const lost = (disc: "F" | "S"): SeenEvent => ({
      type: "disc-lost",
      seat: "a",
      taker: "b",
      disc,
    });
    expect(told(lost("S"), { discs: 3 })).toEqual({
      tone: "loss",
      seat: "a",
      piece: "skull",
      title: "You lose the skull. Only you know.",
      text: "3 discs left.",
    });
    expect(told(lost("F"), { discs: 1 })).toMatchObject({
      piece: "flower",
      text: "One disc left.",
    });
    expect(told(lost("F"), { discs: 0 })!.text).toBe("");
  });

  it("shows no face where others may look along, and none of somebody else", () => {
    preferences.peek = true;
    expect(told({ type: "disc-lost", seat: "a", taker: "b", disc: "S" })).toMatchObject({
      piece: "back",
      title: "You lose a disc. Only you know which.",
    });
    preferences.peek = false;
    const seen = told({ type: "disc-lost", seat: "b", taker: "a", disc: "S" });
    const unseen = told({ type: "loss-unseen", seat: "b", taker: "a" });
    expect(seen!.piece).toBe("back");
    expect(unseen).toEqual(seen);
    expect(unseen!.title).toContain(bo);
    expect(told({ type: "loss-unseen", seat: "b", taker: "a" }, { discs: 2 })!.text).toBe(
      `${bo} has 2 discs left.`,
    );
  });

  it("tells who is out", () => {
    expect(told({ type: "seat-out", seat: "b" })).toMatchObject({
      tone: "out",
      seat: "b",
      title: `${bo} is out.`,
    });
    expect(told({ type: "seat-out", seat: "a" })!.title).toBe("You are out.");
  });

  it("tells who won, and plainly why", () => {
    const won = (seat: "a" | "b", ending: Outcome["ending"]) =>
      told({ type: "game-ended", outcome: { seat, winner: seat === "a" ? 0 : 1, ending } });
    expect(won("b", "second-success")).toMatchObject({
      tone: "win",
      title: `${bo} wins`,
      text: "Two challenges won without a skull: that wins the game.",
    });
    expect(won("a", "last-one-in")).toMatchObject({
      title: "You won!",
      text: "Everybody else has lost their last disc.",
    });
  });

  it("says nothing of what is told elsewhere", () => {
    expect(told({ type: "seat-passed", seat: "b" })).toBeNull();
    expect(told({ type: "attempt-failed", challenger: "a", skull: "b" })).toBeNull();
  });
});

it("speaks of cards where the pieces are cards", () => {
  const outcome: Outcome = { seat: "b", winner: 1, ending: "last-one-in" };
  preferences.skin = "cards";
  expect(reasonOf(outcome)).toBe("Everybody else has lost their last card.");
  preferences.skin = "discs";
  expect(reasonOf(outcome)).toContain("disc");
  preferences.olderWords = true;
  expect(reasonOf(outcome)).toContain("card");
  expect(winnerWords(outcome, castOf(room, game!.view))).toBe(`${bo} wins`);
});
