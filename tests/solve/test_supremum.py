"""The widest gap between two bounds, against all beliefs at which a hull can change at all."""

import itertools
import random
from fractions import Fraction

import pytest

from calavera.solve.check.checker import WHOLE, Promise, ProofError
from calavera.solve.check.supremum import FINE, above, along, creases, hull_at, width_of

EIGHTH = WHOLE // 8


def promises(rng: random.Random, count: int) -> list[Promise]:
    """Some at both ends, the others anywhere; their shares often tie."""
    owns = [0, 0, WHOLE, WHOLE, *[EIGHTH * rng.randrange(9) for _ in range(count)]]
    return [Promise(own, rng.randrange(WHOLE // 2), rng.randrange(WHOLE // 2)) for own in owns]


def value(each: Promise, q: Fraction) -> Fraction:
    return q * each.skull + (1 - q) * each.none


def bound(side: list[Promise], p: Fraction, q: Fraction) -> Fraction:
    """The best mixture of two promises whose shares are p together, out of 1."""
    best = Fraction(0)
    for left, right in itertools.product(side, side):
        start, end = Fraction(left.own, WHOLE), Fraction(right.own, WHOLE)
        if start == p:
            best = max(best, value(left, q))
        elif start < p < end:
            part = (p - start) / (end - start)
            best = max(best, (1 - part) * value(left, q) + part * value(right, q))
    return best / WHOLE


def changes(side: list[Promise]) -> set[Fraction]:
    """Every belief at which three promises lie on a line, or two with one share tie."""
    found = {Fraction(0), Fraction(1)}
    for left, point, right in itertools.product(side, side, side):
        if left.own <= point.own < right.own or left.own == point.own == right.own:
            none, skull = above(left, point, right)
            if none != skull and 0 < Fraction(none, none - skull) < 1:
                found.add(Fraction(none, none - skull))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_bound_is_the_best_mixture(seed: int) -> None:
    rng = random.Random(seed)
    side = promises(rng, 5)
    shares = [Fraction(number, 24) for number in range(25)]
    for q in (Fraction(0), Fraction(1, 3), Fraction(5, 7), Fraction(1)):
        told = along(side, q.as_integer_ratio(), [each.as_integer_ratio() for each in shares])
        assert told == [bound(side, share, q) * FINE // 1 for share in shares]


@pytest.mark.parametrize("seed", range(6))
def test_a_hull_has_corners_alone(seed: int) -> None:
    side = promises(random.Random(seed), 6)
    for q in (Fraction(0), Fraction(2, 5), Fraction(1)):
        hull = hull_at(side, q.as_integer_ratio())
        assert [corner.own for corner in hull] == sorted({corner.own for corner in hull})
        assert (hull[0].own, hull[-1].own) == (0, WHOLE)
        for number, corner in enumerate(hull[1:-1], 1):
            rest = hull[:number] + hull[number + 1 :]
            share = Fraction(corner.own, WHOLE)
            assert bound(rest, share, q) < value(corner, q) / WHOLE
        for each in side:
            share = Fraction(each.own, WHOLE)
            assert bound(hull, share, q) >= value(each, q) / WHOLE


@pytest.mark.parametrize("seed", range(6))
def test_every_change_of_a_hull_is_a_crease(seed: int) -> None:
    side = promises(random.Random(seed), 5)
    found = [Fraction(*each) for each in creases(side, 3)]
    assert (found[0], found[-1]) == (Fraction(0), Fraction(1))
    assert found == sorted(set(found))
    assert set(found) <= changes(side)
    for left, right in itertools.pairwise(found):
        inside = [left + (right - left) * Fraction(part, 8) for part in (1, 4, 7)]
        hulls = [hull_at(side, q.as_integer_ratio()) for q in inside]
        assert hulls[0] == hulls[1] == hulls[2], "nothing changes between two creases"
    assert creases(side, 4) == [(1, 1)], "a whole tribe has its skull"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("discs", [(2, 3), (4, 3), (3, 4), (4, 4)])
def test_the_widest_gap_is_found(seed: int, discs: tuple[int, int]) -> None:
    rng = random.Random(seed)
    mine, yours = promises(rng, 2), promises(rng, 2)
    firsts = changes(yours) if discs[0] < 4 else {Fraction(1)}
    seconds = changes(mine) if discs[1] < 4 else {Fraction(1)}
    widest = max(1 - bound(mine, p, q) - bound(yours, q, p) for p in firsts for q in seconds)
    assert 0 <= width_of((*discs, 0, 0), mine, yours) - widest * FINE < 2, "rounded outwards"


def test_a_point_is_above_a_line_at_both_ends() -> None:
    left, right = Promise(0, 1, 2), Promise(8, 9, 10)
    assert above(left, Promise(2, 3, 4), right) == (0, 0)
    assert above(left, Promise(2, 4, 4), right) == (0, 8)
    assert above(left, Promise(2, 3, 5), right) == (8, 0)
    assert above(left, Promise(6, 6, 7), right) == (-8, -8)
    assert above(left, Promise(0, 5, 1), right) == (-1, 4), "straight above an end"


def test_bounds_that_touch_are_no_error_and_those_that_cross_are() -> None:
    half = [Promise(0, WHOLE // 2, WHOLE // 2), Promise(WHOLE, WHOLE // 2, WHOLE // 2)]
    more = [each._replace(skull=each.skull + 1) for each in half]
    assert width_of((3, 3, 0, 0), half, half) == 0
    with pytest.raises(ProofError) as error:
        width_of((3, 3, 0, 0), more, half)
    assert str(error.value) == "the lower bound is above the upper one"
