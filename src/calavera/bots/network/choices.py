"""The answers of a network, in numbers that mean the same at every table.

Bids are counted from the standing one, and the bid for everything, which nobody can raise (R17),
is an answer of its own. What is left out cannot matter or is forced: own flips, the blind pick,
mats that are shown. Whom a player names who goes out is drawn by lot.
"""

from typing import Final

from calavera.bots.network.inputs import seats_in_order
from calavera.rules import Action, Bid, Board, Disc, Discard, Flip, OwnSeat, Pass, Place, Seat

MOST_RAISE: Final = 8
"""The highest step above the standing bid, short of everything."""

PLACE_FLOWER: Final = 0
PLACE_SKULL: Final = 1
RAISE: Final = 2
EVERYTHING: Final = RAISE + MOST_RAISE
PASS_ON: Final = EVERYTHING + 1
DISCARD_FLOWER: Final = PASS_ON + 1
DISCARD_SKULL: Final = DISCARD_FLOWER + 1
FLIP_NEXT: Final = DISCARD_SKULL + 1
"""Flip a disc of slot 1; the next slots follow."""


def choice_count(slots: int) -> int:
    """The number of outputs of a network for tables of up to that many seats."""
    return FLIP_NEXT + slots - 1


def legal_choices(own: OwnSeat, board: Board) -> dict[int, Action]:
    """The action of each choice that a seat has now; empty if no choice matters."""
    order = seats_in_order(board, own.seat)
    found: dict[int, Action] = {}
    for action in own.legal:
        choice = _choice_of(action, board, order)
        if choice is not None:
            found[choice] = action
    return found


def action_of_choice(choice: int, own: OwnSeat, board: Board) -> Action:
    """The action of a choice; raises KeyError if it is not legal."""
    return legal_choices(own, board)[choice]


def _choice_of(action: Action, board: Board, order: list[Seat]) -> int | None:
    match action:
        case Place(disc=disc):
            return PLACE_SKULL if disc is Disc.SKULL else PLACE_FLOWER
        case Bid(number=number):
            if number == board.total:
                return EVERYTHING
            step = number - (board.bidding.number if board.bidding else 0)
            return RAISE + step - 1 if step <= MOST_RAISE else None
        case Pass():
            return PASS_ON
        case Discard(disc=disc):
            return DISCARD_SKULL if disc is Disc.SKULL else DISCARD_FLOWER
        case Flip(mat=mat) if mat != order[0]:
            return FLIP_NEXT + order.index(mat) - 1
        case _:
            return None
