"""The discs of one seat, as its owner knows them (R40)."""

from collections.abc import Sequence
from typing import NamedTuple

from calavera.rules.model.discs import FLOWER, SKULL, Disc, disc_letters, discs_named, sorted_discs
from calavera.rules.model.values import fresh


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

    def place(self, disc: Disc) -> "Holding":
        """One disc goes from the hand to the top of the stack."""
        hand = self.hand[1:] if disc is FLOWER else self.hand[:-1]
        return fresh(Holding, (hand, (*self.stack, disc), self.lost))

    def lose(self, disc: Disc) -> "Holding":
        """A disc is lost; it is gone when the discs are taken back."""
        return Holding(self.hand, self.stack, (*self.lost, disc))

    def take_back(self, discs: int) -> "Holding":
        """All discs back in hand, less the one just lost where only that many are owned."""
        hand = sorted_discs(self.hand + self.stack)
        if discs < len(hand):
            hand = hand[1:] if self.lost[-1] is FLOWER else hand[:-1]
        return fresh(Holding, (hand, (), self.lost))


def is_bluff(stack: Sequence[Disc], number: int) -> bool:
    """Whether a bid would turn over the skull of the bidder's own stack, bottom to top (R19)."""
    return SKULL in stack[::-1][:number]
