// Writes what the package's renderer draws with: `npm run drawing` after a change of the art.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const read = async (name) =>
  (await runnerImport(fileURLToPath(new URL(name, import.meta.url)), { logLevel: "error" })).module;

const { TARGET, exported } = await read("exported.ts");
writeFileSync(TARGET, exported());
const { FONTS, fonts } = await read("fonts.ts");
mkdirSync(FONTS, { recursive: true });
for (const [name, content] of Object.entries(fonts())) writeFileSync(`${FONTS}/${name}`, content);
