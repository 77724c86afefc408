// Screens that load when they are wanted. The home page has a door to each optional one that is here.
export const LATER = {
  table: () => import("./LiveTable.svelte"),
  tv: () => import("./Television.svelte"),
  learn: () => import("../learn/LearnScreen.svelte"),
  replay: () => import("../replay/ReplayScreen.svelte"),
  handOver: () => import("../pass/PassScreen.svelte"),
};
