// Keys in play. Each does what a tap on a button does, so what cannot be tapped has no key.

/** What can be chosen, in rows: mats, discs, numbers, and whatever else the dock offers. */
const ROWS = [
  ".seat .tap:not(.react)",
  ".dock button.disc",
  ".dock .chip",
  ".dock .pass, .dock .act, .dock .row button",
];

export function choosable(root: ParentNode = document): HTMLElement[][] {
  return ROWS.map((row) => [...root.querySelectorAll<HTMLElement>(row)]).filter(
    ({ length }) => length > 0,
  );
}

/** Where an arrow leads from what has the focus: sideways along its row, up and down to another. */
export function stepFrom<One>(rows: readonly (readonly One[])[], at: One, key: string): One | null {
  const row = rows.findIndex((each) => each.includes(at));
  if (row < 0) return rows[0]?.[0] ?? null;
  const around = <Some>(list: readonly Some[], index: number) =>
    list[(index + list.length) % list.length]!;
  if (key === "ArrowDown") return around(rows, row + 1)[0] ?? null;
  if (key === "ArrowUp") return around(rows, row - 1)[0] ?? null;
  const index = rows[row]!.indexOf(at);
  return around(rows[row]!, index + (key === "ArrowRight" ? 1 : -1));
}

export interface Typed {
  /** The digits so far, while more may follow. */
  digits: string;
  /** The number that they are, if it may be bid. */
  number: number | null;
}

/** The number after one more digit: none of several digits is cut short, and a wrong start is forgotten. */
export function typed(before: string, digit: string, numbers: readonly number[]): Typed {
  for (const digits of [before + digit, digit]) {
    const number = numbers.find((each) => String(each) === digits) ?? null;
    const isStart = numbers.some((each) => each >= 10 && String(each).startsWith(digits));
    const isOpen = isStart && digits.length === 1;
    if (number !== null || isOpen) return { digits: isOpen ? digits : "", number };
  }
  return { digits: "", number: null };
}
