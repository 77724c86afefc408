// The strokes that all drawings are made of: every picture is 200 by 200, its middle at 100, 100.

export type Paint = Record<string, string | number>;

const MIDDLE = 100;

function short(number: number): string {
  return String(Math.round(number * 10) / 10);
}

function attributes(paint: Paint): string {
  return Object.entries(paint)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? short(value) : value}"`)
    .join("");
}

export function circle(x: number, y: number, r: number, paint: Paint): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}"${attributes(paint)}/>`;
}

export function path(d: string, paint: Paint): string {
  return `<path d="${d}"${attributes(paint)}/>`;
}

export function group(content: string, paint: Paint): string {
  return `<g${attributes(paint)}>${content}</g>`;
}

/** A point at a distance from the middle; turns are counted clockwise from the top, in whole circles. */
export function polar(distance: number, turn: number): readonly [number, number] {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return [MIDDLE + distance * Math.cos(angle), MIDDLE + distance * Math.sin(angle)];
}

/** The same thing several times around the middle; `drawing` stands at the top. */
export function around(count: number, drawing: string, offset = 0): string {
  return Array.from({ length: count }, (_, index) =>
    group(drawing, { transform: `rotate(${short(((index + offset) * 360) / count)} 100 100)` }),
  ).join("");
}

/** A curve through points that a function gives for t from `from` to `to`. */
export function curve(
  at: (t: number) => readonly [number, number],
  from: number,
  to: number,
  steps: number,
  closed = true,
): string {
  const points = Array.from({ length: steps + 1 }, (_, index) =>
    at(from + ((to - from) * index) / steps),
  );
  if (closed) points.pop();
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** A closed line around the middle whose distance is a function of the turn. */
export function outline(distance: (turn: number) => number, steps = 144): string {
  return curve((turn) => polar(distance(turn), turn), 0, 1, steps);
}

/** A petal that points up, from one distance to another; `belly` says where it is widest, 0 to 1. */
export function petal(inner: number, outer: number, width: number, belly = 0.6, sharp = 0): string {
  const base = MIDDLE - inner;
  const tip = MIDDLE - outer;
  const wide = base - (outer - inner) * belly;
  const shoulder = tip + (wide - tip) * sharp;
  const half = width / 2;
  const pull = half * (1 - sharp) * 0.75;
  return (
    `M100 ${short(base)}C${short(100 + half * 0.7)} ${short(base)} ${short(100 + half)} ${short((base + wide) / 2)} ${short(100 + half)} ${short(wide)}` +
    `C${short(100 + half)} ${short((wide + shoulder) / 2 - (wide - tip) * 0.25)} ${short(100 + pull)} ${short(tip)} 100 ${short(tip)}` +
    `C${short(100 - pull)} ${short(tip)} ${short(100 - half)} ${short((wide + shoulder) / 2 - (wide - tip) * 0.25)} ${short(100 - half)} ${short(wide)}` +
    `C${short(100 - half)} ${short((base + wide) / 2)} ${short(100 - half * 0.7)} ${short(base)} 100 ${short(base)}Z`
  );
}

/** A cubic step of the right half of a face: two handles and the end, x counted from the axis. */
export type Step = readonly [number, number, number, number, number, number];

/** A closed shape, the same on both sides of the middle, from the steps of its right half. */
export function mirrored(top: number, steps: readonly Step[]): string {
  let d = `M100 ${top}`;
  for (const [ax, ay, bx, by, x, y] of steps)
    d += `C${short(100 + ax)} ${ay} ${short(100 + bx)} ${by} ${short(100 + x)} ${y}`;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const [ax, ay, bx, by] = steps[index]!;
    const before = steps[index - 1];
    d += `C${short(100 - bx)} ${by} ${short(100 - ax)} ${ay} ${short(100 - (before?.[4] ?? 0))} ${before?.[5] ?? top}`;
  }
  return `${d}Z`;
}

/** A drawing and its mirror image. */
export function both(drawing: string): string {
  return drawing + group(drawing, { transform: "matrix(-1 0 0 1 200 0)" });
}

/** The two strands of a rosette, woven: at each second crossing a strand lies over the other. */
export function woven(
  loops: number,
  middle: number,
  swing: number,
  width: number,
  ink: string,
  ribbon: string,
): string {
  const at = (t: number) => polar(middle + swing * Math.cos((loops * t * 2 * Math.PI) / 2), t);
  const line = (d: string, closed: boolean) =>
    path(d, { fill: "none", stroke: ink, "stroke-width": width + 6, "stroke-linejoin": "round" }) +
    path(d, {
      fill: "none",
      stroke: ribbon,
      "stroke-width": width,
      "stroke-linejoin": "round",
      "stroke-linecap": closed ? "butt" : "round",
    });
  let drawing = line(curve(at, 0, 2, loops * 32), true);
  for (let crossing = 0; crossing < 2 * loops; crossing += 2) {
    const t = (2 * crossing + 1) / (2 * loops);
    drawing += line(curve(at, t - 0.22 / loops, t + 0.22 / loops, 10, false), false);
  }
  return drawing;
}
