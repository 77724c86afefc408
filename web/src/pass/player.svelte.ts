// One of the players of this device: a silent connection of their own. What it receives is shown only
// while that player holds the device.
import { tellRefusal } from "../device/refusal";
import type { Controls } from "../table/controls";
import type { Snapshot } from "../table/stage.svelte";
import { toasts } from "../ui/toasts.svelte";
import { Connection, readyWish, surroundingsOf } from "../wire/connection";
import { socketAddress } from "../wire/http";
import { isHere } from "../wire/place";
import type { Action, Frame, Game, LiveSeat, Room, Seat, Welcome, You } from "../wire/messages";
import { m } from "../words/words";

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
        refused: (reason) => tellRefusal(reason, code),
        link: () => {},
      },
      surroundingsOf(token, isHere(code)),
    );
    this.#connection.start();
  }

  get snapshot(): Snapshot | null {
    const { room, game, you } = this;
    return room && you ? { room, game, you } : null;
  }

  own(seat: Seat): LiveSeat | undefined {
    return this.game?.view.own.find((own) => own.seat === seat);
  }

  act(seat: Seat, action: Action): void {
    if (this.game) this.#connection.act(this.game, seat, action);
  }

  isDeciding(game: number, seat: Seat, decision: number): boolean {
    return this.#connection.inFlight.isDeciding(game, seat, decision);
  }

  decline(seat: Seat): void {
    if (this.game) this.#connection.send({ type: "decline", game: this.game.number, seat });
  }

  /** Sits down and gets ready, one command at a time; returns whether both are done. */
  settle(place: number): boolean {
    const { room, you } = this;
    if (!room || !you || room.phase !== "gathering") return false;
    const chair = room.places[place];
    if (you.place === null) this.#connection.sendOnce({ type: "sit", place, bot: false });
    else if (!chair?.ready) this.#connection.sendOnce(readyWish(true));
    else return true;
    return false;
  }

  /** Takes the seat back from a bot, from the player's next turn on. */
  #comeBack(): void {
    const { room, you, game } = this;
    if (
      room?.phase !== "playing" ||
      !you ||
      you.place === null ||
      !room.places[you.place]?.stand_in
    )
      return;
    // Not in the turn that took too long: it still would, and the bot would be back at once.
    if (!you.seats.some((seat) => game?.view.board.turn.includes(seat)))
      this.#connection.sendOnce({ type: "back" });
  }

  hurry(): void {
    this.#connection.hurry();
  }

  close(): void {
    this.#connection.close();
  }
}
