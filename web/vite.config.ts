import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { completeLanguages } from "./scripts/languages.js";
import { packed } from "./scripts/packed.js";
import { oneLanguage, WORDS } from "./scripts/words.js";

const SERVER = process.env["CALAVERA_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    completeLanguages(),
    paraglideVitePlugin(WORDS),
    oneLanguage(),
    svelte(),
    packed(),
  ],
  build: {
    outDir: "../src/calavera/web",
    emptyOutDir: true,
    target: "es2022",
    // The server's Content-Security-Policy lets no data: address be a script or a style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: SERVER, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
