// Whether the server answers. Without it, this device plays by itself; a static host never had one.
import { fileAddress, isStatic } from "./place";

/** Milliseconds between two tries; each pause is longer than the one before. */
const SHORTEST = 1000;
const LONGEST = 30_000;
/** A file that the service worker never answers for. */
const FILE = "service-worker.js";
/** What a proxy says whose server is gone; a server that refuses says why, as JSON. */
export const isGone = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.get("content-type")?.includes("json");

class Server {
  /** Whether it was there and does not answer now. */
  isAway = $state(false);
  #pause = SHORTEST;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    if (isStatic) return;
    addEventListener("online", () => void this.look());
    addEventListener("offline", () => void this.look());
    document.addEventListener("visibilitychange", () => {
      if (this.isAway && !document.hidden) void this.look();
    });
  }

  /** Whether new tables begin on this device. */
  get isMissing(): boolean {
    return isStatic || this.isAway;
  }

  /** Called when a call has failed. */
  lose(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.#pause = SHORTEST;
    this.#later();
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST);
  }

  /** Asks whether it is there. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    const answer = await fetch(fileAddress(FILE), { method: "HEAD", cache: "no-store" }).catch(
      () => null,
    );
    if (answer?.ok) this.isAway = false;
    else if (answer === null || isGone(answer)) {
      this.lose();
      this.#later();
    }
  }
}

export const server = new Server();
