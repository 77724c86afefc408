"""The intervals of estimates: what they contain, and how often they are right."""

import pytest

from bench.coverage import chances_at, losses_at, solved_at, start_of
from calavera.review.interval import CHANCES, chance_interval, loss_interval
from calavera.rules import Disc


@pytest.mark.parametrize("viewpoint", CHANCES)
def test_a_band_is_around_its_chance_and_closes_at_the_ends(viewpoint: str) -> None:
    for chance in (0.0, 0.001, 0.02, 0.25, 0.5, 0.9, 1.0):
        low, high = chance_interval(viewpoint, chance)
        assert 0.0 <= low <= chance <= high <= 1.0
        assert (low == high) == (chance in (0.0, 1.0))


def test_a_loss_is_uncertain_by_its_size_and_by_what_the_networks_differ() -> None:
    assert tuple(loss_interval(0.0, 0.0)) == pytest.approx((0.0, 0.02))
    assert tuple(loss_interval(0.10, 0.10)) == pytest.approx((0.03, 0.17))
    low, high = loss_interval(0.10, 0.06)
    assert (low, high) == loss_interval(0.06, 0.10)
    assert low < 0.03
    assert high > 0.17
    assert loss_interval(0.9, 1.0)[1] == 1.0


def test_the_bench_finds_most_exact_losses_inside() -> None:
    """Decisions of two players: the truth is known."""
    found = [each for seed in range(3_000_020, 3_000_032) for each in solved_at(seed)]
    assert len(found) > 50
    assert sum(each.is_inside for each in found) > 0.8 * len(found)


def test_the_bench_starts_where_nothing_is_hidden() -> None:
    setup, first = start_of(3_000_003)
    assert first in setup.seats_in
    for entry in setup.start:
        assert 1 <= len(entry.discs) <= 4
        assert entry.discs.count(Disc.SKULL) <= 1


def test_the_bench_measures_positions_that_come_up_often() -> None:
    found = chances_at(3_000_003, 60)
    assert {each.group for each in found} == {"public", "player", "open"}
    for each in found:
        assert 0.0 < each.variance < 0.01
        assert each.interval.low <= each.predicted <= each.interval.high
    starts = [each for each in found if each.group == "public"][:3]
    assert sum(each.truth for each in starts) == pytest.approx(1.0)


def test_the_bench_leaves_out_what_hardly_comes_up() -> None:
    """A start of two has exact losses, so none is measured there."""
    seed = next(n for n in range(3_000_000, 3_000_100) if start_of(n).setup.players == 2)
    assert losses_at(seed) == []
