// Writes what the package's renderer draws with: `npm run drawing` after a change of the art.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const source = fileURLToPath(new URL("exported.ts", import.meta.url));
const { module } = await runnerImport(source, { logLevel: "error" });
writeFileSync(module.TARGET, module.exported());
