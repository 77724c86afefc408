"""One seat under suspicion: its likely style, and where its skull is given each style."""

from collections.abc import Sequence
from typing import Final

from bench.yardstick.habits import STYLES_KNOWN
from calavera.bots.network.suspicion import (
    GONE,
    HAND,
    STACK,
    Suspicion,
    at_start,
    seen_flower,
    seen_skull,
    taken_back,
)
from calavera.rules import Disc

FORGETTING: Final = 0.03
"""How much of the evidence about a seat's style is forgotten between rounds."""


class Suspect:
    """One seat: a probability and a suspicion for each style."""

    __slots__ = ("styles", "suspicions")

    def __init__(self, *, has_skull: bool) -> None:
        self.styles = [1 / len(STYLES_KNOWN)] * len(STYLES_KNOWN)
        self.suspicions = [at_start(has_skull=has_skull) for _ in STYLES_KNOWN]

    def mixed(self) -> Suspicion:
        """The suspicion averaged over styles."""
        mixture = [0.0] * len(self.suspicions[0])
        for share, suspicion in zip(self.styles, self.suspicions, strict=True):
            for index, chance in enumerate(suspicion):
                mixture[index] += share * chance
        return mixture

    @property
    def surely_has_skull(self) -> bool:
        """Whether it certainly has its skull, in every style."""
        return not any(suspicion[GONE] for suspicion in self.suspicions)

    @property
    def surely_has_none(self) -> bool:
        """Whether its skull is certainly gone, in every style."""
        return not any(any(suspicion[HAND:]) for suspicion in self.suspicions)

    def weigh(self, likelihoods: Sequence[Sequence[float]]) -> None:
        """Update on a move with these likelihoods, by style and place of the skull."""
        shares = []
        for index, likely in enumerate(likelihoods):
            suspicion = self.suspicions[index]
            weights = [chance * one for chance, one in zip(suspicion, likely, strict=True)]
            total = sum(weights)
            if total > 0.0:
                self.suspicions[index] = [weight / total for weight in weights]
            shares.append(self.styles[index] * total)
        self._weigh_styles(shares)

    def see(self, place: int, disc: Disc) -> None:
        """Update on a disc turned over at that place from the bottom."""
        skull = disc is Disc.SKULL
        shares = []
        for index, suspicion in enumerate(self.suspicions):
            chance = suspicion[STACK + place]
            shares.append(self.styles[index] * (chance if skull else 1.0 - chance))
            see = seen_skull if skull else seen_flower
            self.suspicions[index] = see(suspicion, place)
        self._weigh_styles(shares)

    def forget(self) -> None:
        """Return the discs to the hand, and forget some evidence about the style."""
        even = FORGETTING / len(self.styles)
        self.styles = [(1.0 - FORGETTING) * share + even for share in self.styles]
        self.suspicions = [taken_back(suspicion) for suspicion in self.suspicions]

    def _weigh_styles(self, shares: Sequence[float]) -> None:
        everything = sum(shares)
        if everything > 0.0:
            self.styles = [share / everything for share in shares]
