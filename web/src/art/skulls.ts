// Six skulls: bone on whatever lies below, their holes cut in ink, each in the cut of its tribe.
import { around, both, circle, group, mirrored, path, petal, type Step } from "./pen";
import { BLOOD, BONE, INK, type Cut, type Palette } from "./tribes";

type Skull = (palette: Palette) => string;

interface Head {
  top: number;
  right: readonly Step[];
}

const HOLE = { fill: INK } as const;
const ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round", fill: "none" } as const;

function bone({ top, right }: Head): string {
  return path(mirrored(top, right), {
    fill: BONE,
    stroke: INK,
    "stroke-width": 4,
    "stroke-linejoin": "round",
  });
}

/** Upright gaps between teeth, and the line where they meet. */
function teeth(count: number, y: number, width: number, height: number): string {
  const gap = width / count;
  const bars = Array.from({ length: count + 1 }, (_, index) => {
    const x = 100 - width / 2 + index * gap;
    return `M${x.toFixed(1)} ${y - height / 2}v${height}`;
  }).join("");
  return path(`${bars}M${100 - width / 2 - 3} ${y}h${width + 6}`, {
    ...ROUND,
    stroke: INK,
    "stroke-width": 3.6,
  });
}

const ROUND_HEAD: Head = {
  top: 30,
  right: [
    [38, 30, 60, 54, 60, 86],
    [60, 104, 54, 112, 50, 122],
    [48, 128, 40, 130, 36, 134],
    [34, 146, 35, 156, 30, 164],
    [22, 170, 10, 171, 0, 171],
  ],
};

const dots: Skull = ({ body, light }) =>
  bone(ROUND_HEAD) +
  both(
    circle(124, 96, 19, HOLE) +
      circle(124, 96, 6, { fill: BLOOD }) +
      [0, 60, 120, 180, 240, 300]
        .map((degrees) => {
          const angle = (degrees * Math.PI) / 180;
          return circle(124 + 25 * Math.cos(angle), 96 + 25 * Math.sin(angle), 3.2, { fill: body });
        })
        .join("") +
      circle(106, 121, 4.6, HOLE) +
      circle(143, 128, 3.4, { fill: body }),
  ) +
  group(around(8, circle(100, 84, 4.2, { fill: body })) + circle(100, 100, 7, { fill: body }), {
    transform: "translate(0 -44)",
  }) +
  circle(100, 56, 3, { fill: light }) +
  teeth(6, 149, 48, 18);

const waves: Skull = ({ body }) =>
  bone({
    top: 34,
    right: [
      [8, 24, 18, 26, 22, 34],
      [32, 28, 42, 34, 43, 44],
      [54, 44, 60, 54, 57, 64],
      [66, 74, 64, 90, 57, 98],
      [62, 110, 54, 122, 44, 124],
      [38, 132, 42, 150, 36, 160],
      [28, 156, 26, 170, 18, 166],
      [12, 160, 8, 172, 0, 170],
    ],
  }) +
  both(
    path("M104 102C112 82 134 78 150 88C150 104 134 114 120 112C112 111 107 108 104 102Z", HOLE) +
      circle(129, 97, 6, { fill: BLOOD }) +
      path("M112 74q7-9 14 0t14 0", { ...ROUND, stroke: body, "stroke-width": 5 }) +
      path("M100 58q6-9 12 0t12 0t10 0", { ...ROUND, stroke: body, "stroke-width": 5 }) +
      path("M124 126q5-6 10 0", { ...ROUND, stroke: body, "stroke-width": 4.4 }),
  ) +
  path("M100 108C92 118 90 126 95 129Q100 126 105 129C110 126 108 118 100 108Z", HOLE) +
  path("M68 148q8-8 16 0t16 0t16 0t16 0M84 139v16M100 140v16M116 139v16", {
    ...ROUND,
    stroke: INK,
    "stroke-width": 3.6,
  });

const leaves: Skull = ({ body, deep }) =>
  bone({
    top: 20,
    right: [
      [8, 34, 56, 44, 60, 82],
      [61, 98, 58, 108, 48, 120],
      [40, 126, 36, 132, 34, 140],
      [32, 154, 16, 166, 0, 178],
    ],
  }) +
  both(
    path("M104 106C106 84 124 74 152 78C150 100 132 114 104 106Z", HOLE) +
      circle(126, 94, 6, { fill: BLOOD }) +
      path("M122 124C132 116 142 116 148 120C142 130 132 132 122 124Z", { fill: body }) +
      path("M104 62C110 48 122 46 132 52C128 66 116 70 104 62Z", { fill: body }),
  ) +
  path(petal(34, 64, 14, 0.45, 0.5), { fill: body }) +
  path("M100 70V44", { ...ROUND, stroke: deep, "stroke-width": 3 }) +
  path("M100 104C93 114 91 122 94 130Q100 124 106 130C109 122 107 114 100 104Z", HOLE) +
  teeth(5, 148, 42, 18);

