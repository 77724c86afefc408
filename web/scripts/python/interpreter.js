// Pyodide as it comes, with our sources, for what is done when the pages are built.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

export const PYODIDE = new URL("../../node_modules/pyodide/", import.meta.url);
const REPOSITORY = new URL("../../../", import.meta.url);

// Node would print the line that failed, and Pyodide is one line.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Starts an interpreter in which a file beside this one was run; `src` is /sources there. */
export async function interpreter(file, stdLibURL) {
  const python = await loadPyodide({
    // Sets have the same order in each build, and tracebacks name lines without columns.
    env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", PYTHONDONTWRITEBYTECODE: "1" },
    ...(stdLibURL && { stdLibURL }),
  });
  for (const [place, folder] of [
    ["/repository", "."],
    ["/sources", "src"],
  ]) {
    python.FS.mkdirTree(place);
    const root = fileURLToPath(new URL(folder, REPOSITORY));
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  python.runPython(readFileSync(new URL(file, import.meta.url), "utf-8"));
  return python;
}

/** The bytes that a Python function returns. */
export function bytesOf(python, name, ...given) {
  const made = python.globals.get(name)(...given.map((one) => python.toPy(one)));
  const bytes = made.toJs();
  made.destroy();
  return bytes;
}
