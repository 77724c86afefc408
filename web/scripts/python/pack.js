// `npm run python`: makes the folder `python/` beside the pages, see docs/decisions/0024-pack.md.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, gzipSync } from "node:zlib";
import { bytesOf, interpreter, PYODIDE } from "./interpreter.js";

const TARGET = new URL("../../../src/calavera/web/python/", import.meta.url);
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];
const { first, later } = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf-8"));

const SMALLEST = { level: constants.Z_BEST_COMPRESSION };
/** An archive without members: the record that ends each of them. */
const EMPTY_ZIP = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);

const hashed = (parts) =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256"))
    .digest("hex")
    .slice(0, 10);

const python = await interpreter("pack.py");
const packed = ({ library, packages, data }) => bytesOf(python, "packed", library, packages, data);

function write(stem, extension, bytes) {
  const name = `${stem}-${hashed([bytes])}.${extension}`;
  writeFileSync(new URL(name, TARGET), bytes);
  return name;
}

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const runtime = `pyodide-${hashed(RUNTIME.map((name) => readFileSync(new URL(name, PYODIDE))))}/`;
for (const name of RUNTIME) {
  const [from, to] = [new URL(name, PYODIDE), new URL(runtime + name, TARGET)];
  cpSync(from, to);
  // What our own server sends to whoever can read it.
  writeFileSync(new URL(`${to}.gz`), gzipSync(readFileSync(from), SMALLEST));
}
const licences = ["pyodide", "cpython", "libraries"].map((name) =>
  readFileSync(new URL(`licences/${name}.txt`, import.meta.url), "utf-8"),
);
writeFileSync(new URL("licences.txt", TARGET), licences.join(`\n\n${"-".repeat(72)}\n\n\n`));
const lock = JSON.parse(readFileSync(new URL("pyodide-lock.json", PYODIDE), "utf-8"));
const rest = packed(later);
const manifest = {
  runtime,
  // Compressed as a whole: few hosts would, and its parts resemble each other.
  first: write("first", "bin", gzipSync(packed(first), SMALLEST)),
  later: {
    archive: write("later", "zip", rest),
    files: new TextDecoder().decode(bytesOf(python, "members", rest)).split("\n"),
  },
  nothing: write("nothing", "zip", EMPTY_ZIP),
  lock: { info: lock.info, packages: {} },
};
writeFileSync(new URL("manifest.json", TARGET), JSON.stringify(manifest));
process.exit(0);
