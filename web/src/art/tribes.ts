// The six tribes of a box, and the six of the second one: colours and the name of a cut.

export const CUTS = ["dots", "waves", "leaves", "rays", "scales", "knots"] as const;
export type Cut = (typeof CUTS)[number];
export type TribeName = Cut | `night-${Cut}`;

export interface Palette {
  /** The lacquer. */
  body: string;
  /** Its shadow: rims, the dark cloth of a mat. */
  deep: string;
  /** The inlay. */
  light: string;
}

export interface Tribe {
  name: TribeName;
  cut: Cut;
  night: boolean;
  palette: Palette;
}

export const BONE = "#f4e9d2";
export const INK = "#1a151f";
export const GOLD = "#e9b44c";
export const BLOOD = "#d7373f";
export const SILVER = "#d5dae6";

const DAY: Record<Cut, Palette> = {
  dots: { body: "#c8387a", deep: "#5f1239", light: "#f7a9cb" },
  waves: { body: "#2b6cb5", deep: "#0f3159", light: "#9ccbf4" },
  leaves: { body: "#3d8748", deep: "#143b1e", light: "#b2dda6" },
  rays: { body: "#bf5f2a", deep: "#59230a", light: "#f7c59b" },
  scales: { body: "#1a8a87", deep: "#083d3d", light: "#8fdcd4" },
  knots: { body: "#6f4bb4", deep: "#2f1b5e", light: "#cbb5f5" },
};

const NIGHT: Record<Cut, Palette> = {
  dots: { body: "#4b1530", deep: "#1d0712", light: "#ff7fb4" },
  waves: { body: "#112c4d", deep: "#06101e", light: "#6bb6ff" },
  leaves: { body: "#14351c", deep: "#06140a", light: "#7fd77f" },
  rays: { body: "#4a200c", deep: "#1c0b04", light: "#ffa45f" },
  scales: { body: "#08393a", deep: "#021617", light: "#4fe0d2" },
  knots: { body: "#2b1a52", deep: "#100821", light: "#b18bff" },
};

export const TRIBES: readonly Tribe[] = [false, true].flatMap((night) =>
  CUTS.map((cut) => ({
    name: night ? (`night-${cut}` as const) : cut,
    cut,
    night,
    palette: (night ? NIGHT : DAY)[cut],
  })),
);

export function tribe(name: string): Tribe {
  return TRIBES.find((each) => each.name === name) ?? TRIBES[0]!;
}
