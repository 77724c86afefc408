// Screens that load when they are wanted. The home page has a door to each optional one that is here.
export const LATER = {
  table: () => import("./LiveTable.svelte"),
  tv: () => import("./Television.svelte"),
};
