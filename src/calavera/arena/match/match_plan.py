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
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.arena.match.sprt import Sprt
from calavera.record.header import read_start
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
    setup: Setup  # the table, and what it starts from


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
    starts: tuple[str, ...] = ()  # positions to start from, a block each in turn; none: the usual
    sprt: Sprt | None = None  # the test that ends the match early

    @property
    def setup(self) -> Setup:
        """The table, at the usual start."""
        return set_up(self.seats, tribes=self.tribes, placement=self.placement)

    @property
    def cycle(self) -> int:
        """After how many blocks every position has been played."""
        return max(1, len(self.starts))

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
        return PlannedGame(number, f"{self.seed}/{block}", seating, self._start_of(block))

    def _start_of(self, block: int) -> Setup:
        """Where a block starts from: each cycle has the positions in another order."""
        if not self.starts:
            return self.setup
        cycle, place = divmod(block, self.cycle)
        start = self.starts[_order(self.seed, cycle, self.cycle)[place]]
        return _set_up_from(self.seats, self.tribes, self.placement, start)


def make_plan(  # noqa: PLR0913  # what can be agreed on before a match
    bots: Sequence[str],
    seats: int,
    games: int,
    seed: int,
    mixes: Mixes = Mixes.ALL,
    *,
    tribes: int = 1,
    placement: Placement = SIMULTANEOUS,
    starts: Sequence[str] = (),
    sprt: Sprt | None = None,
) -> MatchPlan:
    """The plan with the least number of whole blocks for that many games; raises ArenaError.

    Every position is started from equally often.
    """
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
    if sprt is not None and len(bots) != 2:
        raise ArenaError(f"--sprt compares two bots, not {len(bots)}")
    one = MatchPlan(tuple(bots), seats, 1, seed, mixes, tribes, placement, tuple(starts), sprt)
    return replace(one, blocks=-(-games // (one.block * one.cycle)) * one.cycle)


def plan_as_json(plan: MatchPlan) -> dict[str, object]:
    """The plan as plain values."""
    return {
        **asdict(plan),
        "bots": list(plan.bots),
        "mixes": plan.mixes.value,
        "placement": plan.placement.value,
        "starts": list(plan.starts),
    }


def _what_counts(plan: MatchPlan) -> dict[str, object]:
    """The fields of the fingerprint; those that were added later only if they say something."""
    told = plan_as_json(plan)
    if not plan.starts:
        del told["starts"]
    if plan.sprt is None:
        del told["sprt"]
    if plan.tribes == 1:
        del told["tribes"]
    if plan.placement is SIMULTANEOUS:
        del told["placement"]
    return told


@lru_cache(maxsize=8)
def _order(seed: int, cycle: int, positions: int) -> tuple[int, ...]:
    """The order of the positions in one cycle: a match that ends early has not seen the first."""
    order = list(range(positions))
    random.Random(f"{seed}/{cycle}/starts").shuffle(order)
    return tuple(order)


@lru_cache(maxsize=1024)
def _set_up_from(seats: int, tribes: int, placement: Placement, start: str) -> Setup:
    return set_up(seats, tribes=tribes, placement=placement, start=read_start(1, start))


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
