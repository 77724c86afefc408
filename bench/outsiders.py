"""Strangers: how the bots do against players that nobody fitted anything to.

    python -m bench.outsiders
    python -m bench.outsiders --bots belief --games 300 --seats 4 --against opener

The ladder proves who beats whom among our own characters, and the belief player knows these. Here
sit players of other tempers, written apart from the characters and from the training partners of
`bench/fitting/partners.py`. Do not tune a bot on them: write new ones then.
"""

import argparse
import os
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bench.ladder import GAMES, HEAD, SEATS, climb
from calavera.arena.crew import alone, processes
from calavera.bots import BOTS, Bot, Strength, acting_seat
from calavera.rules import Action, Bid, Disc, OwnSeat, Pass, Phase, Place, Show, View


class Outsider:
    """Somebody else's bot: looks at its legal moves and its own stack."""

    name = "outsider"
    nickname = "Forastero"
    temper = "comes from somewhere else"
    strength = Strength.YARDSTICK
    budget = 0.001

    def choose(self, view: View, rng: random.Random) -> Action:
        """What it likes, or else what is quiet: a pass, a flower, the lowest bid."""
        own = acting_seat(view)
        return self.liking(own, view.board.phase, rng) or _quiet(own, rng)

    def liking(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        """A move that it would like to make, if any."""
        raise NotImplementedError


class Opener(Outsider):
    """Bids exactly its own flowers as soon as it may, if its mat is clean; else it passes."""

    name = "opener"

    def liking(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        stack = own.holding.stack
        if phase is Phase.PLACE and rng.random() < 0.4:
            return _skull(own)
        if Disc.SKULL in stack:
            return None
        return max(_bids(own, most=len(stack)), key=lambda bid: bid.number, default=None)


class Passer(Outsider):
    """Skull first, then flowers, and no bid that it can help."""

    name = "passer"

    def liking(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        return _skull(own) if phase is Phase.PLACE else None


class Drifter(Outsider):
    """Random, but not against its own interest: no bid over its skull, none far above its stack."""

    name = "drifter"

    def liking(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        stack = own.holding.stack
        placing = [move for move in own.legal if isinstance(move, Place)]
        if phase is Phase.PLACE:
            return rng.choice(placing)
        most = len(stack) + rng.choice((0, 1, 1, 2))
        bids = [] if Disc.SKULL in stack else _bids(own, most=most)
        passing = [move for move in own.legal if isinstance(move, Pass)]
        moves: list[Action] = [*placing, *bids, *passing]
        return rng.choice(moves) if moves else None


class Maniac(Outsider):
    """Raises whatever it has, nine times in ten, by one or by two."""

    name = "maniac"

    def liking(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        if phase is Phase.PLACE and rng.random() < 0.3:
            return _skull(own)
        if phase is Phase.ADD and rng.random() < 0.5:
            return None
        bids = _bids(own)
        if not bids or rng.random() < 0.1:
            return None
        return bids[min(rng.randint(0, 1), len(bids) - 1)]


def _skull(own: OwnSeat) -> Action | None:
    return next((move for move in own.legal if move == Place(Disc.SKULL)), None)


def _bids(own: OwnSeat, most: int | None = None) -> list[Bid]:
    bids = [move for move in own.legal if isinstance(move, Bid)]
    return bids if most is None else [bid for bid in bids if bid.number <= most]


def _quiet(own: OwnSeat, rng: random.Random) -> Action:
    for move in (Pass(), Place(Disc.FLOWER)):
        if move in own.legal:
            return move
    bids = _bids(own)
    return bids[0] if bids else rng.choice([x for x in own.legal if not isinstance(x, Show)])


_KINDS: Final[tuple[type[Bot], ...]] = (Opener, Passer, Drifter, Maniac)

OUTSIDERS: Final[Mapping[str, type[Bot]]] = {kind.name: kind for kind in _KINDS}
"""By name."""


def source(name: str) -> str:
    """How a match finds an outsider."""
    return f"bench.outsiders:{OUTSIDERS[name].__name__}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; returns 0 where each bot beats each outsider."""
    parser = argparse.ArgumentParser(prog="python -m bench.outsiders")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=["belief"], help="(belief)")
    parser.add_argument("--against", nargs="+", choices=OUTSIDERS, default=list(OUTSIDERS))
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each match ({GAMES})")
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS, help="tables (3 4 6)")
    parser.add_argument("--seed", type=int, default=0, help="other dice (0)")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 is one per core (0)")
    options = parser.parse_args(arguments)
    jobs = options.jobs or os.cpu_count() or 1
    crew = alone if jobs == 1 else processes(jobs)
    pairs = [(source(name), bot) for bot in options.bots for name in options.against]
    print(HEAD, flush=True)
    whole = True
    for rung in climb(pairs, options.seats, options.games, options.seed, crew):
        print(rung, flush=True)
        whole &= rung.holds
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
