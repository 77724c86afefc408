// Short messages that come and go, and the announcements of a screen reader.

export interface Toast {
  number: number;
  text: string;
}

const LIFE = 4500;
/** For a message that nobody waits for, of a sentence or two. */
const LONG_LIFE = 20_000;
/** More than these would cover a seat. */
const MOST = 2;

class Toasts {
  list = $state.raw<Toast[]>([]);
  #count = 0;
  #announced = 0;

  /** A message from whoever runs the server, once: it comes again with every connection. */
  announce(text: string, at: number): void {
    if (at === this.#announced) return;
    this.#announced = at;
    this.say(text, LONG_LIFE);
  }

  say(text: string, life = LIFE): void {
    const toast = { number: (this.#count += 1), text };
    const others = this.list.filter((each) => each.text !== text);
    this.list = [...others, toast].slice(-MOST);
    setTimeout(() => (this.list = this.list.filter((each) => each !== toast)), life);
  }

  /** They belong to a screen that is left. */
  clear(): void {
    this.list = [];
  }
}

class Announcer {
  text = $state("");
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Read aloud by a screen reader; what comes close together is read together. */
  say(text: string): void {
    this.#queue.push(text);
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.text = this.#queue.splice(0).join(" ");
    }, 150);
  }

  /** What is still there was said in a language that is no longer spoken. */
  hush(): void {
    this.#queue = [];
    this.text = "";
  }
}

export const toasts = new Toasts();
export const announcer = new Announcer();
