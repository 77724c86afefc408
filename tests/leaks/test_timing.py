"""The time of a placement does not tell which disc it was."""

import pytest

from calavera.rules import Disc
from tests.leaks.timing import (
    PLACEMENTS,
    Position,
    auc,
    measured,
    positions,
    tells_nothing,
)

POSITIONS = [*positions()]


def longer_for_a_skull(disc: Disc) -> None:
    """A leak of about three microseconds."""
    if disc is Disc.SKULL:
        sum(range(300))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_it_tells_nothing(position: Position) -> None:
    assert tells_nothing(auc(measured(position, PLACEMENTS)))


def test_a_planted_leak_is_found() -> None:
    area = auc(measured(POSITIONS[0], PLACEMENTS // 3, longer_for_a_skull))
    assert area > 0.5
    assert not tells_nothing(area)


def test_the_area_is_the_share_of_pairs() -> None:
    assert auc({Disc.FLOWER: [1, 2], Disc.SKULL: [2, 3]}) == (2 + 1.5) / 4
    assert auc({Disc.FLOWER: [5, 5], Disc.SKULL: [5]}) == 0.5
    assert auc({Disc.FLOWER: [3, 4], Disc.SKULL: [1, 2]}) == 0
