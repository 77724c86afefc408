// A member or spectator at a live table: the connection, the stage that shows it, talk and sound.
import { tellRefusal } from "../device/refusal";
import { sound, soundOfLift, soundOfTurn, vibrate } from "../sound/voice";
import { wordsOf } from "../remarks/words.svelte";
import { introduce } from "../ui/introduction";
import { keepTalk, keptTalk, lastTableOf, pastime } from "../ui/kept";
import { preferences } from "../ui/preferences.svelte";
import { announcer, toasts } from "../ui/toasts.svelte";
import {
  Connection,
  decisionOf,
  readyWish,
  surroundingsOf,
  type LinkState,
  type Wish,
} from "../wire/connection";
import { history, socketAddress } from "../wire/http";
import { isHere, isStatic } from "../wire/place";
import { server } from "../wire/server.svelte";
import type { InFlight } from "../wire/in-flight.svelte";
import type {
  Action,
  BotSaid,
  ByeReason,
  Frame,
  Game,
  HintMessage,
  Room,
  Seat,
  SeenFact,
  Taunt,
  Welcome,
  You,
} from "../wire/messages";
import { castOf } from "../words/cast";
import { tell } from "../words/tell";
import { m, tauntWord } from "../words/words";
import { Absence } from "./absence.svelte";
import type { Controls, Hints } from "./controls";
import { eventsOf, Stage } from "./stage.svelte";

export interface Line {
  number: number;
  /** Null for a bot. */
  member: number | null;
  name: string;
  text: string;
}

const LONGEST_TALK = 200;

export class Session implements Controls, Hints {
  link = $state<LinkState>("connecting");
  bye = $state<ByeReason | null>(null);
  here = $state.raw<number[]>([]);
  /** The room at once, before the stage has shown the way to it. */
  room = $state.raw<Room | null>(null);
  you = $state.raw<You | null>(null);
  talk = $state.raw<Line[]>([]);
  /** The last words at each place, as bubbles at the table. */
  bubbles = $state.raw<Record<number, string>>({});
  readonly stage: Stage;
  /** Whether it is heard; a screen for the whole room is silent until somebody wants it. */
  sounds = $state(true);
  /** How far the server's clock is ahead of ours, in milliseconds. */
  skew = $state(0);
  /** When we were last let in, by the server's clock. */
  came = $state(0);
  /** The decision that is asked of us, once the table shows it; empty where there is none. */
  turn = $state("");
  /** What happened while nobody looked. */
  readonly absence = new Absence();
  /** A stage that shows it again, instead of the table as it is. */
  again = $state.raw<Stage | null>(null);
  /** Whether somebody has left this page while others were playing. */
  wasLeft = $state(false);

