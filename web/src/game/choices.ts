// What a seat may do, sorted for the hand: made from the server's list alone.
import type { Action, Seat } from "../wire/messages";
import type { Cast } from "../words/cast";
import { m, words } from "../words/words";

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

export interface Choices {
  place: Of<"place">[];
  bid: Of<"bid">[];
  pass: Of<"pass"> | null;
  flip: Of<"flip">[];
  discard: Of<"discard">[];
  pick: Of<"pick"> | null;
  show: Of<"show"> | null;
  nameFirst: Of<"name-first">[];
}

export function choicesOf(legal: readonly Action[]): Choices {
  const all = <Type extends Action["type"]>(type: Type) =>
    legal.filter((action): action is Of<Type> => action.type === type);
  return {
    place: all("place"),
    bid: all("bid").sort((one, other) => one.number - other.number),
    pass: all("pass")[0] ?? null,
    flip: all("flip"),
    discard: all("discard"),
    pick: all("pick")[0] ?? null,
    show: all("show")[0] ?? null,
    nameFirst: all("name-first"),
  };
}

/** The seats that a tap on the table can choose, with the action that each stands for. */
export function seatChoices(choices: Choices): { seat: Seat; action: Action }[] {
  return [
    ...choices.flip.map((action) => ({ seat: action.mat, action })),
    ...choices.nameFirst.map((action) => ({ seat: action.seat, action })),
  ];
}

/** Whether it is this seat's turn; showing one's discs may be left alone. */
export function hasTurn({ place, bid, flip, discard, pick, nameFirst }: Choices): boolean {
  return pick !== null || [place, bid, flip, discard, nameFirst].some((some) => some.length > 0);
}

/** Whether there is more than one thing to do; a blind pick is the same whichever is taken. */
export function hasChoice({ place, bid, pass, flip, discard, nameFirst }: Choices): boolean {
  const some = [place, bid, flip, discard, nameFirst].flat().length;
  return some + (pass ? 1 : 0) > 1;
}

export type Deeds = Partial<Record<Seat, string>>;

/** The seats that may be tapped, and what a tap does, in words. */
export function deedsOf(choices: Choices, cast: Cast): Deeds {
  return Object.fromEntries(
    seatChoices(choices).map(({ seat, action }) => [
      seat,
      action.type === "flip"
        ? m.flip_of({ ...words(), name: cast.name(seat) })
        : m.name_this({ name: cast.name(seat) }),
    ]),
  );
}
