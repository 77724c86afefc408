// What a page shows of a device that plays by itself, in one file: each file's name costs bytes.
export { default as AwayNote } from "./AwayNote.svelte";
export { default as DeviceCard } from "./DeviceCard.svelte";
export { default as DeviceScreen } from "./DeviceScreen.svelte";
export { default as GamesWait } from "./GamesWait.svelte";
export { default as Notes } from "./Notes.svelte";
export { default as GameWaits } from "./GameWaits.svelte";
