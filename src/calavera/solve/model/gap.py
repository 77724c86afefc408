"""How far the two players' promises leave the value of a position open, over all beliefs.

Both bounds are concave in the first player's belief and convex in the second's, and straight
between their creases. So where the upper bound has no crease in the first belief the difference
is convex in it, and where the lower bound has none in the second, in that: the difference is
greatest at a crease of both. There are a few hundred each, and all are looked at.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from calavera.solve.model.duel_position import DuelPosition, may_lack_the_skull
from calavera.solve.model.promises import Crease, Floats, Promises


class Gap(NamedTuple):
    """The difference of the bounds at every pair of creases."""

    first: Floats  # the beliefs about the first player
    second: Floats  # those about the second
    width: Floats  # a row for each of the first, a column for each of the second

    @property
    def widest(self) -> float:
        """The supremum over all beliefs."""
        return float(self.width.max())


def gap_of(position: DuelPosition, promises: Sequence[Promises]) -> Gap:
    """Where the bounds of a position can be furthest apart, and how far they are there."""
    mine, yours = promises
    low = list(mine.creases(*beliefs_about(position.second_discs)))
    high = list(yours.creases(*beliefs_about(position.first_discs)))
    first = np.array([crease.other for crease in high])
    second = np.array([crease.other for crease in low])
    lower = np.column_stack([_along(mine, crease, first) for crease in low])
    upper = 1.0 - np.array([_along(yours, crease, second) for crease in high])
    return Gap(first, second, upper - lower)


def beliefs_about(discs: int) -> tuple[float, float]:
    """The least and the greatest belief about a player with this many discs."""
    return (0.0, 1.0) if may_lack_the_skull(discs) else (1.0, 1.0)


def beliefs_of(discs: int, count: int) -> Floats:
    """Beliefs about a player with this many discs, evenly spread."""
    low, high = beliefs_about(discs)
    return np.linspace(low, high, count) if low < high else np.array([high])


def useful(position: DuelPosition, role: int, promises: Promises) -> list[int]:
    """The places of the promises that some beliefs call for."""
    return promises.useful(*beliefs_about(position.discs[1 - role]))


def _along(promises: Promises, crease: Crease, owns: Floats) -> Floats:
    """What the promises guarantee at a crease, for some beliefs about oneself."""
    worth = promises.worth(crease.other)[crease.hull]
    return np.interp(owns, promises.own[crease.hull], worth)
