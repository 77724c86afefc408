"""What a temper adds to the logits of choices."""

import pytest

from calavera.bots.network.choices import (
    DISCARD_SKULL,
    EVERYTHING,
    FLIP_NEXT,
    PASS_ON,
    PLACE_FLOWER,
    PLACE_SKULL,
    RAISE,
)
from calavera.bots.network.temper import BOLD, CAUTIOUS, EVEN, HONEST, TRICKSTER, Temper
from calavera.rules import Disc, Holding

CLEAN = Holding((Disc.SKULL,), (Disc.FLOWER,))
LYING = Holding((Disc.FLOWER,), (Disc.FLOWER, Disc.SKULL))
LEANING = Temper(raising=1.0, leaping=0.25, bluffing=-3.0, lurking=0.5)


@pytest.mark.parametrize(
    ("choice", "clean", "lying"),
    [
        (PLACE_FLOWER, 0.0, 0.0),
        (PLACE_SKULL, 0.5, 0.5),
        (RAISE, 1.0, -3.0),
        (RAISE + 1, 1.25, -3.0),
        (EVERYTHING - 1, 2.75, -3.0),
        (EVERYTHING, 1.0, -3.0),
        (PASS_ON, 0.0, 0.0),
        (DISCARD_SKULL, 0.0, 0.0),
        (FLIP_NEXT, 0.0, 0.0),
    ],
)
def test_a_temper_leans_on_bids_and_on_the_skull_alone(
    choice: int, clean: float, lying: float
) -> None:
    assert LEANING.leaning(choice, CLEAN) == clean
    assert LEANING.leaning(choice, LYING) == lying
    assert EVEN.leaning(choice, CLEAN) == EVEN.leaning(choice, LYING) == 0.0


def test_the_tempers_lean_as_they_are_called_and_not_far() -> None:
    assert Temper(raising=-0.2, leaping=-0.1, bluffing=-0.3) == CAUTIOUS
    assert Temper(raising=0.3, leaping=0.1, bluffing=0.1) == BOLD
    assert Temper(bluffing=-0.5, lurking=-0.2) == HONEST
    assert Temper(bluffing=0.5, lurking=0.4) == TRICKSTER
