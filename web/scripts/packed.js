// Beside each file of text a packed one, that the server sends to whoever can read it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|html|svg|webmanifest)$/;

export function packed() {
  let folder = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true }))
        if (TEXT.test(name)) {
          const file = join(folder, name);
          writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }));
        }
    },
  };
}
