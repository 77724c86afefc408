import { mount } from "svelte";
import App from "./App.svelte";
import { foresee } from "./screens/start.svelte";
import { whenIdle } from "./ui/idle";
import { preferences } from "./ui/preferences.svelte";
import { router } from "./ui/route.svelte";
import "./ui/tokens.css";
import "./ui/base.css";
import { device } from "./wire/device/device.svelte";
import { fileAddress, isStatic } from "./wire/place";
import { languages } from "./words/languages.svelte";

// What "play now" needs is on its way before the first screen is drawn: on a slow line it is felt.
if (router.route.screen === "home") foresee();
// The first words are in the right language already.
await languages.speak(preferences.locale).catch(() => {});
mount(App, { target: document.getElementById("app")! });

/** All of this version is fetched once more than the page needs, and after it: so it plays offline. */
async function keep(): Promise<void> {
  await document.fonts.ready.then(whenIdle);
  // What is played now comes first.
  if (isStatic && (router.route.screen === "home" || device.isAwaited)) await device.ready();
  await navigator.serviceWorker.register(fileAddress("service-worker.js"));
}

// Without a service worker the game works as well, as long as there is a connection.
if ("serviceWorker" in navigator && import.meta.env.PROD) keep().catch(() => {});
