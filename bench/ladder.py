"""Strength of the bots: each rung of the ladder against the one below it.

    make ladder
    python -m bench.ladder --games 1000 --jobs 2
    python -m bench.ladder --pair belief mirror --seats 4

Every line is one match of `calavera arena`: all mixes of the two bots in all rotations, with common
random numbers. The upper one beats the lower if its whole 95 % interval is above the fair share.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.console import Console

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import find_entrants
from calavera.arena.match.match_plan import make_plan
from calavera.arena.match.tally import Standing, Tally
from calavera.arena.runner.crew import Crew, alone, processes
from calavera.arena.runner.match import Match
from calavera.bots import BOTS
from calavera.console.progress import progress_bar
from calavera.console.wording import percent

SEATS = (3, 4, 6)
"""The table sizes of each rung."""

GAMES = 1500
"""Games of each match."""


class Rung(NamedTuple):
    """One match of the ladder, played."""

    upper: str
    """The bot that should be stronger."""

    lower: str
    """The other."""

    tally: Tally
    """The result."""

    @property
    def standing(self) -> Standing:
        """The upper bot's result."""
        return next(one for one in self.tally.standings if one.bot == self.upper)

    @property
    def holds(self) -> bool:
        """Whether the upper one beats the lower, beyond chance."""
        return self.standing.interval.low > 1 / self.tally.plan.seats

    @property
    def head_to_head(self) -> str:
        """How 100 games are split where both have as many seats, by their shares."""
        upper, other = self.standing.share, sum(one.share for one in self.tally.standings)
        won = round(100 * upper / other) if other else 50
        return f"{won}:{100 - won}"

    def __str__(self) -> str:
        low, high = self.standing.interval
        verdict = "beats" if self.holds else "does not beat"
        seats = self.tally.plan.seats
        return (
            f"| {self.upper} | {verdict} {self.lower} | {seats} | {self.tally.games:,}"
            f" | {percent(self.standing.share)} | {100 * low:.1f} to {percent(high)}"
            f" | {percent(1 / seats)} | {self.head_to_head} |"
        )


HEAD = """\
| bot | | seats | games | share of wins | 95 % interval | fair | head to head |
|---|---|---|---|---|---|---|---|"""


def climb(
    pairs: Sequence[tuple[str, str]],
    seats: Sequence[int] = SEATS,
    games: int = GAMES,
    seed: int = 0,
    crew: Crew = alone,
) -> Iterator[Rung]:
    """Play every pair (lower, upper) at every table size; `module:Class` works for either."""
    notes = Console(stderr=True, highlight=False)
    for lower, upper in pairs:
        bots = [upper, lower]
        for count in seats:
            plan = make_plan(bots, count, games, seed)
            entrants = find_entrants(bots)
            match = Match(plan, entrants, crew)
            with progress_bar(notes, "playing", "games", plan.games) as progress:
                tally = match.play(progress)
            if match.interrupted:
                raise KeyboardInterrupt
            yield Rung(entrants[0].label, entrants[1].label, tally)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; return 0 if every rung holds."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games per match ({GAMES})")
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS, help="table sizes (3 4 6)")
    parser.add_argument("--pair", nargs=2, metavar=("UPPER", "LOWER"), help="play only these two")
    parser.add_argument("--seed", type=int, default=0, help="random seed (0)")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one per core (0)")
    options = parser.parse_args(arguments)
    pairs = [tuple(reversed(options.pair))] if options.pair else list(pairwise(BOTS))
    jobs = options.jobs or os.cpu_count() or 1
    crew = alone if jobs == 1 else processes(jobs)
    print(HEAD, flush=True)
    whole = True
    try:
        for rung in climb(pairs, options.seats, options.games, options.seed, crew):
            print(rung, flush=True)
            whole &= rung.holds
    except ArenaError as error:
        parser.error(str(error))
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
