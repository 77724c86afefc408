// One of the players of this device: a connection of their own, without a sound or a word. What it
// is told is shown only while they hold the device.
import type { Controls } from "../table/controls";
import type { Snapshot } from "../table/stage.svelte";
import { toasts } from "../ui/toasts.svelte";
import { Connection, surroundingsOf, type Wish } from "../wire/connection";
import { socketAddress } from "../wire/http";
import type { Action, Frame, Game, Room, Seat, Welcome, You } from "../wire/messages";
import { m, refusalWords } from "../words/words";

export class PassPlayer implements Controls {
  room = $state.raw<Room | null>(null);
  you = $state.raw<You | null>(null);
  game = $state.raw<Game | null>(null);
  #connection: Connection;

  constructor(code: string, token: string) {
    const take = (message: Welcome | Frame) => {
      if (message.room) this.room = message.room;
      if (message.you) this.you = message.you;
      if (message.game) this.game = message.game;
      this.#comeBack();
    };
    this.#connection = new Connection(
      socketAddress(code),
      {
        welcome: take,
        frame: take,
        presence: () => {},
        newDevice: () => toasts.say(m.new_device()),
        refused: (reason) => toasts.say(refusalWords(reason, code)),
        link: () => {},
      },
      surroundingsOf(token),
    );
    this.#connection.start();
  }

  get snapshot(): Snapshot | null {
    const { room, game, you } = this;
    return room && you ? { room, game, you } : null;
  }

  legal(seat: Seat): Action[] {
    return this.game?.view.own.find((own) => own.seat === seat)?.legal ?? [];
  }

  act(seat: Seat, action: Action): void {
    const game = this.game;
    if (!game) return;
    const decision = game.decisions[game.view.board.mats.findIndex((mat) => mat.seat === seat)] ?? 0;
    const twice = this.#connection.isAsking(
      (command) => command.type === "act" && command.seat === seat && command.decision === decision,
    );
    if (!twice) this.ask({ type: "act", game: game.number, seat, decision, action });
  }

  decline(seat: Seat): void {
    if (this.game) this.ask({ type: "decline", game: this.game.number, seat });
  }

  /** Takes the chair and says ready: one step for each answer. */
  settle(place: number): boolean {
    const { room, you } = this;
    if (!room || !you || room.phase !== "gathering") return false;
    const chair = room.places[place];
    if (you.place === null) this.#once({ type: "sit", place });
    else if (!chair?.ready) this.#once({ type: "ready", ready: true, salt: salt() });
    else return true;
    return false;
  }

  /** Whoever was played for plays again from their next turn on, without a word. */
  #comeBack(): void {
    const { room, you, game } = this;
    if (room?.phase !== "playing" || !you || you.place === null || !room.places[you.place]?.stand_in) return;
    // Not in the turn that took too long: it still would, and the bot would be back at once.
    if (!you.seats.some((seat) => game?.view.board.turn.includes(seat))) this.#once({ type: "back" });
  }

  ask(wish: Wish): void {
    this.#connection.send(wish);
  }

  hurry(): void {
    this.#connection.hurry();
  }

  close(): void {
    this.#connection.close();
  }

  #once(wish: Wish): void {
    if (!this.#connection.isAsking(({ type }) => type === wish.type)) this.ask(wish);
  }
}

function salt(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
