"""Outsiders: the bots against players that nothing is fitted to.

    python -m bench.outsiders
    python -m bench.outsiders --bots champion --games 300 --seats 4 --against opener

The ladder proves who beats whom among our own characters. Here are players of other tempers that
no character has met in training, except the two sitters. Do not tune a bot on them: write new ones.
"""

import argparse
import os
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from bench.ladder import GAMES, HEAD, SEATS, climb
from bench.yardstick.odds import clear_tops
from calavera.arena.runner.crew import alone, processes
from calavera.bots import BOTS, Bot, Strength, acting_seat
from calavera.bots.ending import Course
from calavera.bots.network import Tracker
from calavera.bots.own_discs import sure_flowers
from calavera.rules import (
    Action,
    Bid,
    Disc,
    Flip,
    OwnSeat,
    Pass,
    Phase,
    Place,
    SeenEvent,
    Show,
    View,
)

SURE: Final = 0.8
"""A counter's required probability of reaching its bid."""


class Outsider:
    """Base of the outsiders: looks at its legal moves and its own stack."""

    name = "outsider"
    nickname = "Forastero"
    temper = "comes from somewhere else"
    strength = Strength.YARDSTICK
    budget = 0.001

    def choose(self, view: View, rng: random.Random) -> Action:
        """Its preferred move, or else a quiet one: a pass, a flower, the lowest bid."""
        own = acting_seat(view)
        return self.preferred(own, view.board.phase, rng) or _quiet(own, rng)

    def preferred(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        """Its preferred move, if any."""
        raise NotImplementedError


class Opener(Outsider):
    """Bids exactly its own flowers as soon as possible, if its mat is clean; otherwise passes."""

    name = "opener"

    def preferred(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        stack = own.holding.stack
        if phase is Phase.PLACE and rng.random() < 0.4:
            return _skull(own)
        if Disc.SKULL in stack:
            return None
        return max(_bids(own, most=len(stack)), key=lambda bid: bid.number, default=None)


class Passer(Outsider):
    """Skull first, then flowers, and bids only if it must."""

    name = "passer"

    def preferred(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        return _skull(own) if phase is Phase.PLACE else None


class Drifter(Outsider):
    """Random, but never bids over its own skull or far above its stack."""

    name = "drifter"

    def preferred(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
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

    def preferred(self, own: OwnSeat, phase: Phase, rng: random.Random) -> Action | None:
        if phase is Phase.PLACE and rng.random() < 0.3:
            return _skull(own)
        if phase is Phase.ADD and rng.random() < 0.5:
            return None
        bids = _bids(own)
        if not bids or rng.random() < 0.1:
            return None
        return bids[min(rng.randint(0, 1), len(bids) - 1)]


class Sitter(Outsider):
    """Skull first, bids only if it must; with two left it plays the solved game."""

    name = "sitter"
    budget = 0.05

    def __init__(self) -> None:
        self._seen: list[SeenEvent] = []

    def see(self, event: SeenEvent) -> None:
        """Store an event."""
        self._seen.append(event)

    def choose(self, view: View, rng: random.Random) -> Action:
        """Choose by the solved tables if they cover the position."""
        own, setup = acting_seat(view), view.board.setup
        tracker, course = Tracker(setup), Course(setup, own.seat)
        for event in self._seen:
            tracker.take(event)
            course.see(event, tracker.board, tracker.has_skull)
        options = course.options(view.board, own.legal)
        if options:
            return rng.choices([move for move, _ in options], [share for _, share in options])[0]
        return self.sitting(own, tracker) or _quiet(own, rng)

    def sitting(self, own: OwnSeat, tracker: Tracker) -> Action | None:
        """A move before two are left."""
        return _skull(own) if tracker.board.phase is Phase.PLACE else None


class Counter(Sitter):
    """A sitter that bids what it reaches with 80 % or more, and flips the safest disc."""

    name = "counter"

    def sitting(self, own: OwnSeat, tracker: Tracker) -> Action | None:
        clear = {
            seat: clear_tops(suspicion, tracker.board.mats[seat].flipped)
            for seat, suspicion in enumerate(tracker.suspicions)
            if seat != own.seat
        }
        flips = [move for move in own.legal if isinstance(move, Flip) and move.mat in clear]
        if flips:
            return max(flips, key=lambda flip: clear[flip.mat][1:])
        most = sure_flowers(own.holding)
        if most == len(own.holding.stack):
            reached = {0: 1.0}  # the best probability for each number of others' discs
            for chances in clear.values():
                sums = [(n + k, p * q) for n, p in reached.items() for k, q in enumerate(chances)]
                reached = {n: max(p for m, p in sums if m == n) for n, _ in sums}
            most += max(n for n, chance in reached.items() if chance >= SURE)
        bids = _bids(own, most=most)
        return bids[-1] if bids else super().sitting(own, tracker)


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


_KINDS: Final[tuple[type[Bot], ...]] = (Opener, Passer, Drifter, Maniac, Sitter, Counter)

OUTSIDERS: Final[Mapping[str, type[Bot]]] = {kind.name: kind for kind in _KINDS}
"""By name; the last two wait for others to fail."""


def source(name: str) -> str:
    """The name of an outsider for a match."""
    return f"bench.outsiders:{OUTSIDERS[name].__name__}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; return 0 if each bot beats each outsider."""
    parser = argparse.ArgumentParser(prog="python -m bench.outsiders")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=["champion"], help="(champion)")
    parser.add_argument("--against", nargs="+", choices=OUTSIDERS, default=list(OUTSIDERS))
    parser.add_argument("--games", type=int, default=GAMES, help=f"games per match ({GAMES})")
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS, help="table sizes (3 4 6)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (0)")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0 for one per core (0)")
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