const rays: Skull = ({ body, light }) =>
  group(around(14, path("M100 16L109 60H91Z", { fill: body, stroke: INK, "stroke-width": 3 })), {
    transform: "translate(0 -4)",
  }) +
  path("M78 34H122L152 60V100L144 122L132 130V160L118 172H82L68 160V130L56 122L48 100V60Z", {
    fill: BONE,
    stroke: INK,
    "stroke-width": 4,
    "stroke-linejoin": "round",
  }) +
  both(
    path("M126 76L148 96L126 116L104 96Z", HOLE) +
      path("M126 88L134 96L126 104L118 96Z", { fill: BLOOD }) +
      path("M108 66L140 58L142 66L112 72Z", { fill: body }) +
      path("M132 124l10-4l-2 9z", { fill: body }),
  ) +
  path("M100 40L106 56L100 68L94 56Z", { fill: body }) +
  path("M100 50L102 56L100 61L98 56Z", { fill: light }) +
  path("M100 108L110 130H90Z", HOLE) +
  path(
    "M70 150H130M76 140L82 150L76 160M92 140L86 150L92 160M100 139V161M108 140L114 150L108 160M124 140L118 150L124 160",
    {
      ...ROUND,
      stroke: INK,
      "stroke-width": 3.6,
    },
  );

const scales: Skull = ({ body }) => {
  const scale = (x: number, y: number) =>
    path(`M${x - 10} ${y}a10 10 0 0 0 20 0Z`, { fill: body, stroke: BONE, "stroke-width": 2.6 });
  return (
    bone({
      top: 36,
      right: [
        [34, 30, 66, 46, 66, 80],
        [66, 96, 64, 106, 56, 112],
        [60, 122, 50, 132, 40, 132],
        [40, 142, 42, 152, 34, 160],
        [30, 170, 18, 170, 14, 164],
        [10, 172, 4, 172, 0, 166],
      ],
    }) +
    scale(80, 46) +
    scale(100, 46) +
    scale(120, 46) +
    scale(90, 57) +
    scale(110, 57) +
    scale(100, 68) +
    both(
      path("M104 90H152C152 108 142 116 128 116C114 116 104 108 104 90Z", HOLE) +
        circle(127, 99, 6, { fill: BLOOD }) +
        path("M104 82Q128 68 154 84", { ...ROUND, stroke: body, "stroke-width": 5.4 }) +
        circle(148, 124, 4, { fill: body }),
    ) +
    path("M90 128a10 12 0 0 1 20 0q-5 4-10 0q-5 4-10 0Z", HOLE) +
    path("M68 145H132M68 145a8 9 0 0 0 16 0a8 9 0 0 0 16 0a8 9 0 0 0 16 0a8 9 0 0 0 16 0", {
      ...ROUND,
      stroke: INK,
      "stroke-width": 3.6,
    })
  );
};

const knots: Skull = ({ body }) =>
  bone({
    top: 38,
    right: [
      [8, 24, 40, 22, 46, 42],
      [68, 44, 74, 70, 58, 84],
      [72, 98, 62, 124, 42, 124],
      [36, 130, 44, 142, 38, 152],
      [34, 164, 22, 168, 12, 164],
      [8, 168, 4, 170, 0, 170],
    ],
  }) +
  both(
    circle(125, 97, 20, HOLE) +
      path("M125 97m-7 2a7 7 0 1 1 8 6a12 12 0 0 1-12-12a13 13 0 0 1 13-10", {
        ...ROUND,
        stroke: BLOOD,
        "stroke-width": 3.8,
      }) +
      path("M132 130c8-10 18 0 8 4", { ...ROUND, stroke: body, "stroke-width": 4 }),
  ) +
  path(
    "M100 48c14-14 28 4 12 14c-8 6-16 6-24 0c-16-10-2-28 12-14Zm0 24c-8-6-8-12 0-20c8 8 8 14 0 20Z",
    {
      ...ROUND,
      stroke: body,
      "stroke-width": 4.6,
    },
  ) +
  path("M100 130c-12 0-10-10-4-12c3-1 4-6 4-10c0 4 1 9 4 10c6 2 8 12-4 12Z", HOLE) +
  teeth(6, 148, 50, 18);

export const SKULLS: Record<Cut, Skull> = { dots, waves, leaves, rays, scales, knots };
