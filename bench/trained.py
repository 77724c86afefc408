"""A trained network against real bots: `python -m bench.trained training/3/latest.pt --seats 3`.

One network among others of one kind, and one of those among networks, each with its interval.
"""

import argparse
import os
from collections.abc import Sequence

from calavera.arena.entrant import Entrant, find_entrants
from calavera.arena.interval import wilson
from calavera.arena.plan import PlannedGame
from calavera.arena.playing import Game
from calavera.rules import set_up
from calavera.train.player import NETWORK, Trained

TRAINED = f"{Trained.__module__}:{Trained.__name__}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.trained", description=__doc__)
    parser.add_argument("network", help="a checkpoint of `calavera train`")
    parser.add_argument("--against", nargs="+", default=["belief"], metavar="BOT")
    parser.add_argument("--seats", type=int, nargs="+", default=[3])
    parser.add_argument("--games", type=int, default=600, help="of each match (600)")
    parser.add_argument("--seed", type=int, default=0, help="other dice (0)")
    options = parser.parse_args(arguments)
    os.environ[NETWORK] = options.network
    for against in options.against:
        entrants = find_entrants([TRAINED, against])
        for seats in options.seats:
            for one in (0, 1):
                won = wins_of_one(entrants, one, seats, options.games, options.seed)
                low, high = wilson(won, options.games)
                print(
                    f"{seats} seats, one {entrants[one].label} among {entrants[1 - one].label}:"
                    f" {100 * won / options.games:.1f} % of {options.games} games"
                    f" ({100 * low:.1f} to {100 * high:.1f}), fair {100 / seats:.1f}",
                    flush=True,
                )


def wins_of_one(entrants: Sequence[Entrant], one: int, seats: int, games: int, seed: int) -> int:
    """How many games the one of its kind wins, its chair going round."""
    won = 0
    for number in range(games):
        chair = number % seats
        seating = tuple(one if seat == chair else 1 - one for seat in range(seats))
        planned = PlannedGame(number, f"{seed}/{number}", seating)
        won += Game(planned, set_up(seats), entrants).play().winner == chair
    return won


if __name__ == "__main__":
    main()
