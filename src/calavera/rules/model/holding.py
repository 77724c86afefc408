"""The discs of one seat, as its owner knows them (R40)."""

from collections.abc import Sequence
from typing import NamedTuple

from calavera.rules.model.discs import SKULL, Disc, disc_letters, discs_named, sorted_discs


class Holding(NamedTuple):
    """What is in a seat's hand, on its mat and gone. Secret to the owner."""

    hand: tuple[Disc, ...]
    """In hand, flowers before the skull."""

    stack: tuple[Disc, ...] = ()
    """On the mat, bottom to top."""

    lost: tuple[Disc, ...] = ()
    """Lost for good, in order. A disc lost in this round still lies where it was."""

    def __repr__(self) -> str:
        return f"Holding.of{tuple(map(disc_letters, self))}"

    @classmethod
    def of(cls, hand: str, stack: str = "", lost: str = "") -> "Holding":
        """Discs by their letters: `Holding.of("FFS", "F")`."""
        return cls(discs_named(hand), discs_named(stack), discs_named(lost))

    @property
    def discs(self) -> tuple[Disc, ...]:
        """Hand and stack together, flowers before the skull."""
        return sorted_discs(self.hand + self.stack)


def is_bluff(stack: Sequence[Disc], number: int) -> bool:
    """Whether a bid would turn over the skull of the bidder's own stack, bottom to top (R19)."""
    return SKULL in stack[::-1][:number]
