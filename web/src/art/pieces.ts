// The pieces of a tribe: a disc with its back and two faces, a mat with its two sides.
import type { Disc } from "../wire/messages";
import { CARDS } from "./cards";
import { EMBLEMS, ORNAMENTS } from "./ornaments";
import { FLOWERS } from "./flowers";
import { around, circle, group, outline, path, petal, polar } from "./pen";
import { SKULLS } from "./skulls";
import { BLOOD, BONE, GOLD, INK, SILVER, type Cut, type Tribe } from "./tribes";

export type Piece = "back" | "flower" | "skull" | "mat-skull" | "mat-flower" | "emblem";

export function faceOf(disc: Disc): Piece {
  return disc === "S" ? "skull" : "flower";
}

/** The mark of the second box, where nothing else lies: a moon on the rim of every piece. */
function moon(x: number, y: number, r: number): string {
  return path(
    `M${x} ${y - r}a${r} ${r} 0 1 0 ${r} ${r}a${r * 0.78} ${r * 0.78} 0 0 1 ${-r} ${-r}Z`,
    {
      fill: SILVER,
      stroke: INK,
      "stroke-width": 2,
    },
  );
}

function gloss(): string {
  return (
    circle(100, 100, 97, { fill: "url(#art-gloss)" }) +
    path("M30 70A78 78 0 0 1 100 19A78 78 0 0 0 42 78Z", { fill: "#fff", opacity: 0.16 })
  );
}

function rim(tribe: Tribe, face: string): string {
  const { deep, body } = tribe.palette;
  return (
    circle(100, 100, 98, { fill: INK }) +
    circle(100, 100, 96, { fill: deep }) +
    circle(100, 100, 92, { fill: tribe.night ? SILVER : body }) +
    circle(100, 100, 89, { fill: face })
  );
}

function back(tribe: Tribe): string {
  const { body, deep, light } = tribe.palette;
  return (
    rim(tribe, body) +
    circle(100, 100, 86, { fill: "none", stroke: deep, "stroke-width": 3 }) +
    ORNAMENTS[tribe.cut](tribe.palette) +
    circle(100, 100, 25, { fill: deep, stroke: light, "stroke-width": 4 }) +
    (tribe.night ? moon(97, 102, 13) : EMBLEMS[tribe.cut](BONE)) +
    gloss()
  );
}

function flower(tribe: Tribe): string {
  return (
    rim(tribe, tribe.night ? "#e3e3ee" : BONE) +
    circle(100, 100, 84, {
      fill: "none",
      stroke: tribe.palette.body,
      "stroke-width": 2,
      opacity: 0.5,
    }) +
    FLOWERS[tribe.cut](tribe.palette) +
    (tribe.night ? moon(100, 100, 9) : "") +
    gloss()
  );
}

function skull(tribe: Tribe): string {
  return (
    circle(100, 100, 98, { fill: INK }) +
    circle(100, 100, 95, { fill: tribe.night ? SILVER : tribe.palette.body }) +
    circle(100, 100, 90, { fill: INK }) +
    circle(100, 100, 85, { fill: "none", stroke: BLOOD, "stroke-width": 4 }) +
    group(SKULLS[tribe.cut](tribe.palette), { transform: "translate(4 3) scale(.96)" }) +
    (tribe.night ? moon(156, 42, 12) : "") +
    gloss()
  );
}

/** The edge of a mat; even its shadow tells the tribe. */
const EDGES: Record<Cut, (turn: number) => number> = {
  dots: (turn) => 86 + 10 * Math.abs(Math.sin(turn * Math.PI * 12)),
  waves: (turn) => 91 + 6 * Math.sin(turn * 2 * Math.PI * 8),
  leaves: (turn) => 97 - 15 * Math.abs(Math.sin(turn * Math.PI * 8)),
  rays: (turn) => 84 + 13 * Math.abs(1 - ((turn * 36) % 2)),
  scales: (turn) => {
    const sixth = ((turn + 1 / 12) % (1 / 6)) - 1 / 12;
    return Math.min(96, 86 / Math.cos(sixth * 2 * Math.PI));
  },
  knots: (turn) => 78 + 18 * Math.abs(Math.sin(turn * Math.PI * 4)) ** 0.6,
};

