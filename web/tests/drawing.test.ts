// The package's own renderer draws with what the pages draw with.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exported, TARGET } from "../scripts/drawing/exported";

it("has the pieces, colours, places and words of today; to renew them: npm run drawing", () => {
  // Half a megabyte is not for a report of differences.
  expect(readFileSync(TARGET, "utf8") === exported()).toBe(true);
});
