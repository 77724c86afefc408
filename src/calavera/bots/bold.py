"""A bot that bluffs."""

from typing import Final

from calavera.bots.bot import Strength
from calavera.bots.temperament import Plain, Temper

DARING: Final = Temper(
    skull_first=0.42,
    skull_later=0.1,
    silent=0.6,
    said=0.8,
    refused=0.3,
    caution=0.2,
    hurry=0.6,
    bluff=0.6,
    leap=0.5,
)


class Bold(Plain):
    """Bids over its own skull as gladly as over flowers."""

    name = "bold"
    nickname = "Catrín"
    temper = "bids high, and over its own skull as gladly as over flowers"
    strength = Strength.MEDIUM
    budget = 0.001

    mind = DARING
