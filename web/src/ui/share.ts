// A link on its way to somebody else.
import { m } from "../words/words";
import { toasts } from "./toasts.svelte";

/** A link to the machine itself leads nobody else here. */
export const isHereOnly = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** With the device's own way of sharing where it has one. */
export async function share(url: string): Promise<void> {
  if ("share" in navigator) await navigator.share({ url, title: "Calavera" }).catch(() => {});
  else await copy(url);
}

export async function copy(url: string): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>;
  const copied =
    (await clipboard?.writeText(url).then(
      () => true,
      () => false,
    )) ?? false;
  if (copied || copyByHand(url)) toasts.say(m.copied());
  else toasts.say(url);
}

/** In a network at home there is no TLS, and without it no clipboard. */
function copyByHand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("aria-hidden", "true");
  const place = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  place?.focus();
  return done;
}
