// The second skin: playing cards. A number card stands for a flower, a face card for the skull.
import { EMBLEMS, ORNAMENTS } from "./ornaments";
import { circle, group, path } from "./pen";
import type { Piece } from "./pieces";
import { SKULLS } from "./skulls";
import { BLOOD, BONE, GOLD, INK, type Tribe } from "./tribes";

const CARD =
  "M44 4H156a10 10 0 0 1 10 10V186a10 10 0 0 1-10 10H44a10 10 0 0 1-10-10V14A10 10 0 0 1 44 4Z";
const PAPER = "#fbf5e6";

function sheet(fill: string): string {
  return path(CARD, { fill, stroke: INK, "stroke-width": 4 });
}

/** A suit's sign, the tribe's emblem, where a pip would be. */
function pip(tribe: Tribe, x: number, y: number, size: number, colour: string): string {
  return group(EMBLEMS[tribe.cut](colour), {
    transform: `translate(${x - 100 * size} ${y - 100 * size}) scale(${size})`,
  });
}

function twice(drawing: string): string {
  return drawing + group(drawing, { transform: "rotate(180 100 100)" });
}

function pips(tribe: Tribe): string {
  const { body } = tribe.palette;
  const seven = [
    [76, 50],
    [124, 50],
    [76, 100],
    [124, 100],
    [100, 75],
    [76, 150],
    [124, 150],
  ];
  const corner =
    path("M43 18H59L51 40", {
      fill: "none",
      stroke: body,
      "stroke-width": 5,
      "stroke-linejoin": "round",
    }) + pip(tribe, 51, 54, 0.34, body);
  return (
    sheet(PAPER) + twice(corner) + seven.map(([x, y]) => pip(tribe, x!, y!, 0.92, body)).join("")
  );
}

function court(tribe: Tribe): string {
  const { body, deep, light } = tribe.palette;
  const corner =
    path("M44 16V42M59 16L45 29L60 42", {
      fill: "none",
      stroke: BLOOD,
      "stroke-width": 5,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    }) + pip(tribe, 52, 58, 0.36, BLOOD);
  const bust =
    path("M66 100C66 84 82 78 100 78C118 78 134 84 134 100Z", {
      fill: body,
      stroke: INK,
      "stroke-width": 3,
    }) +
    path("M100 79V100M84 82V100M116 82V100", { stroke: light, "stroke-width": 4 }) +
    group(SKULLS[tribe.cut](tribe.palette), { transform: "translate(56 18) scale(.44)" }) +
    path("M74 36L70 16L84 26L100 10L116 26L130 16L126 36Z", {
      fill: GOLD,
      stroke: INK,
      "stroke-width": 3,
      "stroke-linejoin": "round",
    });
  return (
    sheet(PAPER) +
    path("M66 10H134V190H66Z", { fill: deep, opacity: 0.12 }) +
    path("M66 10V190M134 10V190", { stroke: body, "stroke-width": 2 }) +
    twice(bust) +
    path("M66 100H134", { stroke: GOLD, "stroke-width": 4 }) +
    twice(corner)
  );
}

function cardBack(tribe: Tribe): string {
  const { body, light } = tribe.palette;
  return (
    sheet(PAPER) +
    path("M48 12H152a6 6 0 0 1 6 6V182a6 6 0 0 1-6 6H48a6 6 0 0 1-6-6V18A6 6 0 0 1 48 12Z", {
      fill: body,
    }) +
    group(ORNAMENTS[tribe.cut](tribe.palette), { transform: "translate(32 32) scale(.68)" }) +
    circle(100, 100, 17, { fill: BONE }) +
    pip(tribe, 100, 100, 0.7, body) +
    [
      [62, 32],
      [138, 32],
      [62, 168],
      [138, 168],
    ]
      .map(([x, y]) => pip(tribe, x!, y!, 0.6, light))
      .join("")
  );
}

export const CARDS: Partial<Record<Piece, (tribe: Tribe) => string>> = {
  back: cardBack,
  flower: pips,
  skull: court,
};
