"""Fits the numbers of the belief player to games between bots.

    make fit
    python -m bench.fitting --rounds 5 --games 2000 --jobs 2

It begins with guesses. Each round plays so many games at mixed tables and counts: what bots did
with and without a skull on the mat, who won from which standing, what it was worth to stay in a
round with each disc. The numbers are written to `src/calavera/bots/belief/numbers.py`, and the next
round plays with them. The same options give the same file.
"""

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import Pool
from typing import Any

from bench.fitting.counts import Counts, Mean
from bench.fitting.numbers import Numbers, numbers_in_use, write_numbers
from bench.fitting.strengths import Strengths, fitted_strengths, guessed_strengths
from bench.fitting.styles import ANY_STYLE, fitted_style
from calavera.arena.entrant import find_entrants
from calavera.arena.plan import PlannedGame
from calavera.arena.playing import Game
from calavera.bots import BOTS
from calavera.bots.belief.habits import Style
from calavera.bots.belief.staying import StayingKey
from calavera.rules import set_up

SIZES = (2, 3, 3, 4, 4, 5, 6, 6)
"""Tables that are played, some more often."""

POPULATION = ("belief", "belief", *BOTS)
"""Who sits there: the belief player mostly meets its like."""

CHUNK = 50
"""Games of one piece of work."""

TRUSTED = 50
"""How many stays the last fit counts for."""


def count_games(numbers: range) -> Counts:
    """Some games at mixed tables; each is the same whoever plays it."""
    counts, entrants = Counts(), find_entrants(list(BOTS))
    for number in numbers:
        rng = random.Random(f"fitting/{number}")
        names = rng.choices(POPULATION, k=rng.choice(SIZES))
        seating = tuple(list(BOTS).index(name) for name in names)
        game = Game(PlannedGame(number, f"fitting/{number}", seating), set_up(len(names)), entrants)
        game.play()
        counts.add_game(game.record())
    return counts


def gather(first: int, games: int, jobs: int) -> Counts:
    """The same in several processes, added up in order."""
    chunks = [range(begin, begin + CHUNK) for begin in range(first, first + games, CHUNK)]
    whole = Counts()
    with Pool(jobs) as pool:
        for part in pool.imap(count_games, chunks):
            whole.add(part)
    return whole


def fitted(counts: Counts, before: Numbers) -> Numbers:
    """New numbers, halfway from the old ones: or else each fit would chase the one before."""
    strengths = fitted_strengths(counts.rounds)
    return Numbers(
        {
            name: Style(*blended(before.styles[name], fitted_style(counts.moves, name)))
            for name in before.styles
        },
        Strengths(
            blended(before.strengths.table, strengths.table),
            blended(before.strengths.first, strengths.first),
        ),
        {key: _staying(before.staying.get(key, 0.0), counts.stays[key]) for key in counts.stays},
    )


def _staying(before: float, mean: Mean) -> float:
    counted = (mean.total + TRUSTED * before) / (mean.number + TRUSTED)
    return round((before + counted) / 2, 3)


def blended(before: Any, after: Any) -> Any:
    """Halfway between two numbers, or two tables of the same shape."""
    if isinstance(before, tuple):
        return tuple(blended(*pair) for pair in zip(before, after, strict=True))
    return round((before + after) / 2, 3)


def guessed() -> Numbers:
    """What the first round plays with."""
    staying: dict[StayingKey, float] = {}
    return Numbers(dict.fromkeys(BOTS, ANY_STYLE), guessed_strengths(), staying)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, count, write; each round runs in a process of its own, with the new numbers."""
    parser = argparse.ArgumentParser(prog="python -m bench.fitting")
    parser.add_argument("--games", type=int, default=2000, help="of each round (2000)")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds (5)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (all cores)")
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.only is not None:
        counts = gather(options.only * options.games, options.games, options.jobs)
        write_numbers(fitted(counts, numbers_in_use()))
        return 0
    write_numbers(guessed())
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}: {options.games} games", flush=True)
        command = [sys.executable, "-m", "bench.fitting", "--only", str(number)]
        command += ["--games", str(options.games), "--jobs", str(options.jobs)]
        subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
