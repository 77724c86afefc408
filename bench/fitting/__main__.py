"""Fits the numbers of the belief player to games between bots.

    make fit
    python -m bench.fitting --rounds 4 --games 1800 --jobs 2

It begins with guesses. Each round plays so many games, the belief player and its like against one
other style at each table, and counts: what was done with and without a skull on the mat, who won
from which standing, what it was worth to stay in a round with each disc, and against whom. The
numbers are written to `src/calavera/bots/belief/numbers.py`, and the next round plays with them.
The same options give the same file.
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
from bench.fitting.partners import PARTNERS
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

STYLES = {name: name for name in BOTS} | {
    name: f"{kind.__module__}:{kind.__name__}" for name, kind in PARTNERS.items()
}
"""Whose habits are learned, each with how a match finds it."""

CHUNK = 50
"""Games of one piece of work."""

TRUSTED = 50
"""How many stays the last fit counts for."""

TRUSTED_IN_ALL = 100
"""How many stays against one style those against all of them count for."""


def count_games(numbers: range) -> Counts:
    """Some games, each against the next style; each is the same whoever plays it."""
    counts, entrants = Counts(), find_entrants(list(STYLES.values()))
    names = list(STYLES)
    for number in numbers:
        rng = random.Random(f"fitting/{number}")
        pair = ("belief", names[number % len(names)])
        table = rng.choices(pair, k=rng.choice(SIZES))
        seating = tuple(names.index(name) for name in table)
        game = Game(PlannedGame(number, f"fitting/{number}", seating), set_up(len(table)), entrants)
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
        {
            key: _staying(before.staying.get(key), [counts.stays[name, key] for name in STYLES])
            for key in {key for _, key in counts.stays}
        },
    )


def _staying(before: tuple[float, ...] | None, means: Sequence[Mean]) -> tuple[float, ...]:
    """By style; where little was seen of one, it is taken to be like the others."""
    if before is None:
        before = (0.0,) * len(means)
    all_before = sum(before) / len(before)
    whole = sum(means, Mean())
    in_all = (whole.total + TRUSTED * all_before) / (whole.number + TRUSTED)
    counted = [
        (mean.total + TRUSTED * last + TRUSTED_IN_ALL * in_all)
        / (mean.number + TRUSTED + TRUSTED_IN_ALL)
        for mean, last in zip(means, before, strict=True)
    ]
    return tuple(round((last + now) / 2, 3) for last, now in zip(before, counted, strict=True))


def blended(before: Any, after: Any) -> Any:
    """Halfway between two numbers, or two tables of the same shape."""
    if isinstance(before, tuple):
        return tuple(blended(*pair) for pair in zip(before, after, strict=True))
    return round((before + after) / 2, 3)


def guessed() -> Numbers:
    """What the first round plays with."""
    staying: dict[StayingKey, tuple[float, ...]] = {}
    return Numbers(dict.fromkeys(STYLES, ANY_STYLE), guessed_strengths(), staying)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, count, write; each round runs in a process of its own, with the new numbers."""
    parser = argparse.ArgumentParser(prog="python -m bench.fitting")
    parser.add_argument("--games", type=int, default=1800, help="of each round (1800)")
    parser.add_argument("--rounds", type=int, default=4, help="how many rounds (4)")
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
