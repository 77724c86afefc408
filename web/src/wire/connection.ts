// One socket to one table: it comes back by itself, misses nothing and plays nothing twice.
import { isKnown } from "./http";
import type { Announcement, Bye, Command, Frame, Reason, ServerMessage, Welcome } from "./messages";

/** `lost` is a pause that mends itself; `over` is for good. */
export type LinkState = "connecting" | "open" | "lost" | "over";

type WithoutId<C> = C extends { id: string } ? Omit<C, "id"> : never;
/** A command before the connection has given it its id. */
export type Wish = WithoutId<Command>;

export interface Listener {
  welcome(message: Welcome): void;
  frame(message: Frame): void;
  presence(here: number[]): void;
  /** Another device has connected as we have. */
  newDevice(): void;
  refused(reason: Reason, detail: string, command: Command | null): void;
  announced?(message: Announcement): void;
  link(state: LinkState, bye: Bye["reason"] | null): void;
}

/** The part of a WebSocket that is used; a test brings its own. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface Surroundings {
  open(address: string): Wire;
  later(task: () => void, milliseconds: number): unknown;
  /** A pause that differs from that of others. */
  spread?(milliseconds: number): number;
  newId(): string;
  /** Whether we are still signed in, after a socket was told that its token is not good any more. */
  isKnown?(): Promise<boolean>;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** A command that is not answered for so long was sent into a line that is dead and does not say so. */
const LONGEST_SILENCE = 8000;
const FINAL: readonly Bye["reason"][] = ["closed", "unknown-table", "no-spectators", "removed", "damaged"];

const BROWSER: Surroundings = {
  open: (address) => new WebSocket(address) as unknown as Wire,
  later: (task, milliseconds) => setTimeout(task, milliseconds),
  // Not the people of a server that has died all at the same moment.
  spread: (milliseconds) => milliseconds * (0.75 + Math.random() / 2),
  isKnown,
  newId: () => crypto.getRandomValues(new Uint32Array(3)).reduce((id, part) => id + part.toString(36), ""),
};

/** The browser's; with a token, which a browser can send on a socket as a protocol's name alone. */
export function surroundingsOf(token: string | null): Surroundings {
  if (token === null) return BROWSER;
  const protocols = ["calavera", `calavera.token.${token}`];
  const open = (address: string) => new WebSocket(address, protocols) as unknown as Wire;
  return { ...BROWSER, open, isKnown: () => Promise.resolve(false) };
}

export class Connection {
  #wire: Wire | null = null;
  #version: number | null = null;
  #pause = FIRST_PAUSE;
  #state: LinkState = "connecting";
  #welcomed = false;
  /** Sent or still to be sent, and not answered: an id is played once, so sending again is safe. */
  readonly #unanswered = new Map<string, Command>();

  constructor(
    readonly address: string,
    readonly listener: Listener,
    readonly surroundings: Surroundings = BROWSER,
  ) {}

  start(): void {
    this.#connect();
  }

  /** Asks the table for something; kept and sent again until it is answered. */
  send(wish: Wish): string {
    const command = { ...wish, id: this.surroundings.newId() } as Command;
    this.#unanswered.set(command.id, command);
    if (this.#welcomed) this.#transmit(command);
    return command.id;
  }

  /** Whether something like this is on its way already: two taps are one wish. */
  isAsking(test: (command: Command) => boolean): boolean {
    return [...this.#unanswered.values()].some(test);
  }

  /** Tries at once, for instance because the phone is online again. */
  hurry(): void {
    if (this.#state === "lost" && this.#wire === null) this.#connect();
  }

  /** The device says that it is offline: the line is dead, which a socket may not notice for long. */
  cut(): void {
    if (this.#wire === null || this.#state === "over") return;
    this.#drop();
    this.#fallen();
  }

  /** Comes in anew, for instance under another name; nothing is lost by it. */
  again(): void {
    if (this.#state !== "open") return;
    this.#drop();
    this.#connect();
  }

  close(): void {
    this.#become("over", null);
    this.#drop();
  }

  #connect(): void {
    if (this.#state === "over" || this.#wire !== null) return;
    const since = this.#version === null ? "" : `${this.address.includes("?") ? "&" : "?"}since=${this.#version}`;
    const wire = this.surroundings.open(this.address + since);
    this.#wire = wire;
    wire.onmessage = ({ data }) => {
      if (wire === this.#wire) this.#hear(JSON.parse(data) as ServerMessage);
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#fallen();
    };
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#version = message.version;
        this.#pause = FIRST_PAUSE;
        this.#welcomed = true;
        this.listener.welcome(message);
        this.#become("open", null);
        for (const command of this.#unanswered.values()) this.#transmit(command);
        return;
      case "frame":
        if (message.version !== (this.#version ?? 0) + 1) return this.#resume();
        this.#version = message.version;
        if (message.done !== null) this.#unanswered.delete(message.done);
        this.listener.frame(message);
        return;
      case "presence":
        this.listener.presence(message.here);
        return;
      case "new-device":
        this.listener.newDevice();
        return;
      case "done":
        this.#unanswered.delete(message.id);
        return;
      case "refused": {
        const command = message.id === null ? null : (this.#unanswered.get(message.id) ?? null);
        if (message.id !== null) this.#unanswered.delete(message.id);
        this.listener.refused(message.reason, message.detail, command);
        return;
      }
      case "announcement":
        this.listener.announced?.(message);
        return;
      case "bye":
        if (message.reason === "signed-out") return this.#signedOut();
        if (!FINAL.includes(message.reason)) return;
        this.#become("over", message.reason);
        this.#drop();
    }
  }

  /** For good, unless this browser has taken a new token, in this tab or in another one. */
  #signedOut(): void {
    this.#drop();
    this.#become("lost", null);
    void (this.surroundings.isKnown?.() ?? Promise.resolve(false)).then((known) => {
      if (known) this.#connect();
      else this.#become("over", "signed-out");
    });
  }

  #transmit(command: Command): void {
    const wire = this.#wire;
    wire?.send(JSON.stringify(command));
    this.surroundings.later(() => {
      if (wire !== null && wire === this.#wire && this.#unanswered.has(command.id)) this.#resume();
    }, LONGEST_SILENCE);
  }

  /** A version was missed: what came since is asked for on a new socket. */
  #resume(): void {
    this.#drop();
    this.#become("lost", null);
    this.#connect();
  }

  #fallen(): void {
    this.#wire = null;
    this.#welcomed = false;
    if (this.#state === "over") return;
    this.#become("lost", null);
    this.surroundings.later(() => this.#connect(), this.surroundings.spread?.(this.#pause) ?? this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#welcomed = false;
    wire?.close();
  }

  #become(state: LinkState, bye: Bye["reason"] | null): void {
    if (state === this.#state && bye === null) return;
    this.#state = state;
    this.listener.link(state, bye);
  }
}
