// Screens that load when they are wanted. Home has a door to each of the optional ones that is here.
import type { Component } from "svelte";
import type { Route } from "../ui/route.svelte";

type Screen = () => Promise<{ default: Component<Record<string, unknown>> }>;

export const LATER = {
  table: () => import("./LiveTable.svelte"),
  tv: () => import("./Television.svelte"),
  learn: () => import("../learn/LearnScreen.svelte"),
  replay: () => import("../replay/ReplayScreen.svelte"),
  "hand-over": () => import("../pass/PassScreen.svelte"),
} as unknown as Partial<Record<Route["screen"], Screen>>;

/** What a table needs before a game and not in one: whoever plays at once never fetches it. */
export const gatheringRoom = () => import("./Room.svelte");
