import { mount } from "svelte";
import App from "./App.svelte";
import { preferences } from "./ui/preferences.svelte";
import "./ui/base.css";
import { languages } from "./words/languages.svelte";

// The first words are in the right language already.
await languages.speak(preferences.locale).catch(() => {});
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD)
  // Without it the game works as well; only the page for being offline is missing.
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
