// The discs on one mat while one of them may be in the air.
import type { Disc, Mat } from "../../wire/messages";
import type { Moment } from "../stage.svelte";

export interface Pile {
  /** How many lie face down. */
  covered: number;
  /** The faces beside them. */
  open: Disc[];
  /** The disc in the air, counted neither where it lay nor where it will lie. */
  flip: { disc: Disc | null; before: number } | null;
}

export function pileOf(mat: Mat, moment: Moment | null): Pile {
  if (moment?.event.type !== "disc-flipped" || moment.event.mat !== mat.seat)
    return { covered: mat.face_down, open: mat.faces, flip: null };
  const { shown, before } = moment;
  return shown
    ? {
        covered: mat.face_down,
        open: mat.faces.slice(0, -1),
        flip: { disc: mat.faces.at(-1) ?? null, before },
      }
    : { covered: mat.face_down - 1, open: mat.faces, flip: { disc: null, before } };
}
