// Makes `calavera-site/`: the built pages for a host that serves files and nothing else.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markVersion } from "./version.js";

const PAGES = new URL("../../src/calavera/web/", import.meta.url);
const SITE = new URL("../../calavera-site/", import.meta.url);
/** The server's policy, for hosts without headers. Who may frame a page only a header can say. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';" +
  " img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self';" +
  " media-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
const MARKS = [
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
  `<meta name="calavera-mode" content="static" />`,
].join("\n    ");

rmSync(SITE, { recursive: true, force: true });
cpSync(PAGES, SITE, { recursive: true, filter: (name) => !name.endsWith(".gz") });
const index = new URL("index.html", SITE);
const page = readFileSync(index, "utf-8");
writeFileSync(
  index,
  page.replace(/(<meta charset[^>]*>)/, `$1\n    ${MARKS}`).replace(/(src|href)="\//g, '$1="./'),
);
markVersion(fileURLToPath(SITE), { isStatic: true });
