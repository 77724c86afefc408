// Who will win, as somebody without discs guessed; kept on this device, shown to nobody else.
export interface Guess {
  /** The table, and which of its games. */
  code: string;
  number: number;
  winner: number;
  /** When it was made: the earlier the bolder. */
  round: number;
}

const PLACE = "calavera-guesses";
const MOST = 12;

function kept(): Guess[] {
  try {
    const list = JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Guess[];
    return list.filter(({ winner, round }) => Number.isInteger(winner) && Number.isInteger(round));
  } catch {
    return []; // storage may be forbidden, or hold something else
  }
}

const isOf = (code: string, number: number) => (guess: Guess) =>
  guess.code === code && guess.number === number;

export function guessOf(code: string, number: number): Guess | null {
  return kept().find(isOf(code, number)) ?? null;
}

export function keepGuess(guess: Guess): void {
  const isThis = isOf(guess.code, guess.number);
  const others = kept().filter((each) => !isThis(each));
  try {
    localStorage.setItem(PLACE, JSON.stringify([...others, guess].slice(-MOST)));
  } catch {
    // Without storage it lasts as long as the page.
  }
}
