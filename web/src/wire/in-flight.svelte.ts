// The commands that were sent, or wait for a connection, and are not answered yet. Nothing else keeps
// track of them: connection, buttons and dialogs all ask here. Reading it is reactive.
import { SvelteMap } from "svelte/reactivity";
import type { Command, Seat } from "./messages";

type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;

export class InFlight {
  readonly #commands = new SvelteMap<string, Command>();

  add(command: Command): void {
    this.#commands.set(command.id, command);
  }

  /** Removes an answered command and returns it; null where it is not known. */
  settle(id: string | null): Command | null {
    const command = this.#commands.get(id ?? "") ?? null;
    if (command) this.#commands.delete(command.id);
    return command;
  }

  /** The same for a command that is done. A question for a hint stays until the hint is here. */
  settleDone(id: string | null): void {
    if (this.#commands.get(id ?? "")?.type !== "hint") this.settle(id);
  }

  has(id: string): boolean {
    return this.#commands.has(id);
  }

  /** Every command, in the order of sending. */
  all(): Command[] {
    return [...this.#commands.values()];
  }

  of<Type extends Command["type"]>(type: Type): Of<Type>[] {
    return this.all().filter((command): command is Of<Type> => command.type === type);
  }

  /** Whether a seat has answered this decision. */
  isDeciding(game: number, seat: Seat, decision: number): boolean {
    return this.of("act").some(
      (act) => act.game === game && act.seat === seat && act.decision === decision,
    );
  }
}
