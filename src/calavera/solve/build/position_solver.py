"""Solves one position by adding promises where its bounds are furthest apart.

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

from calavera.solve.build.linear_program import Book, GuaranteeProgram
from calavera.solve.build.page_folder import Solved
from calavera.solve.model.certificate import promise_kept
from calavera.solve.model.duel_position import FIRST, SECOND, DuelPosition
from calavera.solve.model.gap import beliefs_about, gap_of, useful
from calavera.solve.model.promises import NOTHING, Floats, Promises
from calavera.solve.model.realization_plan import RealizationPlan

FINENESS: Final = 1 << 20
"""Beliefs are multiples of 1 / FINENESS, which floats hold exactly."""

AT_ONCE: Final = 6
"""Belief pairs solved per iteration."""

APART: Final = 0.02
"""Least distance between the belief pairs of an iteration."""

MOST: Final = 4000
"""Creases considered per iteration, the widest gap first."""

WORTH_IT: Final = 0.1
"""Least gain, as a part of the tolerance, for a belief pair close to a solved one."""

BeliefPair = tuple[float, float]
"""A belief about each of the two players."""


@dataclass(frozen=True)
class Care:
    """When a position counts as solved."""

    tolerance: float = 0.0001  # bounds that are nowhere further apart are close enough
    places: int = 1000  # no more places than this


def solve_position(
    position: DuelPosition, book: Book, care: Care, tell: Callable[[int], None] = lambda _: None
) -> Solved:
    """The promises of a position, given those of all positions that can follow it."""
    return _Induction(position, book, care).run(tell)


class _Induction:
    def __init__(self, position: DuelPosition, book: Book, care: Care) -> None:
        self._position, self._book, self._care = position, book, care
        self._programs = tuple(GuaranteeProgram(position, role, book) for role in (FIRST, SECOND))
        self._promises = [NOTHING, NOTHING]
        self._plans: tuple[list[RealizationPlan], list[RealizationPlan]] = ([], [])
        self._left: dict[BeliefPair, float] = {}
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

    def _look(self) -> list[BeliefPair]:
        """The places where the bounds are too far apart, the worst first."""
        gap = gap_of(self._position, self._promises)
        worst = np.argsort(-gap.width, axis=None)[:MOST]
        rows, columns = np.divmod(
            worst[gap.width.flat[worst] > self._care.tolerance], len(gap.second)
        )
        places = np.column_stack([_short(gap.first[rows]), _short(gap.second[columns])])
        helps = self._helps(places, gap.width[rows, columns])
        found: list[BeliefPair] = []
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
