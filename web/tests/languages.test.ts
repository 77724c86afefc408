// @vitest-environment node
import { expect, it } from "vitest";
import { flaws } from "../scripts/languages.js";

it("is complete in every language", () => {
  expect(flaws()).toEqual([]);
});
