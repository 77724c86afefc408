"""Training partners: ways to play that are no characters of ours.

Somebody at a real table may play like none of the characters, and a player fitted to them alone
counts on what they do: on somebody raising, above all. So the belief player also learns the habits
of these. They are crude on purpose, each far off in a direction of its own, and they are not what
it is measured with: see `bench/outsiders.py`.
"""

import random
from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from calavera.bots import Bot, Strength, acting_seat
from calavera.bots.glance import discs_to_place, sure_flowers
from calavera.rules import Action, Bid, Board, Disc, OwnSeat, Pass, Phase, Place, Show, View


class Ways(NamedTuple):
    """What makes a partner: chances, but for the reach."""

    skull_first: float
    """How often a stack begins with the skull."""

    skull_later: float
    """How often the skull goes on top of flowers."""

    opens: float
    """How often it opens for its flowers rather than add a disc."""

    reach: int
    """How many discs of others it bids for besides its own."""

    bluffs: float
    """How often it bids although it would have to flip its own skull."""


class Partner:
    """Goes by its ways; whom to flip and what to lose is left to chance."""

    name = "partner"
    nickname = "Socio"
    temper = "is there to be learned from"
    strength = Strength.YARDSTICK
    budget = 0.001

    ways: ClassVar[Ways]

    def choose(self, view: View, rng: random.Random) -> Action:
        """What its ways say."""
        own, board, ways = acting_seat(view), view.board, self.ways
        match board.phase:
            case Phase.PLACE:
                return _place(own, ways.skull_first, rng)
            case Phase.ADD:
                return self._add_or_challenge(own, board, rng)
            case Phase.BID:
                lowest = board.bidding.number + 1 if board.bidding else 1
                return Bid(lowest) if self._dares(own, lowest, rng) else Pass()
            case _:
                return rng.choice([move for move in own.legal if not isinstance(move, Show)])

    def _add_or_challenge(self, own: OwnSeat, board: Board, rng: random.Random) -> Action:
        sure, height = sure_flowers(own.holding), len(own.holding.stack)
        ways = self.ways
        chance = ways.opens if sure == height else ways.bluffs
        if discs_to_place(own) and rng.random() >= chance:
            return _place(own, ways.skull_later, rng)
        asked = height + rng.randint(0, ways.reach) if chance else 1
        return Bid(min(asked, board.total))

    def _dares(self, own: OwnSeat, number: int, rng: random.Random) -> bool:
        sure, height = sure_flowers(own.holding), len(own.holding.stack)
        if not self.ways.opens:
            return False
        if sure == height:
            return number <= height + self.ways.reach
        return number <= sure or rng.random() < self.ways.bluffs


def _place(own: OwnSeat, skull: float, rng: random.Random) -> Action:
    discs = discs_to_place(own)
    if len(discs) == 1:
        return Place(discs[0])
    return Place(Disc.SKULL if rng.random() < skull else Disc.FLOWER)


class Tight(Partner):
    """Bids for its own flowers and nothing else."""

    name = "tight"
    ways = Ways(skull_first=0.25, skull_later=0.1, opens=0.7, reach=0, bluffs=0.0)


class Sitter(Partner):
    """Puts down its skull, as a rule, and never bids unless it has to (R10)."""

    name = "sitter"
    ways = Ways(skull_first=0.75, skull_later=0.5, opens=0.0, reach=0, bluffs=0.0)


class Gardener(Partner):
    """Builds on flowers, and asks for one more than it has."""

    name = "gardener"
    ways = Ways(skull_first=0.1, skull_later=0.3, opens=0.35, reach=1, bluffs=0.05)


class Reckless(Partner):
    """Bids as if there were no skulls, its own included."""

    name = "reckless"
    ways = Ways(skull_first=0.4, skull_later=0.2, opens=0.8, reach=3, bluffs=0.65)


_KINDS: Final[tuple[type[Bot], ...]] = (Tight, Sitter, Gardener, Reckless)

PARTNERS: Final[Mapping[str, type[Bot]]] = {kind.name: kind for kind in _KINDS}
"""By name."""