  #connection: Connection;
  #game: Game | null = null;
  #hint = $state.raw<HintMessage | null>(null);
  #lines = 0;
  #welcomes = 0;
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
        // A page that nobody looks at is heard when it is one's turn.
        if (this.sounds && !document.hidden) sound(event);
        const { room } = this;
        const view = this.stage.view;
        if (room && view) announcer.say(tell(event, castOf(room, view)));
        // A tick for a flower; a skull is felt to the bone.
        if (!shared && event.type === "disc-flipped")
          vibrate(event.disc === "S" ? [80, 60, 240] : 18);
        // A loss of one's own, whichever disc it was.
        if (!shared && event.type === "disc-lost") vibrate([140, 80, 140]);
      },
      settles: () => {
        if (!shared) this.#tellTurn();
      },
    });
    this.#connection = new Connection(
      socketAddress(code, shared),
      {
        welcome: (message) => this.#welcome(message),
        frame: (message) => this.#frame(message),
        presence: (here) => (this.here = here),
        newDevice: () => {
          toasts.say(m.new_device());
          announcer.say(m.new_device());
        },
        refused: (reason, command) => {
          // Discs stay secret, whenever that is asked.
          if (command?.type !== "decline") tellRefusal(reason, code);
        },
        hinted: (hint) => (this.#hint = hint),
        announced: ({ text, at }) => toasts.announce(m.announcement({ text }), at),
        link: (state, bye) => {
          if (state === "open" && this.link === "lost") toasts.say(m.link_back());
          // It may be the table, or all of the server.
          if (state === "lost" && !isHere(code)) void server.look();
          this.link = state;
          this.bye = bye;
        },
      },
      surroundingsOf(token, isHere(code)),
    );
    // The socket knows people by their cookie: whoever has none yet is given one first.
    const isUnknown = token === null && !shared && (isStatic || !isHere(code));
    const known: Promise<unknown> = isUnknown ? introduce() : Promise.resolve();
    known.catch(() => {}).finally(() => this.#connection.start());
  }

  hurry = (): void => this.#connection.hurry();

  /** The page was hidden, or is looked at again. */
  look(): void {
    this.hurry();
    this.#pace();
    if (!document.hidden) return;
    this.absence.begin(this.stage.latest, this.stage.log);
    if (this.room?.phase === "playing" && !this.turn) this.wasLeft = true;
  }

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

  get inFlight(): InFlight {
    return this.#connection.inFlight;
  }

  act(seat: Seat, action: Action): void {
    if (this.#game) this.#connection.act(this.#game, seat, action);
  }

  isDeciding(game: number, seat: Seat, decision: number): boolean {
    return this.inFlight.isDeciding(game, seat, decision);
  }

  askHint(seat: Seat): void {
    const decision = this.#game && decisionOf(this.#game, seat);
    if (this.#game && decision !== null)
      this.#connection.sendOnce({ type: "hint", game: this.#game.number, seat, decision });
  }

  hintOf(seat: Seat): HintMessage | null {
    return this.#hint?.seat === seat ? this.#hint : null;
  }

  get isAsking(): boolean {
    return this.inFlight.of("hint").length > 0;
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
    this.ask(readyWish(ready));
  }

  #welcome(message: Welcome): void {
    this.room = message.room;
    this.you = message.you;
    this.here = message.here;
    this.#game = message.game;
    this.came = message.now;
    this.#keep();
    this.skew = message.now - Date.now();
    this.#pace();
    const snapshot = { room: message.room, game: message.game, you: message.you };
    if (this.#welcomes > 0) {
      this.absence.begin(this.stage.latest, this.stage.log);
      this.absence.add(snapshot, message.facts);
    }
    this.stage.set(snapshot, message.facts);
    this.#welcomes += 1;
    if (this.#welcomes === 1 && message.game && !this.#shared)
      void this.#remember(message.game.number);
    this.#hear(message.facts);
    void this.#hearBots(message.facts);
  }

  /** Frames may arrive while the history is being fetched: their events are not logged twice. */
  async #remember(number: number): Promise<void> {
    try {
      const past = await history(this.code, this.#token);
      if (past.number !== number) return;
      const known = this.#fresh
        .filter(({ version }) => version <= past.version)
        .reduce((sum, { events }) => sum + events, 0);
      this.stage.remember(past.events.slice(0, past.events.length - known));
    } catch {
      // A log that begins in the middle does no harm.
    }
  }

  #frame(message: Frame): void {
    this.#fresh.push({ version: message.version, events: eventsOf(message.facts).length });
    if (message.room) this.room = message.room;
    if (message.you) this.you = message.you;
    if (message.game) this.#game = message.game;
    this.#keep();
    this.skew = message.now - Date.now();
    this.#pace();
    this.#hear(message.facts);
    if (!this.room || !this.you) return;
    const snapshot = { room: this.room, game: this.#game, you: this.you };
    if (document.hidden) this.absence.add(snapshot, message.facts);
    else this.absence.end();
    this.stage.push(snapshot, message.facts, () => {
      void this.#hearBots(message.facts);
    });
  }

  #pace(): void {
    // Browsers slow down the timers of a hidden page: its table is as the server says, at once.
    this.stage.tempo = document.hidden ? 0 : preferences.calm ? 0.4 : 1;
    this.stage.reading = preferences.calm && !document.hidden ? 1 : 0;
  }

  #hear(facts: SeenFact[]): void {
    for (const fact of facts)
      switch (fact.type) {
        case "said":
          this.#memberSays(fact.member, fact.text);
          break;
        case "taunted":
          this.#memberSays(fact.member, tauntWord(fact.taunt));
          break;
        case "stood-in":
          toasts.say(m.tell_stood_in({ name: this.room?.places[fact.place]?.name ?? "" }));
          break;
        case "came-back":
          if (fact.place !== this.you?.place)
            toasts.say(m.tell_came_back({ name: this.room?.places[fact.place]?.name ?? "" }));
          break;
        case "joined":
          if (fact.member === this.you?.member) break;
          toasts.say(m.tell_joined({ name: fact.name }));
      }
  }

  /** Players who leave in the middle of a game find a link back on the home page. */
  #keep(): void {
    const last = lastTableOf(this.code);
    if (
      this.#token === null &&
      !this.#shared &&
      this.room?.phase === "playing" &&
      this.you?.place != null &&
      !pastime.is(this.code)
    )
      last.set(this.code);
    // On this device nobody else ends it: the home page need not ask.
    else if (isHere(this.code) && last.get() === this.code) last.forget();
  }

  /** Bots speak of what has just been shown. */
  async #hearBots(facts: SeenFact[]): Promise<void> {
    for (const fact of facts) if (fact.type === "bot-said") await this.#botSays(fact);
  }

  async #botSays({ place, remark }: BotSaid): Promise<void> {
    if (!preferences.botsTalk) return;
    const text = await wordsOf(remark);
    if (text) this.#speak(null, this.room?.places[place]?.name ?? "", place, text);
  }

  #memberSays(member: number, text: string): void {
    const name = this.room?.members.find((each) => each.member === member)?.name ?? "";
    const place = this.room?.places.find((each) => each.member === member)?.place ?? null;
    this.#speak(member, name, place, text);
  }

  #speak(member: number | null, name: string, place: number | null, text: string): void {
    this.#lines += 1;
    this.talk = [...this.talk, { number: this.#lines, member, name, text }].slice(-LONGEST_TALK);
    if (!this.#shared && this.#token === null) keepTalk(this.code, this.talk);
    announcer.say(`${name}: ${text}`);
    if (place === null) return;
    this.bubbles = { ...this.bubbles, [place]: text };
    setTimeout(() => {
      if (this.bubbles[place] === text) this.bubbles = { ...this.bubbles, [place]: "" };
    }, 5000);
  }

  #tellTurn(): void {
    const game = this.#game;
    const mine =
      game?.view.own.filter(
        ({ seat, legal }) => legal.length && game.view.board.turn.includes(seat),
      ) ?? [];
    const turn = mine.map(({ seat, decision }) => seat + decision).join();
    if (turn && turn !== this.turn) {
      soundOfTurn();
      vibrate(60);
    }
    this.turn = turn;
  }
}
