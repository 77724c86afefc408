"""The promises of one position, made where they are needed most.

The two players' promises bound the value from below and from above. Wherever the two bounds are
furthest apart, both players make the best promise for exactly those beliefs, until they are close
everywhere. What is left at the place itself comes from the positions that follow.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from calavera.solve.archive import Solved
from calavera.solve.certificate import promise_kept
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position, may_lack_the_skull
from calavera.solve.program import Book, GuaranteeProgram
from calavera.solve.promises import NOTHING, Floats, Promises

MESH: Final = 24
"""Beliefs of each player that are looked at in one go; each time they lie elsewhere."""

FINENESS: Final = 1 << 20
"""Beliefs are multiples of one over this: short numbers, and exact ones."""

AT_ONCE: Final = 4
"""How many places are worked on between two looks."""

APART: Final = 0.04
"""How far these places are apart at least."""

QUIET: Final = 3
"""So many looks in a row must find nothing."""


@dataclass(frozen=True)
class Care:
    """How much work a position is worth."""

    tolerance: float = 0.0004
    """Bounds closer than this are close enough."""

    places: int = 150
    """No more places than this."""


def solve_position(
    position: Position, book: Book, care: Care, tell: Callable[[int], None] = lambda _: None
) -> Solved:
    """The promises of a position, given those of all positions that can follow it."""
    return _Induction(position, book, care).run(tell)


class _Induction:
    def __init__(self, position: Position, book: Book, care: Care) -> None:
        self._position, self._book, self._care = position, book, care
        self._programs = tuple(GuaranteeProgram(position, role, book) for role in (FIRST, SECOND))
        self._promises = [NOTHING, NOTHING]
        self._plans: tuple[list[Plan], list[Plan]] = ([], [])
        self._left: list[tuple[float, float, float]] = []
        self._dice = random.Random(position.number)
        self._began = time.monotonic()

    def run(self, tell: Callable[[int], None]) -> Solved:
        for place in self._corners():
            self._make(*place)
        quiet = 0
        while quiet < QUIET and len(self._left) < self._care.places:
            places = self._look()
            quiet = quiet + 1 if not places else 0
            for place in places:
                self._make(*place)
            tell(len(self._left))
        return self._solved()

    def _corners(self) -> list[tuple[float, float]]:
        first, second = (self._sides(discs) for discs in self._position.discs)
        return [(p, q) for p in first for q in second]

    def _sides(self, discs: int) -> tuple[float, ...]:
        return (0.0, 1.0) if may_lack_the_skull(discs) else (1.0,)

    def _look(self) -> list[tuple[float, float]]:
        """The places where the bounds are too far apart, the worst first."""
        owns = [self._beliefs(discs) for discs in self._position.discs]
        low = self._promises[FIRST].over(owns[FIRST], owns[SECOND])
        high = 1.0 - self._promises[SECOND].over(owns[SECOND], owns[FIRST]).T
        gaps = high - low
        found: list[tuple[float, float]] = []
        for number in np.argsort(-gaps, axis=None).tolist():
            row, column = divmod(number, gaps.shape[1])
            place, gap = (float(owns[FIRST][row]), float(owns[SECOND][column])), gaps[row, column]
            if gap < self._care.tolerance or len(found) == AT_ONCE:
                break
            if not self._hopeless(place, gap) and all(_far(place, other) for other in found):
                found.append(place)
        return found

    def _beliefs(self, discs: int) -> Floats:
        if not may_lack_the_skull(discs):
            return np.ones(1)
        inner = [
            round((step + self._dice.random()) / MESH * FINENESS) / FINENESS for step in range(MESH)
        ]
        return np.array(sorted({0.0, 0.25, 0.5, 0.75, 1.0, *inner}))

    def _hopeless(self, place: tuple[float, float], gap: float) -> bool:
        """Whether close by most of the gap was left over by the positions that follow."""
        return any(
            abs(place[0] - p) + abs(place[1] - q) < APART and gap < left + self._care.tolerance
            for p, q, left in self._left
        )

    def _make(self, first: float, second: float) -> None:
        """Both players' best promises for these beliefs."""
        for role, own, other in ((FIRST, first, second), (SECOND, second, first)):
            plan = self._programs[role].solve(own, other)
            kept = promise_kept(self._position, role, plan, self._book)
            self._promises[role] = self._promises[role].and_more(own, kept)
            self._plans[role].append(plan)
        low = self._promises[FIRST].at(first, second)
        high = 1.0 - self._promises[SECOND].at(second, first)
        self._left.append((first, second, high - low))

    def _solved(self) -> Solved:
        kept = [promises.useful() for promises in self._promises]
        first, second = (
            [self._plans[role][place] for place in kept[role]] for role in (FIRST, SECOND)
        )
        promises = [
            Promises(every.own[places], every.against[places])
            for every, places in zip(self._promises, kept, strict=True)
        ]
        return Solved(
            self._position,
            (promises[0], promises[1]),
            (tuple(first), tuple(second)),
            self._care.tolerance,
            time.monotonic() - self._began,
        )


def _far(place: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(place[0] - other[0]) + abs(place[1] - other[1]) >= APART
