// Taps that were meant for what was on the screen a moment ago.
import type { ActionReturn } from "svelte/action";

/** Milliseconds that a panel has to be there before a tap can have been meant for it. */
export const MOMENT = 350;

/** Ignores clicks inside a node that began less than a moment after its panel changed. */
export function guard(node: HTMLElement, panel: string): ActionReturn<string> {
  let changed = 0;
  let pressed: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The attribute says that taps are ignored right now: walks through the pages wait for its end.
  const begin = () => {
    changed = performance.now();
    node.dataset["guarded"] = "";
    clearTimeout(timer);
    timer = setTimeout(() => delete node.dataset["guarded"], MOMENT);
  };
  begin();
  const press = (event: Event) => (pressed = event.timeStamp);
  // A key that is held down repeats its click, on whatever has the focus by then.
  const repeat = (event: KeyboardEvent) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  };
  const click = (event: MouseEvent) => {
    // A finger that lay on the screen before the panel changed was meant for the one before.
    const began = event.detail > 0 && pressed !== null ? pressed : performance.now();
    if (began - changed >= MOMENT) return;
    event.preventDefault();
    event.stopPropagation();
  };
  node.addEventListener("pointerdown", press, true);
  node.addEventListener("keydown", repeat, true);
  node.addEventListener("click", click, true);
  return {
    update(now: string) {
      if (now === panel) return;
      panel = now;
      begin();
    },
    destroy() {
      clearTimeout(timer);
      node.removeEventListener("pointerdown", press, true);
      node.removeEventListener("keydown", repeat, true);
      node.removeEventListener("click", click, true);
    },
  };
}
