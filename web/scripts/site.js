// Makes `calavera-site/`: the built pages for a host that serves files and nothing else.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markVersion } from "./version.js";

const PAGES = new URL("../../src/calavera/web/", import.meta.url);
const SITE = new URL("../../calavera-site/", import.meta.url);
const MARK = `<meta name="calavera-mode" content="static" />`;

rmSync(SITE, { recursive: true, force: true });
cpSync(PAGES, SITE, { recursive: true, filter: (name) => !name.endsWith(".gz") });
const index = new URL("index.html", SITE);
const page = readFileSync(index, "utf-8");
writeFileSync(
  index,
  page.replace(/(<meta charset[^>]*>)/, `$1\n    ${MARK}`).replace(/(src|href)="\//g, '$1="./'),
);
markVersion(fileURLToPath(SITE), { isStatic: true });
