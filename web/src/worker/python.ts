// Python in a worker: Pyodide, and what `npm run python` packs beside it.
import type { Lockfile, PyodideAPI } from "pyodide";
import { awaitLater, unpack } from "./files";

/** What the folder holds; names change with the contents. */
interface Manifest {
  /** The folder of Pyodide's own files. */
  runtime: string;
  /** What a first table needs of the standard library and of our packages. */
  first: string;
  /** The rest of both. */
  later: { archive: string; files: string[] };
  /** An empty archive, for Pyodide wants to load its own library from one. */
  nothing: string;
  /** Pyodide asks what can be installed: nothing, all of ours is here. */
  lock: Lockfile;
}

/** Where Python finds all of it. */
const PLACE = "/lib/calavera";
/** Milliseconds after which a first table is there, and what comes later is loaded. */
const QUIET = 10_000;

/** Starts the interpreter from the folder `base`; `calavera.local.browser` can be imported then. */
export async function startPython(base: string): Promise<PyodideAPI> {
  const folder = new URL(base, location.href).href;
  const manifest = (await (await fetched(`${folder}manifest.json`)).json()) as Manifest;
  const first = inflated(folder + manifest.first);
  const later = folder + manifest.later.archive;
  const runtime = folder + manifest.runtime;
  let arrive: (archive: ArrayBuffer) => void;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: typeof import("pyodide").loadPyodide;
  };
  const python = await Promise.race([
    whenWasmFails(),
    loadPyodide({
      indexURL: runtime,
      stdLibURL: folder + manifest.nothing,
      env: { PYTHONHOME: "/", PYTHONPATH: PLACE },
      lockFileContents: manifest.lock,
      fsInit: async (files) => {
        arrive = awaitLater(files, PLACE, later, manifest.later.files);
        unpack(files, PLACE, await first);
      },
    }),
  ]);
  setTimeout(() => {
    bytes(later).then(
      (archive) => arrive(archive),
      // Without a connection it stays with what is read when it is needed.
      () => {},
    );
  }, QUIET);
  return python;
}

/**
 * Rejects when the interpreter cannot be compiled, of which Pyodide says nothing. A host that does
 * not know WebAssembly sends it under another type; it takes a little longer then.
 */
function whenWasmFails(): Promise<never> {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = async (source, imports) => {
      try {
        const answer = checked(await source);
        return await (answer.headers.get("content-type") === "application/wasm"
          ? instantiateStreaming(answer, imports)
          : WebAssembly.instantiate(await answer.arrayBuffer(), imports));
      } catch (error) {
        reject(error as Error);
        throw error;
      } finally {
        WebAssembly.instantiateStreaming = instantiateStreaming;
      }
    };
  });
}

function checked(answer: Response): Response {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer;
}

const fetched = async (address: string): Promise<Response> => checked(await fetch(address));
const bytes = async (address: string): Promise<ArrayBuffer> =>
  (await fetched(address)).arrayBuffer();
/** The first archive is compressed as a whole, for not every host would. */
const inflated = async (address: string): Promise<ArrayBuffer> => {
  const { body } = await fetched(address);
  return new Response(body!.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
};
