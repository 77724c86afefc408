"""What happens to the discs of one seat."""

from calavera.rules.model.discs import FLOWER, Disc, sorted_discs
from calavera.rules.model.holding import Holding
from calavera.rules.model.values import fresh


def place(holding: Holding, disc: Disc) -> Holding:
    """One disc goes from the hand to the top of the stack."""
    hand, stack, lost = holding
    hand = hand[1:] if disc is FLOWER else hand[:-1]
    return fresh(Holding, (hand, (*stack, disc), lost))


def lose(holding: Holding, disc: Disc) -> Holding:
    """A disc is lost; it is gone when the discs are taken back."""
    hand, stack, lost = holding
    return fresh(Holding, (hand, stack, (*lost, disc)))


def take_back(holding: Holding, discs: int) -> Holding:
    """All discs back in hand, less the one just lost where only that many are owned."""
    hand, stack, lost = holding
    hand = sorted_discs(hand + stack)
    if discs < len(hand):
        hand = hand[1:] if lost[-1] is FLOWER else hand[:-1]
    return fresh(Holding, (hand, (), lost))
