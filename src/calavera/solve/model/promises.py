"""What a player can promise itself, whatever the other does.

A promise is made with a belief about oneself, that is, a share of oneself that has the skull: "with
this share I win at least so often against a holder of the skull, and so often against somebody
without it". Two promises can be mixed, so a list of them bounds the value of a position from one
side everywhere: for a fixed belief about the other it is the concave hull over one's own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from calavera.bots.ending.booklet import WHOLE

Floats: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.int64]

SAME: Final = 1e-12
"""Beliefs that are no further apart are the same."""

MOVING: Final = 1e-12
"""Points whose distance changes more slowly do not move."""


class Crease(NamedTuple):
    """Where the best mixtures of a list of promises change."""

    other: float  # the belief about the other
    # The promises that are mixed from there on, by their own share; neighbours are mixed.
    hull: Places


@dataclass(frozen=True)
class Promises:
    """All that is known to be possible for one role in one position."""

    own: Floats  # for each promise the share of oneself that has the skull
    # For each promise what is won at least: against the skull, against none (two columns).
    against: Floats

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

    def creases(self, low: float = 0.0, high: float = 1.0) -> Iterator[Crease]:
        """All beliefs about the other between two at which the best mixtures change, and those two.

        For a fixed belief about the other the best mixtures are the upper hull of points. As the
        belief moves, every point moves evenly, and the next change is where a point comes up
        through an edge of the hull or a corner of the hull sinks into one.
        """
        hull, other = _upper_hull(self.own, self.worth(low), self._slope), low
        yield Crease(other, hull)
        while other < high:
            rising, sinking = self._rising(hull), self._sinking(hull)
            when, place = min(rising, sinking)
            if when >= high:
                break
            other = max(other, when)
            if sinking < rising:
                hull = np.delete(hull, place)
            else:
                hull = _with_corner(hull, place, self.own)
            yield Crease(other, hull)
        if high > low:
            yield Crease(high, hull)

    def useful(self, low: float = 0.0, high: float = 1.0) -> list[int]:
        """The places of those that some beliefs call for."""
        return sorted({int(place) for crease in self.creases(low, high) for place in crease.hull})

    @cached_property
    def units(self) -> tuple[list[int], list[tuple[int, int]]]:
        """Own shares and what is won against each kind, out of `WHOLE`."""
        owns, against = np.rint(self.own * WHOLE), np.rint(self.against * WHOLE)
        pairs = [(skull, none) for skull, none in against.astype(np.int64).tolist()]
        return owns.astype(np.int64).tolist(), pairs

    @cached_property
    def _slope(self) -> Floats:
        return self.against[:, 0] - self.against[:, 1]

    def _rising(self, hull: Places) -> tuple[float, int]:
        """When the next point comes up through the hull, and which."""
        start, slope = self.against[:, 1], self._slope
        if len(hull) == 1:
            height, speed = start[hull[0]] - start, slope[hull[0]] - slope
        else:
            edge = np.searchsorted(self.own[hull], self.own, "right") - 1
            edge = np.clip(edge, 0, len(hull) - 2)
            left, right = hull[edge], hull[edge + 1]
            share = (self.own - self.own[left]) / (self.own[right] - self.own[left])
            height = (1.0 - share) * start[left] + share * start[right] - start
            speed = (1.0 - share) * slope[left] + share * slope[right] - slope
        speed[hull] = 0.0
        return _first_meeting(height, speed)

    def _sinking(self, hull: Places) -> tuple[float, int]:
        """When the next corner of the hull sinks in between its neighbours, and which."""
        start, slope = self.against[:, 1], self._slope
        left, corner, right = hull[:-2], hull[1:-1], hull[2:]
        share = (self.own[corner] - self.own[left]) / (self.own[right] - self.own[left])
        height = start[corner] - (1.0 - share) * start[left] - share * start[right]
        speed = slope[corner] - (1.0 - share) * slope[left] - share * slope[right]
        when, place = _first_meeting(height, speed)
        return when, place + 1

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


def _upper_hull(places: Floats, heights: Floats, slopes: Floats) -> Places:
    """The corners of the upper hull of points, from the left; the steepest of those that tie."""
    kept: list[int] = []
    for point in np.lexsort((slopes, heights, places)).tolist():
        if kept and places[kept[-1]] == places[point]:
            kept.pop()
        while len(kept) > 1 and _is_below(places, heights, kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return np.array(kept, np.int64)


def _first_meeting(heights: Floats, speeds: Floats) -> tuple[float, int]:
    """When the first of some distances that shrink is nothing, and which."""
    shrinking = np.flatnonzero(speeds < -MOVING)
    if not len(shrinking):
        return np.inf, -1
    when = -heights[shrinking] / speeds[shrinking]
    first = int(np.argmin(when))
    return float(when[first]), int(shrinking[first])


def _with_corner(hull: Places, point: int, places: Floats) -> Places:
    """A hull with one more corner, in place of one with the same share."""
    at = int(np.searchsorted(places[hull], places[point]))
    if at < len(hull) and places[hull[at]] == places[point]:
        hull = np.delete(hull, at)
    return np.insert(hull, at, point)


NOTHING: Final = Promises(np.zeros(0), np.zeros((0, 2)))
