// Which screen the address names.
import { isStatic, pathNow, to } from "../wire/place";
import { toasts } from "./toasts.svelte";

export type Route =
  | { screen: "home"; unknown: boolean }
  | { screen: "table"; code: string }
  | { screen: "tv"; code: string }
  | { screen: "replay"; source: string | null; review: boolean }
  | { screen: "learn"; lesson: string | null }
  | { screen: "rules"; rule: string | null }
  | { screen: "explorer" | "games" | "hand-over" | "puzzle" }
  | { screen: "dev" };

export function routeOf(path: string): Route {
  const [first, second, third, fourth] = path.split("?")[0]!.split("/").filter(Boolean);
  if (first === "t" && second && /^~?[A-Za-z]{4,12}$/.test(second)) {
    const code = second.toUpperCase();
    return third === "tv" ? { screen: "tv", code } : { screen: "table", code };
  }
  // A link of which a part is missing names a game, too: one that is not there.
  if (first === "replay")
    return {
      screen: "replay",
      source: second ? `${second.toUpperCase()}/${third ?? ""}` : null,
      review: fourth === "review",
    };
  if (first === "learn") return { screen: "learn", lesson: second ?? null };
  if (first === "rules") return { screen: "rules", rule: second?.toUpperCase() ?? null };
  if (first === "explorer" || first === "games" || first === "hand-over" || first === "puzzle")
    return { screen: first };
  if (first === "dev" && import.meta.env.DEV) return { screen: "dev" };
  return { screen: "home", unknown: first !== undefined };
}

class Router {
  route = $state.raw<Route>(routeOf(pathNow()));

  constructor() {
    addEventListener("popstate", () => this.#look());
  }

  go(path: string): void {
    history.pushState(null, "", to(path));
    this.#look();
    scrollTo(0, 0);
  }

  /** Follows a link inside the page without loading it again. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest("a");
    if (
      event.defaultPrevented ||
      !link ||
      link.origin !== location.origin ||
      link.target ||
      link.hasAttribute("download")
    )
      return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (isStatic && !link.hash.startsWith("#/")) return;
    event.preventDefault();
    this.go(isStatic ? link.hash.slice(1) : link.pathname);
  };

  #look(): void {
    toasts.clear();
    this.route = routeOf(pathNow());
  }
}

export const router = new Router();
