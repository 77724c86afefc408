"""A bot that takes everybody at their word."""

from typing import Final

from calavera.bots.bot import Strength
from calavera.bots.temperament import Plain, Temper

TRUSTING: Final = Temper(
    skull_first=0.15,
    skull_later=0.05,
    silent=0.6,
    said=0.9,
    refused=0.4,
    caution=0.1,
    hurry=0.4,
    bluff=0.1,
    leap=0.9,
)


class Mirror(Plain):
    """Believes that who bids means it, that who passes hides something, and means what it bids."""

    name = "mirror"
    nickname = "Obsidiana"
    temper = "takes every bid and every pass at its word, and means its own"
    strength = Strength.ADVANCED
    budget = 0.001

    mind = TRUSTING
