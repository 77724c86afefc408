// What is on the table right now: the events one after the other, then the server's whole view.
import type { Game, Room, Seat, SeenEvent, SeenFact, View, You } from "../wire/messages";
import { decisionOf } from "../wire/connection";
import { shownAfter } from "./display";
import { beatOf } from "./pace";

/** All that a screen of the table is derived from, wherever it comes from. */
export interface Snapshot {
  room: Room;
  game: Game | null;
  you: You;
}

/** The event that is being shown; `shown` from the moment its outcome can be seen. */
export interface Moment {
  event: SeenEvent;
  shown: boolean;
  /** A disc is on its way over: its face cannot be made out, and nothing is said of it yet. */
  turning?: boolean;
  /** How long the breath before it lasts, in milliseconds. */
  before: number;
  /** How long it is looked at. */
  after: number;
}

export interface LogLine {
  number: number;
  event: SeenEvent;
}

export interface Observer {
  /** An event begins to be shown. */
  begins?(event: SeenEvent, before: number): void;
  /** Its outcome can be seen now. */
  shows?(event: SeenEvent): void;
  /** Nothing more is to be shown; the table is as the server says. */
  settles?(snapshot: Snapshot): void;
}

/** What happened at once, and the table after it. */
export interface Step {
  events: SeenEvent[];
  snapshot: Snapshot;
  shown?: (() => void) | undefined;
}

export type Wait = (milliseconds: number) => Promise<void>;

const wait: Wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
/** Until the face of a disc that turns can be made out, in milliseconds. */
const TURN = 260;
/** More than this many events behind, the table hurries, but for what has to be read. */
const PATIENCE = 4;
/** More than this many, it goes straight to how things are. */
const TOO_MANY = 24;
const LONGEST_LOG = 400;

export class Stage {
  snapshot = $state.raw<Snapshot | null>(null);
  view = $state.raw<View | null>(null);
  moment = $state.raw<Moment | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** The table as the server last said, not shown yet in part. */
  latest = $state.raw<Snapshot | null>(null);
  /** Whether everything that happened has been shown. */
  settled = $state(true);
  /** 1 as usual; smaller is faster, 0 shows nothing in between. */
  tempo = 1;
  /** The least tempo of what has to be read; 1 for players who want less motion but all of the words. */
  reading = 0;

  #steps: Step[] = [];
  #running = false;
  #lines = 0;

  constructor(
    readonly observer: Observer = {},
    readonly pause: Wait = wait,
  ) {}

  /** The table as it is, without a way to it: on arrival, after a long absence, on a jump. */
  set(snapshot: Snapshot, facts: SeenFact[] = []): void {
    this.#steps = [];
    this.latest = snapshot;
    if (this.#isAnother(snapshot)) this.log = [];
    this.#write(eventsOf(facts));
    this.moment = null;
    this.#arrive(snapshot);
  }

  /** What happened, and the table after it; `shown` is called when all of it has been shown. */
  push(snapshot: Snapshot, facts: SeenFact[], shown?: () => void): void {
    this.latest = snapshot;
    this.#steps.push({ events: eventsOf(facts), snapshot, shown });
    if (!this.#running) void this.#run();
  }

  /** Puts what happened before we came in front of the log. */
  remember(events: SeenEvent[]): void {
    const lines = events.map((event, index) => ({ number: index - events.length, event }));
    this.log = [...lines, ...this.log].slice(-LONGEST_LOG);
  }

  /** The number of a seat's decision, where it may be answered now: nothing still to be shown changes it. */
  decisionOf(seat: Seat): number | null {
    const shown = this.snapshot?.game;
    const latest = this.latest?.game;
    const decision = shown ? decisionOf(shown, seat) : null;
    if (this.settled) return decision;
    if (latest?.number !== shown?.number) return null;
    const isAsked = latest?.view.own.some((own) => own.seat === seat && own.legal.length > 0);
    return latest && isAsked && decisionOf(latest, seat) === decision ? decision : null;
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.settled = false;
      if (this.#isAnother(step.snapshot)) this.#clear();
      for (const event of step.events) await this.#play(event);
      this.moment = null;
      this.#arrive(step.snapshot, this.#steps.length === 0);
      step.shown?.();
    }
    this.#running = false;
  }

  async #play(event: SeenEvent): Promise<void> {
    const view = this.view;
    const behind = this.#steps.reduce((sum, step) => sum + step.events.length, 0);
    if (view) {
      const beat = beatOf(event, view);
      const haste = behind > TOO_MANY ? 0 : behind > PATIENCE && !beat.told ? 0.35 : 1;
      const before = beat.before * this.tempo * haste;
      const after = beat.after * haste * Math.max(this.tempo, beat.told ? this.reading : 0);
      this.moment = { event, shown: before === 0, before, after };
      this.observer.begins?.(event, before);
      if (before > 0) {
        await this.pause(before);
        this.moment = { event, shown: true, before, after };
      }
      this.view = shownAfter(view, event);
      const turn = event.type === "disc-flipped" ? Math.min(after, TURN * this.tempo * haste) : 0;
      if (turn > 0) {
        this.moment = { event, shown: true, turning: true, before, after };
        await this.pause(turn);
        this.moment = { event, shown: true, before, after };
      }
      this.#write([event]);
      this.observer.shows?.(event);
      if (after > turn) await this.pause(after - turn);
    } else this.#write([event]);
  }

  /** Whether it belongs to another game than the one on the table. */
  #isAnother({ game }: Snapshot): boolean {
    const before = this.snapshot?.game ?? null;
    return before !== null && game !== null && before.number !== game.number;
  }

  /** A new game does not begin among the pieces of the one before, nor its log after the other's. */
  #clear(): void {
    this.view = null;
    this.log = [];
  }

  #arrive(snapshot: Snapshot, settled = true): void {
    this.snapshot = snapshot;
    this.view = snapshot.game?.view ?? null;
    if (!settled) return;
    this.settled = true;
    this.observer.settles?.(snapshot);
  }

  #write(events: SeenEvent[]): void {
    if (events.length === 0) return;
    const lines = events.map((event) => ({ number: (this.#lines += 1), event }));
    this.log = [...this.log, ...lines].slice(-LONGEST_LOG);
  }
}

export function eventsOf(facts: SeenFact[]): SeenEvent[] {
  return facts.flatMap((fact) => (fact.type === "played" ? fact.events : []));
}
