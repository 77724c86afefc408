// Short words that come and go, and the same for who hears the screen.

export interface Toast {
  number: number;
  text: string;
}

const LIFE = 4500;
/** So many have room where no seat is. */
const MOST = 2;

class Toasts {
  list = $state.raw<Toast[]>([]);
  #count = 0;

  say(text: string): void {
    const toast = { number: (this.#count += 1), text };
    const others = this.list.filter((each) => each.text !== text);
    this.list = [...others, toast].slice(-MOST);
    setTimeout(() => (this.list = this.list.filter((each) => each !== toast)), LIFE);
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
    this.#timer ??= setTimeout(() => {
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
