// Python in a worker: Pyodide, and what `npm run python` packs beside it.
import type { Lockfile, PyodideAPI } from "pyodide";

/** What the folder holds; names change with the contents. */
interface Manifest {
  /** The folder of Pyodide's own files. */
  runtime: string;
  /** The standard library. */
  library: string;
  /** Our packages. */
  packages: string;
  /** Pyodide asks what can be installed: nothing, all of ours is here. */
  lock: Lockfile;
}

const PACKAGES = "/lib/calavera";

/** Starts the interpreter from the folder `base`; `calavera.local.browser` can be imported then. */
export async function startPython(base: string): Promise<PyodideAPI> {
  const folder = new URL(base, location.href).href;
  const manifest = (await (await fetched(`${folder}manifest.json`)).json()) as Manifest;
  const packages = fetched(folder + manifest.packages).then((answer) => answer.arrayBuffer());
  const runtime = folder + manifest.runtime;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: typeof import("pyodide").loadPyodide;
  };
  const python = await loadPyodide({
    indexURL: runtime,
    stdLibURL: folder + manifest.library,
    lockFileContents: manifest.lock,
  });
  python.unpackArchive(await packages, "zip", { extractDir: PACKAGES });
  python.runPython(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  return python;
}

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
