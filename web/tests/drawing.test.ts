// The package's own renderer draws with what the pages draw with.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exported, TARGET } from "../scripts/drawing/exported";
import { fonts, FONTS } from "../scripts/drawing/fonts";

it("has the pieces, colours, places and words of today; to renew them: npm run drawing", () => {
  // Half a megabyte is not for a report of differences.
  expect(readFileSync(TARGET, "utf8") === exported()).toBe(true);
});

it("has the fonts of the pages; to renew them: npm run drawing", () => {
  for (const [name, content] of Object.entries(fonts()))
    expect(readFileSync(`${FONTS}/${name}`).equals(content), name).toBe(true);
});