function edge(cut: Cut, shrink: number): string {
  return outline((turn) => EDGES[cut](turn) * shrink, 288);
}

function border(cut: Cut, colour: string): string {
  const unit = group(EMBLEMS[cut](colour), { transform: "translate(61 -19) scale(.39)" });
  return around(12, unit, 0.5);
}

function matSkull(tribe: Tribe): string {
  const { body, deep, light } = tribe.palette;
  return (
    path(edge(tribe.cut, 1), { fill: INK }) +
    path(edge(tribe.cut, 0.975), { fill: tribe.night ? light : body }) +
    path(edge(tribe.cut, 0.935), { fill: deep }) +
    border(tribe.cut, tribe.night ? light : body) +
    circle(100, 100, 63, { fill: "none", stroke: tribe.night ? light : body, "stroke-width": 3 }) +
    group(SKULLS[tribe.cut]({ body: deep, deep, light: deep }), {
      transform: "translate(39 40) scale(.61)",
      opacity: 0.82,
    }) +
    (tribe.night ? moon(100, 24, 9) : "")
  );
}

function matFlower(tribe: Tribe): string {
  const { body, deep, light } = tribe.palette;
  return (
    path(edge(tribe.cut, 1), { fill: INK }) +
    path(edge(tribe.cut, 0.975), { fill: GOLD }) +
    path(edge(tribe.cut, 0.925), { fill: tribe.night ? "#dfe0ee" : "#fbf3e0" }) +
    around(
      24,
      path(petal(58, 82, 13, 0.55, 0.3), {
        fill: tribe.night ? body : light,
        stroke: deep,
        "stroke-width": 2,
      }),
    ) +
    group(FLOWERS[tribe.cut](tribe.palette), { transform: "translate(15 15) scale(.85)" }) +
    Array.from({ length: 12 }, (_, index) => {
      const [x, y] = polar(79, (index + 0.25) / 12);
      return circle(x, y, 3, { fill: GOLD, stroke: INK, "stroke-width": 1.5 });
    }).join("") +
    (tribe.night ? moon(100, 24, 9) : "")
  );
}

function emblem(tribe: Tribe): string {
  const { body, light, deep } = tribe.palette;
  return (
    circle(100, 100, 98, {
      fill: tribe.night ? deep : body,
      stroke: tribe.night ? light : deep,
      "stroke-width": 4,
    }) +
    group(EMBLEMS[tribe.cut](tribe.night ? light : "#fff"), {
      transform: "translate(-260 -260) scale(3.6)",
    }) +
    (tribe.night ? moon(158, 42, 24) : "")
  );
}

const DRAWINGS: Record<Piece, (tribe: Tribe) => string> = {
  back,
  flower,
  skull,
  "mat-skull": matSkull,
  "mat-flower": matFlower,
  emblem,
};

export const PIECES = Object.keys(DRAWINGS) as Piece[];

/** What the pieces are made of: lacquered discs, or the playing cards of those without a box. */
export type Skin = "discs" | "cards";

export function drawing(tribe: Tribe, piece: Piece, skin: Skin = "discs"): string {
  return ((skin === "cards" && CARDS[piece]) || DRAWINGS[piece])(tribe);
}

/** What drawings refer to; once in a page. */
export const DEFINITIONS =
  '<radialGradient id="art-gloss" cx=".36" cy=".26" r=".86">' +
  '<stop offset="0" stop-color="#fff" stop-opacity=".3"/>' +
  '<stop offset=".42" stop-color="#fff" stop-opacity="0"/>' +
  '<stop offset="1" stop-color="#000" stop-opacity=".34"/></radialGradient>';
