// A replay: the step it is at, and how it plays.
import { sound, soundOfLift } from "../sound/voice";
import { Stage } from "../table/stage.svelte";
import { scriptedFacts, scriptedRoom, scriptedSnapshot } from "../table/scripted";
import { announcer } from "../ui/toasts.svelte";
import { preferences } from "../ui/preferences.svelte";
import type { Known } from "../table/scene/known";
import type { Room, SeenEvent } from "../wire/messages";
import type { Replay } from "../wire/retelling";
import { castOf, type Cast } from "../words/cast";
import { roundAfter, roundBefore, roundStarts } from "./rounds";
import { tellSeen } from "./tell";

export const SPEEDS = [1, 2, 4] as const;
/** A look at the table between two moves, in milliseconds. */
const BREATH = 650;

export class Story {
  index = $state(0);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);
  stage = $state.raw<Stage>(new Stage());
  readonly room: Room;
  readonly starts: number[];
  readonly last: number;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly replay: Replay,
    index = 0,
  ) {
    this.room = scriptedRoom(replay.names, replay.steps[0]!.view);
    this.starts = roundStarts(replay);
    this.last = replay.steps.length - 1;
    this.jump(index);
  }

  get step() {
    return this.replay.steps[this.index]!;
  }

  /** What the open viewpoint shows; while an event is animated, what was known before it. */
  get known(): Known {
    const holdings = this.replay.steps[Math.max(0, this.#shown)]?.holdings ?? [];
    return Object.fromEntries(holdings.map((holding) => [holding.seat, holding]));
  }

  get cast(): Cast {
    return castOf(this.room, this.step.view);
  }

  get isOpen(): boolean {
    return this.replay.eyes === "open";
  }

  /** The last step of which everything can be seen. */
  get #shown(): number {
    return this.stage.settled ? this.index : this.index - 1;
  }

  /** All that happened up to here, and nothing of a disc that is still in the air. */
  get log(): { number: number; event: SeenEvent }[] {
    return this.replay.steps
      .slice(0, this.#shown + 1)
      .flatMap(({ events }) => events)
      .map((event, number) => ({ number, event }));
  }

  /** Straight to a step, without the way there. */
  jump(index: number): void {
    this.#wait(null);
    this.index = Math.min(this.last, Math.max(0, index));
    this.stage = this.#newStage();
    this.stage.set(this.#snapshot());
    // The table tells the bids that led here.
    this.stage.remember(this.log.map(({ event }) => event));
  }

  forward = (): void => {
    if (this.index >= this.last) return this.pause();
    if (!this.stage.settled) this.jump(this.index);
    this.#wait(null);
    this.index += 1;
    this.stage.tempo = (preferences.calm ? 0.4 : 1) / this.speed;
    this.stage.reading = preferences.calm ? 1 / this.speed : 0;
    this.stage.push(this.#snapshot(), scriptedFacts(this.step.events));
  };

  back = (): void => {
    this.pause();
    this.jump(this.index - 1);
  };

  roundBack = (): void => this.jump(roundBefore(this.starts, this.index));
  roundForward = (): void => this.jump(roundAfter(this.starts, this.index, this.last));

  toggle = (): void => {
    if (this.playing) return this.pause();
    if (this.index >= this.last) this.jump(0);
    this.playing = true;
    this.forward();
  };

  pause(): void {
    this.playing = false;
    this.#wait(null);
  }

  close(): void {
    this.pause();
    this.stage = new Stage();
  }

  #snapshot() {
    return scriptedSnapshot(this.room, this.step.view);
  }

  /** A stage of its own for each way: what an older one still shows is seen by nobody. */
  #newStage(): Stage {
    const isCurrent = () => this.stage === stage;
    const stage: Stage = new Stage({
      begins: (event, before) => {
        if (isCurrent() && event.type === "disc-flipped" && before > 0) soundOfLift();
      },
      shows: (event) => {
        if (!isCurrent()) return;
        sound(event);
        announcer.say(tellSeen(event, this.cast, this.isOpen));
      },
      settles: () => {
        if (!isCurrent() || !this.playing) return;
        if (this.index >= this.last) this.pause();
        else this.#wait(this.forward);
      },
    });
    return stage;
  }

  #wait(task: (() => void) | null): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = task && setTimeout(task, BREATH / this.speed);
  }
}
