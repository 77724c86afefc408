"""What happens to the discs of one seat.

Nobody may time which disc was placed, so both kinds take the same steps here: the hand is sorted,
and its ends tell. `tests/leaks/timing.py` measures it.
"""

from calavera.rules.model.discs import FLOWER, Disc, sorted_discs
from calavera.rules.model.holding import Holding
from calavera.rules.model.values import fresh


def has_in_hand(holding: Holding, disc: Disc) -> bool:
    """Whether a disc of this kind is in hand."""
    hand = holding.hand
    if not hand:
        return False
    first, last = hand[0], hand[len(hand) - 1]
    return (first if disc is FLOWER else last) is disc


def place(holding: Holding, disc: Disc) -> Holding:
    """One disc goes from the hand to the top of the stack."""
    hand, stack, lost = holding
    begin = 1 if disc is FLOWER else 0
    left = hand[begin : begin + len(hand) - 1]
    return fresh(Holding, (left, (*stack, disc), lost))


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
