// `npm run python`: makes the folder `python/` beside the pages, see docs/decisions/0024-pack.md.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { bytesOf, interpreter, PYODIDE } from "./interpreter.js";

const TARGET = new URL("../../../src/calavera/web/python/", import.meta.url);
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const { first, later } = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf-8"));

const hashed = (parts) =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256"))
    .digest("hex")
    .slice(0, 10);

const python = await interpreter("pack.py");
function archive(stem, library, packages, data) {
  const bytes = bytesOf(python, "packed", library, packages, data);
  const name = `${stem}-${hashed([bytes])}.zip`;
  writeFileSync(new URL(name, TARGET), bytes);
  const files = new TextDecoder().decode(bytesOf(python, "members", bytes)).split("\n");
  return { archive: name, files };
}

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const runtime = `pyodide-${hashed(RUNTIME.map((name) => readFileSync(new URL(name, PYODIDE))))}/`;
for (const name of RUNTIME) cpSync(new URL(name, PYODIDE), new URL(runtime + name, TARGET));
const licences = ["pyodide", "cpython", "libraries"].map((name) =>
  readFileSync(new URL(`licences/${name}.txt`, import.meta.url), "utf-8"),
);
writeFileSync(new URL("licences.txt", TARGET), licences.join(`\n\n${"-".repeat(72)}\n\n\n`));
const lock = JSON.parse(readFileSync(new URL("pyodide-lock.json", PYODIDE), "utf-8"));
const manifest = {
  runtime,
  library: archive("library", first.library, [], []).archive,
  packages: archive("packages", [], first.packages, first.data).archive,
  later: archive("later", later.library, later.packages, later.data),
  lock: { info: lock.info, packages: {} },
};
writeFileSync(new URL("manifest.json", TARGET), JSON.stringify(manifest));
process.exit(0);
