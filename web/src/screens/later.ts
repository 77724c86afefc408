// Screens that load when they are wanted. Home has a door to each of the optional ones that is here.
import type { Component } from "svelte";
import type { Route } from "../ui/route.svelte";

type Screen = () => Promise<{ default: Component<Record<string, unknown>> }>;

export const LATER = {
  table: () => import("./LiveTable.svelte"),
  tv: () => import("./Television.svelte"),
} as unknown as Partial<Record<Route["screen"], Screen>>;
