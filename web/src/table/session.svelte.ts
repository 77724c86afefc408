// Somebody at a live table: the connection, the stage that shows it, and what can be asked.
import { sound, soundOfLift, soundOfTurn, vibrate } from "../sound/voice";
import { introduce } from "../ui/introduction";
import { keepTalk, keptTalk, lastTable } from "../ui/kept";
import { preferences } from "../ui/preferences.svelte";
import { announcer, toasts } from "../ui/toasts.svelte";
import { Connection, surroundingsOf, type LinkState, type Wish } from "../wire/connection";
import { history, socketAddress } from "../wire/http";
import type { Action, ByeReason, Frame, Game, Room, Seat, SeenFact, Taunt, Welcome, You } from "../wire/messages";
import { castOf } from "../words/cast";
import { tell } from "../words/tell";
import { m, refusalWords, tauntWord } from "../words/words";
import type { Controls } from "./controls";
import { eventsOf, Stage } from "./stage.svelte";

export interface Line {
  number: number;
  member: number;
  name: string;
  text: string;
}

const LONGEST_TALK = 200;

export class Session implements Controls {
  link = $state<LinkState>("connecting");
  bye = $state<ByeReason | null>(null);
  here = $state.raw<number[]>([]);
  /** The room at once, before the stage has shown the way to it. */
  room = $state.raw<Room | null>(null);
  you = $state.raw<You | null>(null);
  talk = $state.raw<Line[]>([]);
  /** The last words of each member, as bubbles at the table. */
  bubbles = $state.raw<Record<number, string>>({});
  readonly stage: Stage;
  /** The decision that is on its way. */
  sending = $state("");
  /** Whether it is heard; a screen for the whole room is silent until somebody wants it. */
  sounds = $state(true);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  skew = $state(0);
  /** When we were last let in, by the server's clock. */
  came = $state(0);

  #connection: Connection;
  #game: Game | null = null;
  #lines = 0;
  #welcomes = 0;
  #turn = "";
  #token: string | null;
  #shared: boolean;
  /** How many events each frame brought since we came, until the history before is there. */
  #fresh: { version: number; events: number }[] = [];

