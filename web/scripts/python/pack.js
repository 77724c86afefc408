// Makes the folder `python/` beside the pages: Pyodide, the standard library and our packages.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PYODIDE = new URL("../../node_modules/pyodide/", import.meta.url);
const SOURCES = new URL("../../../src/", import.meta.url);
const TARGET = new URL("../../../src/calavera/web/python/", import.meta.url);
const RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];

const digest = (...parts) =>
  parts
    .reduce((hash, part) => hash.update(part), createHash("sha256"))
    .digest("hex")
    .slice(0, 8);

function write(stem, extension, bytes) {
  const name = `${stem}-${digest(bytes)}.${extension}`;
  writeFileSync(new URL(name, TARGET), bytes);
  return name;
}

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const runtime = `pyodide-${digest(...RUNTIME.map((name) => readFileSync(new URL(name, PYODIDE))))}/`;
for (const name of RUNTIME) cpSync(new URL(name, PYODIDE), new URL(runtime + name, TARGET));
const zip = execFileSync(
  "python3",
  [
    "-c",
    `
import io, pathlib, sys, zipfile
file = io.BytesIO()
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(pathlib.Path("calavera").rglob("*")):
        if path.is_file() and "web" not in path.parts and "__pycache__" not in path.parts:
            archive.writestr(zipfile.ZipInfo(str(path)), path.read_bytes())
sys.stdout.buffer.write(file.getvalue())
`,
  ],
  { cwd: fileURLToPath(SOURCES), maxBuffer: 1 << 26 },
);
const manifest = {
  runtime,
  library: write("library", "zip", readFileSync(new URL("python_stdlib.zip", PYODIDE))),
  packages: write("packages", "zip", zip),
  lock: {
    info: JSON.parse(readFileSync(new URL("pyodide-lock.json", PYODIDE), "utf-8")).info,
    packages: {},
  },
};
writeFileSync(new URL("manifest.json", TARGET), JSON.stringify(manifest));
