// What is for players who look elsewhere or are out; fetched when the first of it is needed.
export { default as Ask } from "./Ask.svelte";
export { default as BarNote } from "./BarNote.svelte";
export { default as Bell } from "./Bell.svelte";
export { default as Guessed } from "./Guessed.svelte";
export { default as NotifySwitch } from "./NotifySwitch.svelte";
export { default as Out } from "./Out.svelte";
