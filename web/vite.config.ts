import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { completeLanguages } from "./scripts/languages.js";
import { packed } from "./scripts/packed.js";
import { oneLanguage, WORDS } from "./scripts/words.js";

const SERVER = process.env["CALAVERA_SERVER"] ?? "http://127.0.0.1:8000";

/** What the first screen needs; of the languages English alone. */
const HOME =
  /node_modules|src\/(App|art\/|sound\/|ui\/(?!SettingsDialog|DeviceList)|wire\/(?!retelling)|words\/(?!compiled\/messages\/(it|fr|de|es))|screens\/(Home|JoinByCode|LevelChoice|Lobby|later|opponents|start))/;
/** What a game needs; the room before it stays apart, for players who wait there. */
const TABLE =
  /src\/(table\/(?!scene\/[Bb]ubble)|game\/|coach\/(kept|CoachPlace)|screens\/(LiveTable|LiveGame|Lost))/;

export default defineConfig({
  plugins: [completeLanguages(), paraglideVitePlugin(WORDS), oneLanguage(), svelte(), packed()],
  // The pages may lie in any folder: a file names another one by its way from there. The first page
  // alone says the way from the root, for a server shows it at every address.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "html" ? `/${name}` : { relative: true }),
  },
  worker: { format: "es" },
  build: {
    outDir: "../src/calavera/web",
    emptyOutDir: true,
    target: "es2022",
    // The server's Content-Security-Policy lets no data: address be a script or a style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files: a browser asks a server for six at a time, and each turn is felt on a slow line.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: "home", test: HOME },
            { name: "table", test: TABLE },
          ],
        },
      },
    },
  },
  // The rules lie beside the code that plays them.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: SERVER, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  // A busy machine takes its time; no test asserts any.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], testTimeout: 60_000 },
});
