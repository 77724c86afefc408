// What a seat may do, sorted for the hand: made from the server's list alone.
import type { Action, OwnSeat, Seat } from "../wire/messages";

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

export function choicesOf(own: OwnSeat | null): Choices {
  const all = <Type extends Action["type"]>(type: Type) =>
    (own?.legal ?? []).filter((action): action is Of<Type> => action.type === type);
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