  constructor(
    readonly code: string,
    /** `shared`: a screen for all to see. `token`: of whom, where this device plays for several. */
    { shared = false, token = null }: { shared?: boolean; token?: string | null } = {},
  ) {
    this.#token = token;
    this.#shared = shared;
    if (!shared && token === null) {
      this.talk = keptTalk(code);
      this.#lines = this.talk.at(-1)?.number ?? 0;
    }
    this.sounds = !shared;
    this.stage = new Stage({
      begins: (event, before) => {
        if (this.sounds && event.type === "disc-flipped" && before > 0) soundOfLift();
      },
      shows: (event) => {
        if (this.sounds) sound(event);
        const { room } = this;
        const view = this.stage.view;
        if (room && view) announcer.say(tell(event, castOf(room, view)));
        // A tick for a flower; a skull is felt to the bone.
        if (!shared && event.type === "disc-flipped") vibrate(event.disc === "S" ? [80, 60, 240] : 18);
      },
      settles: () => {
        if (!shared) this.#tellTurn();
      },
    });
    this.#connection = new Connection(socketAddress(code, shared), {
      welcome: (message) => this.#welcome(message),
      frame: (message) => this.#frame(message),
      presence: (here) => (this.here = here),
      newDevice: () => {
        toasts.say(m.new_device());
        announcer.say(m.new_device());
      },
      refused: (reason, _, command) => {
        if (command?.type === "act") this.sending = "";
        toasts.say(refusalWords(reason, code));
      },
      announced: ({ text, at }) => toasts.announce(m.announcement({ text }), at),
      link: (state, bye) => {
        if (state === "open" && this.link === "lost") toasts.say(m.link_back());
        this.link = state;
        this.bye = bye;
      },
    }, surroundingsOf(token));
    // The socket knows people by their cookie: whoever has none yet is given one first.
    const known: Promise<unknown> = token === null && !shared ? introduce() : Promise.resolve();
    known
      .catch(() => {})
      .finally(() => this.#connection.start());
  }

  hurry = (): void => this.#connection.hurry();
  cut = (): void => this.#connection.cut();

  /** A table learns a new name when somebody comes in. */
  comeInAgain(): void {
    this.#connection.again();
  }

  close(): void {
    this.#connection.close();
  }

  ask(wish: Wish): void {
    this.#connection.send(wish);
  }

  /** Whether a wish of that kind is not answered yet. */
  isAsking(type: Wish["type"]): boolean {
    return this.#connection.isAsking((command) => command.type === type);
  }

  act(seat: Seat, action: Action): void {
    const game = this.#game;
    if (!game) return;
    const index = game.view.board.mats.findIndex((mat) => mat.seat === seat);
    const decision = game.decisions[index] ?? 0;
    const twice = this.#connection.isAsking(
      (command) => command.type === "act" && command.seat === seat && command.decision === decision,
    );
    if (twice) return;
    this.sending = `${seat}${decision}`;
    this.ask({ type: "act", game: game.number, seat, decision, action });
  }

  decline(seat: Seat): void {
    if (this.#game) this.ask({ type: "decline", game: this.#game.number, seat });
  }

  say(text: string): void {
    const plain = text.trim().slice(0, 200);
    if (plain) this.ask({ type: "say", text: plain });
  }

  taunt(taunt: Taunt): void {
    this.ask({ type: "taunt", taunt });
  }

  ready(ready: boolean): void {
    const salt = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    this.ask({ type: "ready", ready, salt });
  }

  #welcome(message: Welcome): void {
    this.room = message.room;
    this.you = message.you;
    this.here = message.here;
    this.#game = message.game;
    this.came = message.now;
    this.#keep();
    this.skew = message.now - Date.now();
    this.stage.tempo = preferences.calm ? 0.4 : 1;
    this.stage.set({ room: message.room, game: message.game, you: message.you }, message.facts);
    this.#answered();
    this.#welcomes += 1;
    if (this.#welcomes === 1 && message.game && !this.#shared) void this.#remember(message.game.number);
    if (this.#welcomes > 1 && this.stage.missed > 1)
      toasts.say(m.while_away({ count: this.stage.missed }));
    this.#hear(message.facts);
  }

  /** Frames may have come while the history was on its way: what they told is not told twice. */
  async #remember(number: number): Promise<void> {
    try {
      const past = await history(this.code, this.#token);
      if (past.number !== number) return;
      const known = this.#fresh
        .filter(({ version }) => version <= past.version)
        .reduce((sum, { events }) => sum + events, 0);
      this.stage.remember(past.events.slice(0, past.events.length - known));
    } catch {
      // A log that begins in the middle is no harm.
    }
  }

  #frame(message: Frame): void {
    this.#fresh.push({ version: message.version, events: eventsOf(message.facts).length });
    if (message.room) this.room = message.room;
    if (message.you) this.you = message.you;
    if (message.game) this.#game = message.game;
    this.#keep();
    this.skew = message.now - Date.now();
    this.stage.tempo = preferences.calm ? 0.4 : 1;
    this.#hear(message.facts);
    if (this.room && this.you)
      this.stage.push({ room: this.room, game: this.#game, you: this.you }, message.facts);
    this.#answered();
  }

  #hear(facts: SeenFact[]): void {
    for (const fact of facts)
      switch (fact.type) {
        case "said":
          this.#speak(fact.member, fact.text);
          break;
        case "taunted":
          this.#speak(fact.member, tauntWord(fact.taunt));
          break;
        case "stood-in":
          toasts.say(m.tell_stood_in({ name: this.room?.places[fact.place]?.name ?? "" }));
          break;
        case "came-back":
          if (fact.place !== this.you?.place)
            toasts.say(m.tell_came_back({ name: this.room?.places[fact.place]?.name ?? "" }));
          break;
        case "joined":
          if (fact.member !== this.you?.member) announcer.say(m.tell_joined({ name: fact.name }));
      }
  }

  /** The next game has decisions of the same numbers: what was answered is not on its way. */
  #answered(): void {
    if (!this.isAsking("act")) this.sending = "";
  }

  /** Who goes home in the middle of a game finds the way back there. */
  #keep(): void {
    if (this.#token === null && !this.#shared && this.room?.phase === "playing" && this.you?.place != null)
      lastTable.set(this.code);
  }

  #speak(member: number, text: string): void {
    const name = this.room?.members.find((each) => each.member === member)?.name ?? "";
    this.#lines += 1;
    this.talk = [...this.talk, { number: this.#lines, member, name, text }].slice(-LONGEST_TALK);
    if (!this.#shared && this.#token === null) keepTalk(this.code, this.talk);
    this.bubbles = { ...this.bubbles, [member]: text };
    announcer.say(`${name}: ${text}`);
    setTimeout(() => {
      if (this.bubbles[member] === text) this.bubbles = { ...this.bubbles, [member]: "" };
    }, 5000);
  }

  #tellTurn(): void {
    const game = this.#game;
    const mine = game?.view.own.filter(({ seat, legal }) => legal.length && game.view.board.turn.includes(seat)) ?? [];
    const turn = mine.map(({ seat }) => `${seat}${game?.decisions.join()}`).join();
    if (turn && turn !== this.#turn) {
      soundOfTurn();
      vibrate(60);
    }
    this.#turn = turn;
  }
}
