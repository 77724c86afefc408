import { mount } from "svelte";
import App from "./App.svelte";
import "./ui/base.css";

mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD)
  // Without it the game works as well; only the page for being offline is missing.
  navigator.serviceWorker.register("/service-worker.js").catch(() => {});
