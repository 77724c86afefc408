import { expect, it } from "vitest";
import { routeOf } from "../src/ui/route.svelte";

it.each([
  ["/replay", null],
  ["/replay/krtmwx/2", "KRTMWX/2"],
  ["/replay/krtmwx/2/review", "KRTMWX/2", true],
  // Somebody has asked for a game: the screen says that there is none.
  ["/replay/NOSUCH", "NOSUCH/"],
  ["/replay/~/1700000000000", "~/1700000000000"],
] as [string, string | null, boolean?][])("knows which game %s names", (path, source, review) => {
  expect(routeOf(path)).toEqual({ screen: "replay", source, review: review ?? false });
});
