// The page of one's own games and its part on the home page, in one file: each file's name costs bytes.
export { default } from "./GamesScreen.svelte";
export { default as LatestGames } from "./LatestGames.svelte";
