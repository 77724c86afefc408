// Writes into the service worker what belongs to this version: every file, with its hash.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, gzipSync } from "node:zlib";

const WORKER = "service-worker.js";
/** Packed twins of other files. */
const PACKED = /\.(gz|br)$/;

/** Marks the files of a folder as one version. */
export function markVersion(folder, { isStatic }) {
  const path = (name) => resolve(folder, name);
  const digest = (bytes) => createHash("sha256").update(bytes).digest("base64");
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name !== WORKER && !PACKED.test(name) && statSync(path(name)).isFile())
      .sort()
      .map((name) => [name, `sha256-${digest(readFileSync(path(name)))}`]),
  );
  const marks = { FILES: files, VERSION: digest(JSON.stringify(files)), IS_STATIC: isStatic };
  let script = readFileSync(path(WORKER), "utf-8");
  for (const [name, value] of Object.entries(marks))
    script = script.replace(
      new RegExp(`^const ${name} = .*;$`, "m"),
      () => `const ${name} = ${JSON.stringify(value)};`,
    );
  writeFileSync(path(WORKER), script);
  const packed = path(`${WORKER}.gz`);
  if (existsSync(packed))
    writeFileSync(packed, gzipSync(script, { level: constants.Z_BEST_COMPRESSION }));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  markVersion(fileURLToPath(new URL("../../src/calavera/web/", import.meta.url)), {
    isStatic: false,
  });
