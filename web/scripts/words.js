// How the messages become functions; run by itself, it writes them for the type checker.
import { compile } from "@inlang/paraglide-js";
import { fileURLToPath } from "node:url";

/** @type {import("@inlang/paraglide-js").CompilerOptions} */
export const WORDS = {
  project: "./project.inlang",
  outdir: "./src/words/compiled",
  strategy: ["globalVariable", "baseLocale"],
  outputStructure: "locale-modules",
  isServer: "false",
  emitTsDeclarations: true,
};

/** A page loads the language that it speaks, not all five: the others are behind an `import()`. */
export function oneLanguage() {
  return {
    name: "one-language",
    transform(code, id) {
      if (!/[\\/]compiled[\\/]messages[\\/]_index\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export const (\w+) =/gm)].map((match) => match[1]);
      const lines = names.map(
        (name) => `export const ${name} = (inputs = {}) => spoken().${name}(inputs);`,
      );
      return {
        code: ['import { spoken } from "../../languages.svelte";', ...lines].join("\n"),
        map: null,
      };
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await compile(WORDS);
