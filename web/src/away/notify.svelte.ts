// Whether this device notifies its player, and whether they were asked; kept in the browser, told to nobody.
const PLACE = "calavera-notify";

interface Kept {
  on: boolean;
  asked: boolean;
}

function kept(): Kept {
  try {
    const { on, asked } = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
    return { on: on === true, asked: asked === true };
  } catch {
    return { on: false, asked: false }; // storage may be forbidden, or hold something else
  }
}

/** What the browser allows; null where it knows no notifications. */
const allowed = (): NotificationPermission | null =>
  "Notification" in globalThis ? Notification.permission : null;

class Notify {
  #wanted = $state(kept().on);
  #asked = $state(kept().asked);
  permission = $state(allowed());

  get isOn(): boolean {
    return this.#wanted && this.permission === "granted";
  }

  /** Asked once: not again after an answer, nor where the browser has one already. */
  get mayAsk(): boolean {
    return !this.#asked && this.permission === "default";
  }

  /** After a tap: browsers ask then, and only then. */
  async turnOn(): Promise<void> {
    this.permission = await Notification.requestPermission();
    this.#keep(true);
  }

  turnOff(): void {
    this.#keep(false);
  }

  #keep(on: boolean): void {
    this.#wanted = on;
    this.#asked = true;
    try {
      localStorage.setItem(PLACE, JSON.stringify({ on, asked: true }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

export const notify = new Notify();
