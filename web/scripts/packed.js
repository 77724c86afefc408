// The last touch to what was built: a hint for browsers, and beside each file of text a packed one, that
// the server sends to whoever can read it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|html|svg|webmanifest)$/;
/** What the first game needs. */
const NEEDED = /^(home|table)-.*\.js$/;
/** The browser's other threads read the functions while the file still comes, and not the page's own one by one. */
const HINT = "//# allFunctionsCalledOnLoad\n";

export function packed() {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }))
        if (TEXT.test(name)) {
          const file = resolve(folder, name);
          if (NEEDED.test(basename(name))) writeFileSync(file, HINT + readFileSync(file, "utf-8"));
          writeFileSync(
            `${file}.gz`,
            gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }),
          );
        }
    },
  };
}
