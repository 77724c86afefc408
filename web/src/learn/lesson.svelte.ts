// A lesson being taken: the scripted table answers instead of a server.
import { sound, soundOfLift } from "../sound/voice";
import type { Controls } from "../table/controls";
import { Stage } from "../table/stage.svelte";
import { scriptedFacts, scriptedRoom, scriptedSnapshot } from "../table/scripted";
import { announcer } from "../ui/toasts.svelte";
import { preferences } from "../ui/preferences.svelte";
import type { Action, Room, Seat, SeenEvent, View } from "../wire/messages";
import { castOf } from "../words/cast";
import { tell } from "../words/tell";
import { m } from "../words/words";
import data from "./lessons.json";
import type { Key } from "./words.svelte";

export interface Node {
  kind: "tell" | "ask" | "note";
  words: Key;
  rules: string[];
  /** A new table, and how it looks before anything moves. */
  scene: { names: string[]; view: number } | null;
  view: number;
  steps: { events: SeenEvent[]; view: number }[];
  choices: { seat: Seat; action: Action; to: number | null }[];
  next: number | null;
}

export interface Lesson {
  name: string;
  nodes: Node[];
  views: View[];
}

export const LESSONS = data as unknown as Lesson[];

export function isSameAction(one: Action, other: Action): boolean {
  return (
    JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
  );
}

/** How much of a lesson is behind: by the longest way that is left. */
export function stepsLeft(lesson: Lesson, place: number | null): number {
  const known: Record<number, number> = {};
  const left = (at: number | null): number => {
    if (at === null) return 0;
    const node = lesson.nodes[at]!;
    if (node.kind === "note") return 0; // it leads back
    if (known[at] === undefined) {
      known[at] = 0;
      const ways = node.choices.length ? node.choices.map(({ to }) => to) : [node.next];
      known[at] = 1 + Math.max(...ways.map(left));
    }
    return known[at];
  };
  return left(place);
}

export class LessonRun implements Controls {
  place = $state<number | null>(0);
  stage = $state.raw(new Stage());
  room: Room;
  readonly length: number;

  constructor(readonly lesson: Lesson) {
    this.length = stepsLeft(lesson, 0);
    this.room = this.#roomOf(0);
    this.#enter(0);
  }

  get node(): Node | null {
    return this.place === null ? null : this.lesson.nodes[this.place]!;
  }

  /** From 0 to 1. */
  get progress(): number {
    const node = this.node;
    const from = node?.kind === "note" ? node.next : this.place;
    return 1 - stepsLeft(this.lesson, from) / this.length;
  }

  act(seat: Seat, action: Action): void {
    const choice = this.node?.choices.find(
      (each) => each.seat === seat && isSameAction(each.action, action),
    );
    if (choice) this.#enter(choice.to);
  }

  decline(): void {}

  on = (): void => {
    if (this.node) this.#enter(this.node.next);
  };

  #roomOf(place: number): Room {
    const { scene } = this.lesson.nodes[place]!;
    return scene
      ? scriptedRoom([m.you(), ...scene.names], this.lesson.views[scene.view]!)
      : this.room;
  }

  #enter(place: number | null): void {
    const before = this.node;
    this.place = place;
    const node = this.node;
    if (place === null || !node) return;
    const view = (index: number) => this.lesson.views[index]!;
    this.room = this.#roomOf(place);
    // What is told while nothing is asked shows nobody's turn.
    const still = (shown: View): View =>
      node.kind === "ask" ? shown : { ...shown, board: { ...shown.board, turn: [] } };
    const snapshot = (index: number, decision: number | null) =>
      scriptedSnapshot(this.room, still(view(index)), decision);
    if (node.scene || before?.kind === "note") {
      this.stage = this.#newStage();
      this.stage.set(snapshot(node.scene?.view ?? node.view, null));
    }
    this.stage.tempo = preferences.calm ? 0.4 : 0.9;
    this.stage.reading = preferences.calm ? 0.9 : 0;
    const isBack = before?.kind === "note";
    const steps = isBack ? [] : node.steps;
    for (const step of steps)
      this.stage.push(scriptedSnapshot(this.room, view(step.view)), scriptedFacts(step.events));
    const decision = node.kind === "ask" ? place : null;
    if (steps.length) this.stage.push(snapshot(node.view, decision), []);
    else this.stage.set(snapshot(node.view, decision));
  }

  #newStage(): Stage {
    const stage: Stage = new Stage({
      begins: (event, before) => {
        if (stage === this.stage && event.type === "disc-flipped" && before > 0) soundOfLift();
      },
      shows: (event) => {
        if (stage !== this.stage || !stage.view) return;
        sound(event);
        announcer.say(tell(event, castOf(this.room, stage.view)));
      },
    });
    return stage;
  }
}
