// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { flaws } from "../scripts/languages.js";

it("is complete in every language", () => {
  expect(flaws()).toEqual([]);
});

/** The newer box's words: who prefers the older ones never reads them. */
const NEWER: Record<string, RegExp> = {
  en: /\bdiscs?\b|flower|challenge/i,
  it: /\bdisc(o|hi)\b|\bfior[ei]\b|\bsfid[ae]\b/i,
  fr: /disque|fleur|défi/i,
  de: /scheibe|blume|herausforder/i,
  es: /\bdiscos?\b|\bflor(es)?\b|desaf/i,
};
/** The name of those pieces themselves. */
const MAY = ["skin_discs"];

it.each(Object.keys(NEWER))("has an older word for every newer one in %s", (locale) => {
  const messages = JSON.parse(
    readFileSync(new URL(`../messages/${locale}.json`, import.meta.url), "utf8"),
  ) as Record<string, string | [{ match: Record<string, string> }]>;
  const found = Object.entries(messages).flatMap(([key, message]) => {
    if (MAY.includes(key)) return [];
    const texts =
      typeof message === "string"
        ? [message]
        : Object.entries(message[0].match)
            .filter(([choice]) => !choice.includes("words=*"))
            .map(([, text]) => text);
    return texts
      .filter((text) => NEWER[locale]!.test(text.replaceAll(/\{\w+\}/g, "")))
      .map((text) => `${key}: ${text}`);
  });
  expect(found).toEqual([]);
});

it.each(["fr", "it"])("has one kind of apostrophe in %s", (locale) => {
  const files = [
    "messages",
    "src/coach/words",
    "src/learn/words",
    "src/rules/words",
    "src/games/words",
  ];
  const straight = files.flatMap((folder) =>
    readFileSync(new URL(`../${folder}/${locale}.json`, import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line.includes("'")),
  );
  expect(straight).toEqual([]);
});
