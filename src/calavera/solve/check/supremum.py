"""The largest gap between the bounds of a position, over all beliefs, in whole numbers.

For a fixed belief q about the other, a player's bound is the upper hull of the points (own,
q skull + (1 - q) none), because promises can be mixed. So it is concave in the belief about the
player itself and convex in q, and straight between *creases*, where the hull changes. Two such
bounds are furthest apart where both have a crease, and there are a few hundred each.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final, TypeAlias

from calavera.solve.check.checker import TRIBE, WHOLE, Position, Promise, ProofError

FINE: Final = 1 << 60
"""Bounds are out of this, rounded outwards."""

Ratio: TypeAlias = tuple[int, int]
"""A belief: numerator and denominator."""


def width_of(position: Position, mine: list[Promise], yours: list[Promise]) -> int:
    """How far apart the bounds are at most, out of FINE; raises ProofError where they cross.

    Where the upper bound has no crease in the belief about the first player it is straight, and
    the lower one is concave: the difference is convex, and greatest at an end of such a stretch.
    The same holds for the belief about the second and the creases of the lower bound. By the same
    argument the difference is least at the promises' own shares.
    """
    owns = [sorted({(promise.own, WHOLE) for promise in side}) for side in (mine, yours)]
    if min(gaps(mine, yours, *owns)) < 0:
        raise ProofError("the lower bound is above the upper one")
    return max(gaps(mine, yours, creases(yours, position[0]), creases(mine, position[1])))


def gaps(
    mine: list[Promise], yours: list[Promise], firsts: list[Ratio], seconds: list[Ratio]
) -> Iterator[int]:
    """How far apart the bounds are at every pair of these beliefs."""
    low = [along(mine, q, firsts) for q in seconds]
    high = [along(yours, p, seconds) for p in firsts]
    return (FINE - high[i][j] - low[j][i] for i in range(len(firsts)) for j in range(len(seconds)))


def along(promises: list[Promise], q: Ratio, owns: list[Ratio]) -> list[int]:
    """A player's bound at q for ascending beliefs about itself, out of FINE."""
    (n, d), hull, found, at = q, hull_at(promises, q), [], 0
    for share, whole in owns:
        while at + 2 < len(hull) and hull[at + 1].own * whole <= share * WHOLE:
            at += 1
        left, right = hull[at], hull[min(at + 1, len(hull) - 1)]
        before, width = share * WHOLE - left.own * whole, (right.own - left.own) * whole or 1
        low, high = (n * each.skull + (d - n) * each.none for each in (left, right))
        found.append(((width - before) * low + before * high) * FINE // (width * d * WHOLE))
    return found


def creases(promises: list[Promise], discs: int) -> list[Ratio]:
    """The beliefs about an opponent with this many discs where the hull changes, and the ends."""
    if discs == TRIBE:
        return [(1, 1)]
    found, hull = [(0, 1)], hull_at(promises, (0, 1))
    while found[-1] != (1, 1):  # the next change: a corner sinks into the hull, or a point rises
        (n, d), owns, change = (1, 1), [corner.own for corner in hull], hull
        for at in range(1, len(hull) - 1):
            none, skull = above(*hull[at - 1 : at + 2])
            if skull < none and none * d < n * (none - skull):
                n, d, change = none, none - skull, hull[:at] + hull[at + 1 :]
        for point in promises:
            at = bisect_left(owns, point.own)
            same = owns[at] == point.own
            none, skull = above(hull[at if same else at - 1], point, hull[at])
            if skull > none and -none * d < n * (skull - none):
                n, d, change = -none, skull - none, [*hull[:at], point, *hull[at + same :]]
        found.append((n, d))
        hull = change
    return found


def hull_at(promises: list[Promise], q: Ratio) -> list[Promise]:
    """The corners of the upper hull, from the left; of those that tie, what rises fastest."""
    n, d = q
    hull: list[Promise] = []
    for point in sorted(
        promises, key=lambda p: (p.own, n * p.skull + (d - n) * p.none, p.skull - p.none)
    ):
        if hull and hull[-1].own == point.own:
            hull.pop()
        while len(hull) > 1:
            none, skull = above(hull[-2], hull[-1], point)
            if n * skull + (d - n) * none > 0:
                break
            hull.pop()
        hull.append(point)
    return hull


def above(left: Promise, point: Promise, right: Promise) -> tuple[int, int]:
    """How far a point is above a line, at q = 0 and at q = 1; it is linear in between."""
    if point.own == left.own:
        return point.none - left.none, point.skull - left.skull
    before, behind, width = point.own - left.own, right.own - point.own, right.own - left.own
    return (
        width * point.none - behind * left.none - before * right.none,
        width * point.skull - behind * left.skull - before * right.skull,
    )
