// For `make mutate-web`: files share one worker's modules, which is several times as fast, so the tests
// that load modules again or switch the language stay out. None of them is about what is mutated.
import { mergeConfig } from "vitest/config";
import base from "./vite.config";

export default mergeConfig(base, {
  test: {
    isolate: false,
    exclude: ["announcer", "introduction", "languages", "plurals"].map(
      (name) => `**/${name}.test.ts`,
    ),
  },
});
