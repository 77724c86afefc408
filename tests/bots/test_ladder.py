"""The ladder, short: each rung beats the one below. `make ladder` plays many times as much.

The games follow from the seed, so this passes always or never.
"""

from itertools import pairwise

import pytest

from bench.ladder import SEATS, climb
from calavera.bots import BOTS, Strength

GAMES = {3: 60, 4: 48, 6: 30}
"""By table size: larger tables play longer."""


def test_each_bot_is_harder_to_beat_than_the_one_before() -> None:
    assert [bot.strength for bot in BOTS.values()] == list(Strength)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize(("lower", "upper"), list(pairwise(BOTS)))
def test_a_rung_beats_the_one_below(lower: str, upper: str, seats: int) -> None:
    (rung,) = climb([(lower, upper)], [seats], GAMES[seats])
    assert rung.standing.share > 1 / seats, rung  # `make ladder` shows that it is not by chance
    assert rung.tally.complete


def test_a_rung_does_not_hold_upside_down() -> None:
    (rung,) = climb([("bold", "cautious")], [3], 60)
    assert not rung.holds
    assert "does not beat" in str(rung)
