import { mount } from "svelte";
import App from "./App.svelte";
import { foresee } from "./screens/start.svelte";
import { preferences } from "./ui/preferences.svelte";
import { router } from "./ui/route.svelte";
import "./ui/tokens.css";
import "./ui/base.css";
import { languages } from "./words/languages.svelte";

// What "play now" needs is on its way before the first screen is drawn: on a slow line it is felt.
if (router.route.screen === "home") foresee();
// The first words are in the right language already.
await languages.speak(preferences.locale).catch(() => {});
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD)
  // Without it the game works as well; only the page for being offline is missing.
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
