"""The time of a placement does not tell which disc it was."""

from calavera.rules import Disc
from tests.leaks.timing import auc, longer_for_a_skull, mean_results, tells_nothing


def test_it_tells_nothing() -> None:
    found = mean_results()
    assert all(tells_nothing(result.area) for result in found), found


def test_a_planted_leak_is_found() -> None:
    found = mean_results(processes=1, leak=longer_for_a_skull)
    assert not any(tells_nothing(result.area) for result in found), found
    assert all(result.area > 0.5 for result in found)


def test_the_area_is_the_share_of_pairs() -> None:
    assert auc({Disc.FLOWER: [1, 2], Disc.SKULL: [2, 3]}) == (2 + 1.5) / 4
    assert auc({Disc.FLOWER: [5, 5], Disc.SKULL: [5]}) == 0.5
    assert auc({Disc.FLOWER: [3, 4], Disc.SKULL: [1, 2]}) == 0
