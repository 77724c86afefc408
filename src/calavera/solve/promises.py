"""What a player can promise itself, whatever the other does.

A promise is made with a belief about oneself, that is, a share of oneself that has the skull: "with
this share I win at least so often against a holder of the skull, and so often against somebody
without it". Two promises can be mixed, so a list of them bounds the value of a position from one
side everywhere: for a fixed belief about the other it is the concave hull over one's own.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

SAME: Final = 1e-12
"""Beliefs that are no further apart are the same."""


@dataclass(frozen=True)
class Promises:
    """All that is known to be possible for one role in one position."""

    own: Floats
    """For each promise the share of oneself that has the skull."""

    against: Floats
    """For each promise what is won at least: against the skull, against none (two columns)."""

    def at(self, own: float, other: float) -> float:
        """The best that they guarantee at these two beliefs."""
        promised = self.promised(own, other)
        return float(promised[0] * other + promised[1] * (1.0 - other))

    def promised(self, own: float, other: float) -> Floats:
        """What the best mixture at these beliefs wins against the skull and against none."""
        weights, places = self.mixture(own, other)
        promised: Floats = np.array(weights) @ self.against[list(places)]
        return promised

    def worth(self, other: float) -> Floats:
        """What each promise is worth if the other has the skull so likely."""
        worth: Floats = self.against @ np.array([other, 1.0 - other])
        return worth

    def mixture(self, own: float, other: float) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """The one or two promises to mix at these beliefs: weights and places in the list."""
        value = self.worth(other)
        exact = np.flatnonzero(np.abs(self.own - own) <= SAME)
        left = np.flatnonzero(self.own < own - SAME)
        right = np.flatnonzero(self.own > own + SAME)
        best, weights, places = -1.0, (1.0,), (0,)
        if len(exact):
            place = int(exact[np.argmax(value[exact])])
            best, places = float(value[place]), (place,)
        if not len(left) or not len(right):
            return weights, places
        low, high = self.own[left][:, None], self.own[right][None]
        share = (own - low) / (high - low)
        mixed = (1.0 - share) * value[left][:, None] + share * value[right][None]
        row, column = divmod(int(np.argmax(mixed)), len(right))
        if mixed[row, column] <= best + SAME:
            return weights, places
        part = float(share[row, column])
        return (1.0 - part, part), (int(left[row]), int(right[column]))

    def over(self, owns: Floats, others: Floats) -> Floats:
        """What they guarantee at every pair of beliefs: a row for each own, a column for each
        other's.
        """
        shares, group = np.unique(self.own, return_inverse=True)
        worth = self.against @ np.array([others, 1.0 - others])
        best = np.full((len(shares), len(others)), -1.0)
        np.maximum.at(best, group, worth)
        return np.column_stack([_hull(shares, column, owns) for column in best.T])

    def useful(self, mesh: int = 65) -> list[int]:
        """The places of those that some beliefs call for."""
        kept: set[int] = set()
        for own in sorted(set(self.own.tolist())):
            for other in np.linspace(0.0, 1.0, mesh).tolist():
                kept.update(self.mixture(own, other)[1])
        return sorted(kept)

    def and_more(self, own: float, against: Floats) -> "Promises":
        """With one more."""
        return Promises(np.append(self.own, own), np.vstack([self.against, against]))


def _hull(places: Floats, heights: Floats, where: Floats) -> Floats:
    """The least concave function over some points, at some places."""
    kept: list[int] = []
    for point in range(len(places)):
        while len(kept) > 1 and _is_below(places, heights, kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return np.interp(where, places[kept], heights[kept])


def _is_below(places: Floats, heights: Floats, left: int, middle: int, right: int) -> bool:
    width, before = places[right] - places[left], places[middle] - places[left]
    rise = (heights[right] - heights[left]) * before
    return bool((heights[middle] - heights[left]) * width <= rise)


NOTHING: Final = Promises(np.zeros(0), np.zeros((0, 2)))
