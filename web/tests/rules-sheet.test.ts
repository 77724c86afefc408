// The rules as a page: nothing of the text is lost, every number leads somewhere.
import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cut, matches, parse, runsOf } from "../src/rules/parse";
import { SECTIONS, summaries, type Summary } from "../src/rules/rules.svelte";
import RulesDialog from "../src/rules/RulesDialog.svelte";
import { preferences } from "../src/ui/preferences.svelte";
import { languages } from "../src/words/languages.svelte";

const TEXT = readFileSync("../src/calavera/rules/rules.md", "utf8");
const numbers = SECTIONS.flatMap(({ rules }) => rules.flatMap(({ number }) => number ?? []));

describe("the text", () => {
  it("keeps every rule, in order, once", () => {
    const written = [...TEXT.matchAll(/^- \*\*(R\d+)\*\*/gm)].map(([, number]) => number);
    expect(numbers).toEqual(written);
    expect(numbers).toHaveLength(42);
  });

  it("keeps every word", () => {
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");
    const shown = parse(TEXT)
      .map(({ title, rules }) => title + rules.map(({ plain }) => plain).join(""))
      .join("");
    expect(letters(shown)).toBe(letters(TEXT.split("\n").slice(1).join("\n")));
  });

  it("has no markup left", () => {
    for (const { rules } of SECTIONS)
      for (const { plain } of rules) expect(plain).not.toMatch(/[*`]|^- /);
  });

  it("leads from number to number", () => {
    for (const { rules } of SECTIONS)
      for (const { runs } of rules)
        for (const { kind, text } of runs) if (kind === "rule") expect(numbers).toContain(text);
    expect(runsOf("a `b` *c* (R10), **d**")).toEqual([
      { kind: "text", text: "a " },
      { kind: "code", text: "b" },
      { kind: "text", text: " " },
      { kind: "italic", text: "c" },
      { kind: "text", text: " (" },
      { kind: "rule", text: "R10" },
      { kind: "text", text: "), " },
      { kind: "bold", text: "d" },
    ]);
  });
});

describe("a search", () => {
  it("finds all words, whatever their accents and capitals", () => {
    expect(matches("Das Stück liegt OBEN", "oben stuck")).toBe(true);
    expect(matches("Das Stück liegt oben", "oben unten")).toBe(false);
    expect(matches("anything", "")).toBe(true);
  });

  it("marks what it found", () => {
    expect(cut("A Disc and a disc", "disc")).toEqual(["A ", "Disc", " and a ", "disc", ""]);
    expect(cut("1 + 1 (one)", "(one +")).toEqual(["1 ", "+", " 1 ", "(one", ")"]);
    expect(cut("nothing", "")).toEqual(["nothing"]);
  });
});

describe.each(["it", "fr", "de", "es"] as const)("the summary in %s", (locale) => {
  const parts = JSON.parse(readFileSync(`src/rules/words/${locale}.json`, "utf8")) as Summary[];

  it("has a part for each section, with the numbers of its rules", () => {
    expect(parts).toHaveLength(SECTIONS.length);
    for (const [index, { text }] of parts.entries()) {
      const named = [...text.matchAll(/R\d+/g)].map(([number]) => number);
      const written = SECTIONS[index]!.rules.flatMap(({ number }) => number ?? []);
      expect(named, `section ${index}`).toEqual(written);
    }
  });
});

describe("the sheet", () => {
  let screen: Record<string, unknown> | null = null;
  const open = (rule: string | null = null) => {
    const props = { rule, onclose: () => {} };
    screen = mount(RulesDialog, { target: document.body, props });
    flushSync();
  };
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const look = (word: string) => {
    const input = document.querySelector<HTMLInputElement>("input[type=search]")!;
    input.value = word;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  const shown = () => all("li[id]").map((one) => one.id.replace(/.*-/, ""));

  beforeEach(() => {
    HTMLElement.prototype.scrollIntoView = vi.fn();
  });
  afterEach(async () => {
    if (screen) await unmount(screen);
    screen = null;
    document.body.innerHTML = "";
    preferences.locale = "en";
    await languages.speak("en");
  });

  it("shows everything, then what is looked for", () => {
    open();
    expect(shown()).toEqual(numbers);
    look("blind");
    expect(shown()).toEqual(["R24"]);
    expect(all("mark").map((one) => one.textContent)).toEqual(["blind"]);
    expect(document.querySelector("[role=status]")?.textContent?.trim()).toBe("One rule.");
    look("zebra");
    expect(shown()).toEqual([]);
    expect(document.querySelector("[role=status]")?.textContent).toContain("“zebra”");
  });

  it("follows a number, though it was not among what was found", async () => {
    open();
    look("R34");
    expect(shown()).toEqual(["R34"]);
    all('[data-rule="R10"]')[0]!.click();
    await vi.waitFor(() => expect(document.querySelector(".wanted")?.id).toMatch(/R10$/));
    flushSync();
    expect(shown()).toEqual(numbers);
    expect(HTMLElement.prototype.scrollIntoView).toHaveBeenCalled();
  });

  it("opens at the rule that a lesson names", () => {
    open("R19");
    expect(document.querySelector(".wanted")?.id).toMatch(/R19$/);
  });

  it("has a summary in other languages, the rules behind it", async () => {
    preferences.locale = "de";
    await languages.speak("de");
    await summaries.load("de");
    open("R19");
    await vi.waitFor(() => expect(all("details[open]")).toHaveLength(1));
    expect(all(".lead")).toHaveLength(SECTIONS.length);
    expect(document.body.textContent).toContain("nur auf Englisch");
    look("Totenkopf");
    expect(all("section").length).toBeGreaterThan(2);
    expect(all("section").length).toBeLessThan(SECTIONS.length);
  });
});
