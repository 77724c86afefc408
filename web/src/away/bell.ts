// "Your turn" from a page that nobody looks at. It names the table and nothing that happens there.
import { preferences } from "../ui/preferences.svelte";
import { fileAddress, plain as plainCode } from "../wire/place";
import { m } from "../words/words";

const tagOf = (code: string) => `calavera-turn-${code}`;

/** One after the other: what is taken back has been shown before. */
let last: Promise<void> = Promise.resolve();
function inTurn(task: () => Promise<void>): Promise<void> {
  last = last.then(task).catch(() => {}); // without notifications the game works as well
  return last;
}

/** A phone shows notifications through its service worker alone. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.active ? registration : null;
}

/** Where there is no service worker. */
let plain: Notification | null = null;

export function ring(code: string): Promise<void> {
  return inTurn(async () => {
    const title = m.your_turn();
    const options = {
      tag: tagOf(code),
      renotify: true,
      body: m.room_title({ code: plainCode(code) }),
      icon: fileAddress("icons/icon-192.png"),
      data: { address: location.href },
      silent: !preferences.sound,
      // A silent one must not name a pattern.
      ...(preferences.sound && preferences.vibration && { vibrate: [60, 80, 60] }),
    };
    const registration = await worker();
    if (registration) return registration.showNotification(title, options);
    plain = new Notification(title, options);
    plain.onclick = () => window.focus();
  });
}

export function hush(code: string): Promise<void> {
  return inTurn(async () => {
    plain?.close();
    plain = null;
    const shown = await (await worker())?.getNotifications({ tag: tagOf(code) });
    for (const one of shown ?? []) one.close();
  });
}
