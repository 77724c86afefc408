// What is inlaid in the back of a disc: six ornaments, each a ring between two distances.
import { around, circle, outline, path, petal, polar, woven } from "./pen";
import type { Cut, Palette } from "./tribes";

type Ornament = (palette: Palette) => string;

function ringOfDots(count: number, distance: number, r: number, fill: string, offset = 0): string {
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = polar(distance, (index + offset) / count);
    return circle(x, y, r, { fill });
  }).join("");
}

const dots: Ornament = ({ light, deep }) =>
  ringOfDots(18, 73, 6, light) +
  ringOfDots(12, 55, 8.5, light, 0.5) +
  ringOfDots(12, 55, 3.6, deep, 0.5) +
  ringOfDots(9, 37, 5, light);

const waves: Ornament = ({ light }) =>
  [36, 49, 62, 75]
    .map((distance) =>
      path(
        outline((turn) => distance + 4.6 * Math.sin(turn * 2 * Math.PI * 10), 200),
        { fill: "none", stroke: light, "stroke-width": 6, "stroke-linejoin": "round" },
      ),
    )
    .join("");

const leaves: Ornament = ({ light, deep }) =>
  around(8, path(petal(52, 81, 15, 0.45, 0.5), { fill: light }), 0.5) +
  around(
    8,
    path(petal(30, 80, 22, 0.45, 0.5), { fill: light }) +
      path("M100 66V30M100 58l6-7M100 58l-6-7M100 46l5-6M100 46l-5-6", {
        fill: "none",
        stroke: deep,
        "stroke-width": 3,
        "stroke-linecap": "round",
      }),
  );

const rays: Ornament = ({ light }) =>
  around(12, path("M100 19L107 66H93Z", { fill: light })) +
  around(12, path("M100 19L103.4 52H96.6Z", { fill: light }), 0.5) +
  path(
    outline(() => 31),
    { fill: "none", stroke: light, "stroke-width": 4 },
  );

const scales: Ornament = ({ light, body, deep }) =>
  [
    { distance: 70, count: 14, r: 17.5 },
    { distance: 54, count: 11, r: 17 },
    { distance: 39, count: 8, r: 16.5 },
  ]
    .map(({ distance, count, r }, row) =>
      Array.from({ length: count }, (_, index) => {
        const [x, y] = polar(distance, (index + row / 2) / count);
        return (
          circle(x, y, r, { fill: row % 2 ? deep : body, stroke: light, "stroke-width": 4 }) +
          circle(x, y, 4.5, { fill: light })
        );
      }).join(""),
    )
    .join("");

const knots: Ornament = ({ light, body }) => woven(9, 56, 19, 7, body, light);

export const ORNAMENTS: Record<Cut, Ornament> = { dots, waves, leaves, rays, scales, knots };

/** The ornament's one sign, for the middle of a disc, a badge, a list of tribes. */
export const EMBLEMS: Record<Cut, (colour: string) => string> = {
  dots: (colour) => ringOfDots(6, 12.5, 4.6, colour) + circle(100, 100, 4.6, { fill: colour }),
  waves: (colour) =>
    [-9, 0, 9]
      .map((y) =>
        path(`M84 ${100 + y}q4-6 8 0t8 0t8 0t8 0`, {
          fill: "none",
          stroke: colour,
          "stroke-width": 4.2,
          "stroke-linecap": "round",
        }),
      )
      .join(""),
  leaves: (colour) =>
    around(3, path(petal(2, 19, 14, 0.45, 0.5), { fill: colour }), 0) +
    path("M100 101v17", { stroke: colour, "stroke-width": 4, "stroke-linecap": "round" }),
  rays: (colour) =>
    around(8, path("M100 80L104 94H96Z", { fill: colour })) +
    circle(100, 100, 5.5, { fill: colour }),
  scales: (colour) =>
    [
      [93, 86],
      [107, 86],
      [86, 98],
      [100, 98],
      [114, 98],
      [93, 110],
      [107, 110],
    ]
      .map(([x, y]) => path(`M${x! - 6} ${y! - 4}h12v3a6 6 0 0 1-12 0Z`, { fill: colour }))
      .join(""),
  knots: (colour) =>
    path("M100 87c10-12 22 2 9 13c13 11 1 25-9 13c-10 12-22-2-9-13c-13-11-1-25 9-13Z", {
      fill: "none",
      stroke: colour,
      "stroke-width": 4.4,
      "stroke-linejoin": "round",
    }) + circle(100, 100, 3.4, { fill: colour }),
};
