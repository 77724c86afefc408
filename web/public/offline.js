// The page for when there is no connection: in the language and the light that were chosen, and back
// to what was asked for as soon as the server answers.
const LANGUAGES = ["en", "it", "fr", "de", "es"];
const PAGE = "/offline.html";
/** Milliseconds between two tries; each pause is longer than the one before. */
const SHORTEST = 1000;
const LONGEST = 30_000;

/** What `ui/preferences.svelte.ts` keeps; storage may be forbidden, or hold something else. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem("calavera") ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const { locale, theme } = kept();
const spoken = [locale, ...navigator.languages.map((tag) => tag.slice(0, 2))];
document.documentElement.lang = spoken.find((tag) => LANGUAGES.includes(tag)) ?? "en";
if (theme === "night" || theme === "day") document.documentElement.dataset.theme = theme;

/** This page stands at the address that was asked for, unless somebody asked for itself. */
function comeBack() {
  if (location.pathname === PAGE) location.replace("/");
  else location.reload();
}

let pause = SHORTEST;
let timer = 0;
async function look() {
  clearTimeout(timer);
  const answer = await fetch(PAGE, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) return comeBack();
  clearTimeout(timer);
  timer = setTimeout(look, pause);
  pause = Math.min(pause * 2, LONGEST);
}

timer = setTimeout(look, pause);
addEventListener("online", look);
document.addEventListener(
  "visibilitychange",
  () => document.visibilityState === "visible" && look(),
);
document.addEventListener("click", (event) => {
  if (!event.target.closest("a")) return;
  event.preventDefault();
  comeBack();
});
