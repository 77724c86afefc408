"""The plan of a match.

Each game follows from the plan and its number alone, so a match can be split among workers,
interrupted and resumed without changing the result.
"""

import hashlib
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.rules import IllegalSetup, Placement, Setup, set_up
from calavera.rules.model.seats import MOST_SEATS
from calavera.rules.model.setup import SIMULTANEOUS

PLAN_VERSION: Final = 1
"""Changes whenever the same plan would mean other games."""


class Mixes(Enum):
    """Which mixes of bots sit down together where there are more seats than bots."""

    ALL = "all"
    """Every mix of at least two bots: one against many, half and half, many against one."""

    EVEN = "even"
    """Those in which every bot has as many seats as any other, or one more."""


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game that is to be played."""

    number: int  # games are counted from 0
    dice: str  # what all dice of this game are seeded with: the same for all games of a block
    seating: tuple[int, ...]  # for each player, clockwise, which of the bots it is


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match: whole blocks of games, each with every mix in every rotation."""

    bots: tuple[str, ...]  # as they were asked for
    seats: int  # players at a table
    blocks: int  # how many times everything is played, each time with new dice
    seed: int  # what all dice come from
    mixes: Mixes = Mixes.ALL  # what a block is made of
    tribes: int = 1  # tribes per player (R35)
    placement: Placement = SIMULTANEOUS  # how everybody places the first disc (R7)

    @property
    def setup(self) -> Setup:
        """The table."""
        return set_up(self.seats, tribes=self.tribes, placement=self.placement)

    @property
    def block(self) -> int:
        """How many games a block has."""
        return len(mixes_of(len(self.bots), self.seats, self.mixes)) * self.seats

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.blocks * self.block

    @property
    def fingerprint(self) -> str:
        """A hash that identifies the plan."""
        told = json.dumps([PLAN_VERSION, _what_counts(self)], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def game(self, number: int) -> PlannedGame:
        """One of the games, numbered from 0."""
        block, place = divmod(number, self.block)
        which, rotation = divmod(place, self.seats)
        mix = list(mixes_of(len(self.bots), self.seats, self.mixes)[which])
        # Neighbours matter, so each block shuffles a mix; the turns round the table are exact.
        random.Random(f"{self.seed}/{block}/seating/{which}").shuffle(mix)
        seating = (*mix[rotation:], *mix[:rotation])
        return PlannedGame(number, f"{self.seed}/{block}", seating)


def make_plan(  # noqa: PLR0913  # what can be agreed on before a match
    bots: Sequence[str],
    seats: int,
    games: int,
    seed: int,
    mixes: Mixes = Mixes.ALL,
    *,
    tribes: int = 1,
    placement: Placement = SIMULTANEOUS,
) -> MatchPlan:
    """The plan with the least number of whole blocks for that many games; raises ArenaError."""
    if games < 1:
        raise ArenaError(f"--games {games}: a match has one game at least")
    if tribes == 1 and not 2 <= seats <= MOST_SEATS:
        raise ArenaError(
            f"--seats {seats}: a table has at least two players (R5) and at most {MOST_SEATS}"
            " seats (R3)"
        )
    try:
        set_up(seats, tribes=tribes, placement=placement)
    except IllegalSetup as error:
        raise ArenaError(str(error)) from None
    one = MatchPlan(tuple(bots), seats, 1, seed, mixes, tribes, placement)
    return replace(one, blocks=-(-games // one.block))


def plan_as_json(plan: MatchPlan) -> dict[str, object]:
    """The plan as plain values."""
    return {
        **asdict(plan),
        "bots": list(plan.bots),
        "mixes": plan.mixes.value,
        "placement": plan.placement.value,
    }


def _what_counts(plan: MatchPlan) -> dict[str, object]:
    """The fields of the fingerprint; variants only if played, as they were added later."""
    told = plan_as_json(plan)
    if plan.tribes == 1:
        del told["tribes"]
    if plan.placement is SIMULTANEOUS:
        del told["placement"]
    return told


@cache
def mixes_of(bots: int, seats: int, mixes: Mixes) -> tuple[tuple[int, ...], ...]:
    """Return the line-ups of a block; over all of them, every bot has as many seats."""
    if bots >= seats:
        return tuple(combinations(range(bots), seats))
    if mixes is Mixes.EVEN:
        each = tuple(range(bots)) * (seats // bots)
        return tuple((*each, *extra) for extra in combinations(range(bots), seats % bots))
    every = combinations_with_replacement(range(bots), seats)
    return tuple(mix for mix in every if len(set(mix)) > 1)
