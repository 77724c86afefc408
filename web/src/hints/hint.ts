// Which words say what a hint says: the server sends codes and numbers.
import type { Action, HintReason, Seat } from "../wire/messages";
import type { Inputs } from "../words/book.svelte";
import type { Key } from "./words.svelte";

export interface Sentence {
  key: Key;
  inputs: Inputs;
}

/** Whose names are put in, and which seats are the reader's own. */
export interface Names {
  name(seat: Seat): string;
  isYou(seat: Seat): boolean;
}

/** The words of one, or the words of several. */
const counted = (key: Key & HintReason["type"], count: number, ...few: number[]): Key =>
  few.includes(count) ? (`${key}_${count}` as Key) : key;

export function reasonOf(reason: HintReason, names: Names): Sentence {
  const inputs = { ...reason } as unknown as Inputs;
  switch (reason.type) {
    case "own-skull":
      return { key: counted(reason.type, reason.flowers, 0, 1), inputs };
    case "own-flowers":
      return { key: counted(reason.type, reason.flowers, 1), inputs };
    case "reach":
      return { key: counted(reason.type, reason.needed, 1), inputs };
    case "unseen-stacks":
      return { key: stacksKey(reason.stacks, reason.bidders), inputs };
    case "speaks":
      return { key: reason.type, inputs: { place: reason.before + 1 } };
    case "suspect":
    case "trusted":
    case "no-skull":
    case "skull-left":
    case "leader":
      return { key: reason.type, inputs: { ...inputs, name: names.name(reason.seat) } };
    default:
      return { key: reason.type, inputs };
  }
}

function stacksKey(stacks: number, bidders: number): Key {
  if (stacks === 1) return bidders ? "unseen-stacks_single" : "unseen-stacks_single_none";
  if (bidders === 0) return "unseen-stacks_none";
  if (bidders === stacks) return "unseen-stacks_all";
  return bidders === 1 ? "unseen-stacks_one" : "unseen-stacks";
}

/** The words of an action; those of bids and of a pass are on the buttons already. */
export function deedOf(action: Exclude<Action, { type: "bid" | "pass" | "show" }>, names: Names) {
  const said = (key: Key, inputs: Inputs = {}): Sentence => ({ key, inputs });
  switch (action.type) {
    case "place":
    case "discard":
      return said(`${action.type}_${action.disc}`);
    case "flip":
      return names.isYou(action.mat)
        ? said("flip_own")
        : said("flip", { name: names.name(action.mat) });
    case "name-first":
      return said("name", { name: names.name(action.seat) });
    case "pick":
      return said("pick");
  }
}
