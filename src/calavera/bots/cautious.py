"""A bot with sense and little nerve."""

from typing import Final

from calavera.bots.bot import Strength
from calavera.bots.temperament import Plain, Temper

CAUTIOUS: Final = Temper(
    skull_first=0.45,
    skull_later=0.2,
    silent=0.65,
    said=0.7,
    refused=0.55,
    caution=0.3,
    hurry=0.3,
    bluff=0.1,
    leap=0.0,
)


class Cautious(Plain):
    """Bids what its own flowers and a rough guess at the others allow, and bluffs a little."""

    name = "cautious"
    nickname = "Vela"
    temper = "bids what it can count on and bluffs a little"
    strength = Strength.EASY
    budget = 0.001

    mind = CAUTIOUS
