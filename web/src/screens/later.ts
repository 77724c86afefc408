// Screens that load when they are wanted.
import type { Component } from "svelte";
import type { Route } from "../ui/route.svelte";

type Screen = () => Promise<{ default: Component<Record<string, unknown>> }>;

export const LATER = {
  table: () => import("./LiveTable.svelte"),
  tv: () => import("./Television.svelte"),
  rules: () => import("../rules/RulesScreen.svelte"),
  learn: () => import("../learn/LearnScreen.svelte"),
  puzzle: () => import("../puzzle/PuzzleScreen.svelte"),
  replay: () => import("../replay/ReplayScreen.svelte"),
  explorer: () => import("../explorer/ExplorerScreen.svelte"),
  "hand-over": () => import("../pass/PassScreen.svelte"),
  games: () => import("../games"),
} as unknown as Partial<Record<Route["screen"], Screen>>;

/** What a table needs before a game and not in one: whoever plays at once never fetches it. */
export const gatheringRoom = () => import("./room/Room.svelte");
export const botDialog = () => import("./room/BotDialog.svelte");
export const tribeDialog = () => import("./room/TribeDialog.svelte");

/** What the home page shows once everything else is there. */
export const ownGames = () => import("../games");

/** What a device shows that plays without a server. */
export const deviceParts = () => import("../device");

/** What a game needs at its end. */
export const endPanel = () => import("./End.svelte");

/** What a game needs when somebody speaks or asks for it. */
export const speechBubble = () => import("../table/scene/Bubble.svelte");
export const coachLine = () => import("../coach/CoachLine.svelte");
export const awayParts = () => import("../away");
export const hintDialog = () => import("../hints/HintDialog.svelte");
export const shareDialog = () => import("../share/ShareDialog.svelte");
export const reviewPanel = () => import("../review/ReviewPanel.svelte");
export const rulesDialog = () => import("../rules/RulesDialog.svelte");
