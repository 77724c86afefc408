"""The promises of one position, made where they are needed most.

The two players' promises bound the value from below and from above. Wherever the two bounds are
furthest apart, of all beliefs, both players make the best promise for exactly those beliefs, until
the bounds are close everywhere. What is left at such a place comes from the positions that follow.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from calavera.solve.archive import Solved
from calavera.solve.certificate import promise_kept
from calavera.solve.gap import beliefs_about, gap_of, useful
from calavera.solve.plan import Plan
from calavera.solve.position import FIRST, SECOND, Position
from calavera.solve.program import Book, GuaranteeProgram
from calavera.solve.promises import NOTHING, Floats, Promises

FINENESS: Final = 1 << 20
"""Beliefs are multiples of one over this: short numbers, and exact ones."""

AT_ONCE: Final = 6
"""How many places are worked on between two looks."""

APART: Final = 0.02
"""How far these places are apart at least."""

MOST: Final = 4000
"""How many creases are weighed in one look, the widest first."""

WORTH_IT: Final = 0.1
"""A place next to one that is done must promise at least this part of the tolerance."""

Place = tuple[float, float]
"""A belief about each of the two."""


@dataclass(frozen=True)
class Care:
    """How much work a position is worth."""

    tolerance: float = 0.0001
    """Bounds that are nowhere further apart are close enough."""

    places: int = 1000
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
        self._left: dict[Place, float] = {}
        self._began = time.process_time()

    def run(self, tell: Callable[[int], None]) -> Solved:
        first, second = (sorted(set(beliefs_about(discs))) for discs in self._position.discs)
        places = [(p, q) for p in first for q in second]
        while places and len(self._left) < self._care.places:
            for place in places:
                self._make(*place)
            tell(len(self._left))
            places = self._look()
        return self._solved()

    def _look(self) -> list[Place]:
        """The places where the bounds are too far apart, the worst first."""
        gap = gap_of(self._position, self._promises)
        worst = np.argsort(-gap.width, axis=None)[:MOST]
        rows, columns = np.divmod(
            worst[gap.width.flat[worst] > self._care.tolerance], len(gap.second)
        )
        places = np.column_stack([_short(gap.first[rows]), _short(gap.second[columns])])
        helps = self._helps(places, gap.width[rows, columns])
        found: list[Place] = []
        for first, second in places[helps].tolist():
            if len(found) == AT_ONCE:
                break
            if all(abs(first - p) + abs(second - q) >= APART for p, q in found):
                found.append((first, second))
        return found

    def _helps(self, places: Floats, widths: Floats) -> npt.NDArray[np.bool_]:
        """Where the gap is more than the later positions left over at the closest place."""
        done, left = np.array(list(self._left)), np.array(list(self._left.values()))
        apart = np.abs(places[:, None] - done).sum(axis=2)
        closest = apart.argmin(axis=1)
        gain, apart = widths - left[closest], apart.min(axis=1)
        helps: npt.NDArray[np.bool_] = (apart > 0.0) & (
            (apart >= APART) | (gain > WORTH_IT * self._care.tolerance)
        )
        return helps

    def _make(self, first: float, second: float) -> None:
        """Both players' best promises for these beliefs."""
        for role, own, other in ((FIRST, first, second), (SECOND, second, first)):
            plan = self._programs[role].solve(own, other)
            kept = promise_kept(self._position, role, plan, self._book)
            self._promises[role] = self._promises[role].and_more(own, kept)
            self._plans[role].append(plan)
        low = self._promises[FIRST].at(first, second)
        high = 1.0 - self._promises[SECOND].at(second, first)
        self._left[first, second] = high - low

    def _solved(self) -> Solved:
        kept = [useful(self._position, role, self._promises[role]) for role in (FIRST, SECOND)]
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
            time.process_time() - self._began,
        )


def _short(beliefs: Floats) -> Floats:
    return np.rint(beliefs * FINENESS) / FINENESS
