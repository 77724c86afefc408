import { expect, it } from "vitest";
import { routeOf } from "../src/ui/route.svelte";

it.each([
  ["/replay", null],
  ["/replay/krtmwx/2", "KRTMWX/2"],
  // Somebody has asked for a game: the screen says that there is none.
  ["/replay/NOSUCH", "NOSUCH/"],
])("knows which game %s names", (path, source) => {
  expect(routeOf(path)).toEqual({ screen: "replay", source });
});
