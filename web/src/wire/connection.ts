// One WebSocket to one table: it reconnects, resumes from the last version, and resends idempotent commands.
import { untrack } from "svelte";
import { device } from "./device/device.svelte";
import { isKnown } from "./http";
import { InFlight } from "./in-flight.svelte";
import type {
  Action,
  Announcement,
  Bye,
  Command,
  Frame,
  Game,
  HintMessage,
  Reason,
  Seat,
  ServerMessage,
  Welcome,
} from "./messages";

/** `lost` reconnects by itself; `over` is final. */
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
  refused(reason: Reason, command: Command | null): void;
  hinted?(message: HintMessage): void;
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
  /** The pause with jitter. */
  spread?(milliseconds: number): number;
  newId(): string;
  /** Whether we are still signed in, after the server has revoked a socket's token. */
  isKnown?(): Promise<boolean>;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
/** A command without an answer for this long was sent into a dead connection. */
const LONGEST_SILENCE = 8000;
const FINAL: readonly Bye["reason"][] = [
  "closed",
  "unknown-table",
  "no-spectators",
  "removed",
  "damaged",
];

const BROWSER: Surroundings = {
  open: (address) => new WebSocket(address) as unknown as Wire,
  later: (task, milliseconds) => setTimeout(task, milliseconds),
  // Jitter: not everybody reconnects to a restarted server at the same moment.
  spread: (milliseconds) => milliseconds * (0.75 + Math.random() / 2),
  isKnown,
  newId: () =>
    crypto.getRandomValues(new Uint32Array(3)).reduce((id, part) => id + part.toString(36), ""),
};

/** The browser's own; a token is sent as a subprotocol, the only header that a page can set. */
export function surroundingsOf(token: string | null, isHere = false): Surroundings {
  if (isHere)
    return {
      ...BROWSER,
      open: (address) => device.connect(address, token),
      spread: (milliseconds) => milliseconds,
      isKnown: () => Promise.resolve(false),
    };
  if (token === null) return BROWSER;
  const protocols = ["calavera", `calavera.token.${token}`];
  const open = (address: string) => new WebSocket(address, protocols) as unknown as Wire;
  return { ...BROWSER, open, isKnown: () => Promise.resolve(false) };
}

/** The decision of a seat at a table that is only looked at. */
export const NOT_ASKED = -1;

/** The number of the decision that a seat has to make; null at a table that is only looked at. */
export function decisionOf(game: Game, seat: Seat): number | null {
  const decision = game.view.own.find((own) => own.seat === seat)?.decision ?? NOT_ASKED;
  return decision === NOT_ASKED ? null : decision;
}

/** Being ready brings along this member's part of the shared randomness. */
export function readyWish(ready: boolean): Wish {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return {
    type: "ready",
    ready,
    salt: bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}

export class Connection {
  #wire: Wire | null = null;
  #version: number | null = null;
  #pause = FIRST_PAUSE;
  #state: LinkState = "connecting";
  #welcomed = false;
  /** Commands are idempotent by their id, so sending one again is safe. */
  readonly inFlight = new InFlight();

  constructor(
    readonly address: string,
    readonly listener: Listener,
    readonly surroundings: Surroundings = BROWSER,
  ) {}

  start(): void {
    this.#connect();
  }

  /** Sends a command, again after every reconnect until it is answered. */
  send(wish: Wish): string {
    const command = { ...wish, id: this.surroundings.newId() } as Command;
    this.inFlight.add(command);
    if (this.#welcomed) this.#transmit(command);
    return command.id;
  }

  /** Sends it unless a command of this type is in flight. An effect that does so is not run again by the answer. */
  sendOnce(wish: Wish): void {
    if (untrack(() => this.inFlight.of(wish.type)).length === 0) this.send(wish);
  }

  /** Answers a seat's decision; a second tap is no second answer. */
  act(game: Game, seat: Seat, action: Action): void {
    const decision = decisionOf(game, seat) ?? 0;
    if (!this.inFlight.isDeciding(game.number, seat, decision))
      this.send({ type: "act", game: game.number, seat, decision, action });
  }

  /** Tries at once, for instance because the phone is online again. */
  hurry(): void {
    if (this.#state === "lost") this.#connect();
  }

  /** The device is offline: the connection is dead, though its socket may not notice for minutes. */
  cut(): void {
    if (this.#wire === null) return;
    this.#drop();
    this.#fallen();
  }

  /** Reconnects at once, for instance under another name; nothing is lost. */
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
    const since =
      this.#version === null
        ? ""
        : `${this.address.includes("?") ? "&" : "?"}since=${this.#version}`;
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
        for (const command of this.inFlight.all()) this.#transmit(command);
        return;
      case "frame":
        if (message.version !== (this.#version ?? 0) + 1) return this.#resume();
        this.#version = message.version;
        this.inFlight.settleDone(message.done);
        this.listener.frame(message);
        return;
      case "presence":
        this.listener.presence(message.here);
        return;
      case "new-device":
        this.listener.newDevice();
        return;
      case "done":
        this.inFlight.settleDone(message.id);
        return;
      case "refused":
        this.listener.refused(message.reason, this.inFlight.settle(message.id));
        return;
      case "hint":
        this.inFlight.settle(message.id);
        this.listener.hinted?.(message);
        return;
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

  /** Final, unless this browser has a new token, taken in this tab or another. */
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
      if (wire !== null && wire === this.#wire && this.inFlight.has(command.id)) this.#resume();
    }, LONGEST_SILENCE);
  }

  /** A version was missed, or the line is dead: resume on a new socket. */
  #resume(): void {
    this.#drop();
    this.#become("lost", null);
    this.#connect();
  }

  #fallen(): void {
    this.#wire = null;
    this.#welcomed = false;
    this.#become("lost", null);
    this.surroundings.later(
      () => this.#connect(),
      this.surroundings.spread?.(this.#pause) ?? this.#pause,
    );
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#welcomed = false;
    wire?.close();
  }

  #become(state: LinkState, bye: Bye["reason"] | null): void {
    if (state === this.#state) return;
    this.#state = state;
    this.listener.link(state, bye);
  }
}
