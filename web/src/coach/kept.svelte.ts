// Whether the coach speaks on this device, and what it has said; kept in the browser, told to nobody.
const PLACE = "calavera-coach";

interface Kept {
  on: boolean;
  said: string[];
}

function kept(): Kept {
  try {
    const { on, said } = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
    return { on: on !== false, said: Array.isArray(said) ? said : [] };
  } catch {
    return { on: true, said: [] }; // storage may be forbidden, or hold something else
  }
}

class Coach {
  /** From the first game until it is skipped or that game is over; again when somebody asks for it. */
  on = $state(kept().on);
  /** The topics that were spoken of. */
  said = $state.raw<readonly string[]>(kept().said);

  say(topic: string): void {
    if (this.said.includes(topic)) return;
    this.said = [...this.said, topic];
    this.#keep();
  }

  /** Begins at the beginning: whoever asks wants to hear it. */
  call(): void {
    this.on = true;
    this.said = [];
    this.#keep();
  }

  dismiss(): void {
    this.on = false;
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ on: this.on, said: this.said }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

export const coach = new Coach();
