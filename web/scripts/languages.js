// A language that lacks a key, has one too many or uses other inputs fails the build.
import { readFileSync } from "node:fs";

const LOCALES = ["en", "it", "fr", "de", "es"];

/** @param {unknown} message */
function inputs(message) {
  const text = JSON.stringify(message);
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join(",");
}

/** Everything that is wrong with the languages, in words. */
export function flaws() {
  const read = (locale) =>
    JSON.parse(readFileSync(new URL(`../messages/${locale}.json`, import.meta.url), "utf8"));
  const base = read("en");
  const found = [];
  for (const locale of LOCALES) {
    const messages = read(locale);
    for (const key of Object.keys(base)) {
      if (!(key in messages)) found.push(`${locale}: "${key}" is missing`);
      else if (inputs(messages[key]) !== inputs(base[key]))
        found.push(
          `${locale}: "${key}" has the inputs ${inputs(messages[key])}, not ${inputs(base[key])}`,
        );
    }
    for (const key of Object.keys(messages))
      if (!(key in base)) found.push(`${locale}: "${key}" is not in English`);
  }
  return found;
}

export function completeLanguages() {
  return {
    name: "complete-languages",
    buildStart() {
      const found = flaws();
      if (found.length) this.error(`The languages do not agree:\n${found.join("\n")}`);
    },
  };
}
