// `npm run trace`: writes names.json, what the archives hold. Run it when imports have changed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf, interpreter } from "./interpreter.js";

const place = mkdtempSync(join(tmpdir(), "calavera-"));
const library = join(place, "library.zip");
writeFileSync(library, bytesOf(await interpreter("trace.py"), "without_left_out"));
const python = await interpreter("trace.py", library);
const names = JSON.parse(await python.runPythonAsync("await trace()"));
const text = `${JSON.stringify(names, null, 2)}\n`;
if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(new URL("names.json", import.meta.url), text);
rmSync(place, { recursive: true });
process.exit(0);
