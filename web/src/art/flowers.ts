// Six flowers, each with the cut of its tribe, filling a circle of 78.
import { around, circle, group, outline, path, petal, polar, woven } from "./pen";
import { GOLD, INK, type Cut, type Palette } from "./tribes";

type Flower = (palette: Palette) => string;

const LINE = { stroke: INK, "stroke-width": 4, "stroke-linejoin": "round" } as const;

function heart(r: number, seeds: number): string {
  return (
    circle(100, 100, r, { fill: GOLD, ...LINE }) +
    Array.from({ length: seeds }, (_, index) => {
      const [x, y] = polar(r * 0.55, index / seeds);
      return circle(x, y, r * 0.14, { fill: INK });
    }).join("") +
    circle(100, 100, r * 0.16, { fill: INK })
  );
}

/** Round petals, a bead in each. */
const dots: Flower = ({ body, light, deep }) =>
  around(
    8,
    circle(100, 45, 22, { fill: body, ...LINE }) +
      circle(100, 40, 7, { fill: light }) +
      circle(100, 40, 2.6, { fill: deep }),
  ) +
  around(
    8,
    circle(100, 70, 14, { fill: light, ...LINE }) + circle(100, 67, 4, { fill: body }),
    0.5,
  ) +
  heart(17, 6);

/** Five wide petals with a wavy hem. */
const waves: Flower = ({ body, light }) => {
  const hem =
    "M100 96C74 82 56 54 60 38q6-12 14-5q5-12 14-8q6-9 12-2q6-7 12 2q9-4 14 8q8-7 14 5C144 54 126 82 100 96Z";
  return (
    around(5, path(hem, { fill: body, ...LINE })) +
    around(
      5,
      path("M84 62q6-8 11 0t11 0t10 0M88 50q5-7 9 0t8 0t8 0", {
        fill: "none",
        stroke: light,
        "stroke-width": 4.4,
        "stroke-linecap": "round",
      }),
    ) +
    heart(16, 7)
  );
};

/** Pointed petals, each with the rib of a leaf. */
const leaves: Flower = ({ body, light, deep }) =>
  around(8, path(petal(8, 79, 36, 0.5, 0.55), { fill: body, ...LINE }), 0.5) +
  around(
    8,
    path(petal(8, 70, 30, 0.5, 0.55), { fill: light, ...LINE }) +
      path("M100 78V46M100 66l7-8M100 66l-7-8", {
        fill: "none",
        stroke: deep,
        "stroke-width": 3.2,
        "stroke-linecap": "round",
      }),
  ) +
  heart(15, 8);

/** Two wreaths of narrow blades, a big heart. */
const rays: Flower = ({ body, light }) =>
  around(16, path("M100 20L110 48L105 92H95L90 48Z", { fill: body, ...LINE })) +
  around(16, path("M100 40L107 60L103 92H97L93 60Z", { fill: light, ...LINE }), 0.5) +
  heart(24, 10);

/** A rose laid in rows, like tiles of a roof. */
const scales: Flower = ({ body, light, deep }) => {
  const row = (count: number, distance: number, r: number, fill: string, offset: number) =>
    around(count, circle(100, 100 - distance, r, { fill, ...LINE }), offset);
  return (
    row(9, 54, 25, deep, 0) +
    row(9, 43, 23, body, 0.5) +
    row(7, 30, 20, light, 0) +
    row(5, 18, 16, body, 0.5) +
    circle(100, 100, 17, { fill: light, ...LINE }) +
    path("M100 100m-8 2a8 8 0 1 1 9 7a12 12 0 0 1-12-13", {
      fill: "none",
      ...LINE,
      "stroke-linecap": "round",
    })
  );
};

/** One ribbon that comes home after five loops. */
const knots: Flower = ({ body, light, deep }) =>
  around(5, path(petal(30, 79, 30, 0.55, 0.4), { fill: deep, ...LINE }), 0.5) +
  woven(5, 48, 27, 13, INK, body) +
  group(around(5, circle(100, 34, 5, { fill: light })), {}) +
  path(
    outline(() => 15),
    { fill: GOLD, ...LINE },
  ) +
  circle(100, 100, 5, { fill: INK });

export const FLOWERS: Record<Cut, Flower> = { dots, waves, leaves, rays, scales, knots };
