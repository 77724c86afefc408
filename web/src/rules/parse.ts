// The rules as they are written, in parts that a page can show: no markup of theirs reaches it.
export interface Run {
  kind: "text" | "bold" | "italic" | "code" | "rule";
  text: string;
}

export interface Rule {
  /** `R19`; null for a paragraph without a number. */
  number: string | null;
  runs: Run[];
  /** What a search looks at. */
  plain: string;
}

export interface Section {
  title: string;
  rules: Rule[];
}

const INLINE = /\*\*(?<bold>.+?)\*\*|\*(?<italic>.+?)\*|`(?<code>.+?)`|\b(?<rule>R\d+)\b/g;

export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  const add = (kind: Run["kind"], part: string) => void (part && runs.push({ kind, text: part }));
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    add("text", text.slice(end, match.index));
    const [kind, part] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    add(kind as Run["kind"], part);
    end = match.index + match[0].length;
  }
  add("text", text.slice(end));
  return runs;
}

export function ruleOf(number: string | null, text: string): Rule {
  const runs = runsOf(text);
  const plain = [number, ...runs.map((run) => run.text)].filter((part) => part !== null).join("");
  return { number, runs, plain: number ? plain.replace(number, `${number} `) : plain };
}

/** Headings, numbered points and paragraphs; the part before the first heading has no title. */
export function parse(markdown: string): Section[] {
  const sections: Section[] = [{ title: "", rules: [] }];
  let paragraph: string[] = [];
  const close = () => {
    if (paragraph.length > 0) sections.at(-1)!.rules.push(ruleOf(null, paragraph.join(" ")));
    paragraph = [];
  };
  for (const line of markdown.split("\n")) {
    const point = /^- \*\*(R\d+)\*\* (.*)$/.exec(line);
    if (!/^\S/.test(line) || line.startsWith("#") || point) close();
    if (line.startsWith("## ")) sections.push({ title: line.slice(3), rules: [] });
    else if (point) sections.at(-1)!.rules.push(ruleOf(point[1]!, point[2]!));
    else if (/^[^#\s]/.test(line)) paragraph.push(line);
  }
  close();
  return sections;
}

/** Without accents and capitals. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

/** Whether every word that is looked for is in the text. */
export function matches(text: string, search: string): boolean {
  const within = folded(text);
  return folded(search)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The text cut where one of the words is, so that every second part is to be marked. */
export function cut(text: string, search: string): string[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  // Folding may change lengths; then nothing is marked, which does no harm.
  const plain = folded(text);
  if (words.length === 0 || plain.length !== text.length) return [text];
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const parts: string[] = [];
  let end = 0;
  for (const match of plain.matchAll(new RegExp(escaped.join("|"), "g"))) {
    parts.push(
      text.slice(end, match.index),
      text.slice(match.index, match.index + match[0].length),
    );
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
