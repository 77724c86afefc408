"""Actions as numbers: a fixed space for learning, whatever the size of the table.

Mats and seats are counted clockwise from the seat that acts, which is 0 itself, as in the
observations: what is learned in one chair holds in any. `docs/arrays.md` has the table.
"""

from typing import Final

from calavera.rules.actions import (
    BIDS,
    DISCARDS,
    FLIPS,
    HIGHEST_BID,
    NAMES,
    PASS,
    PICK,
    PLACES,
    SHOW,
    Action,
    Bid,
    Discard,
    Flip,
    NameFirst,
    Pass,
    Pick,
    Place,
)
from calavera.rules.events import DiscsShuffled, Event, RoundBegan
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.rules.model.seats import MOST_SEATS, SEATS, Seat

ACTIONS_VERSION: Final = 1
"""Changes whenever a number changes its meaning."""

PLACE_FLOWER: Final = 0
PLACE_SKULL: Final = 1
BID_ONE: Final = 2
PASS_ON: Final = BID_ONE + HIGHEST_BID
FLIP_OWN: Final = PASS_ON + 1
DISCARD_FLOWER: Final = FLIP_OWN + MOST_SEATS
DISCARD_SKULL: Final = DISCARD_FLOWER + 1
PICK_BLIND: Final = DISCARD_SKULL + 1
NAME_SELF: Final = PICK_BLIND + 1
SHOW_MAT: Final = NAME_SELF + MOST_SEATS
ACTIONS: Final = SHOW_MAT + 1
"""How many numbers there are for actions."""

# What chance does has numbers too, so that a traced game is one list. No seat ever takes them.
FIRST_IS: Final = ACTIONS
DRAW_FLOWER: Final = FIRST_IS + MOST_SEATS
DRAW_SKULL: Final = DRAW_FLOWER + 1
CHANCE: Final = MOST_SEATS
"""Stands for the seat where chance acts."""


def number_of(action: Action, seat: Seat, seats: int) -> int:
    """The number of an action of a seat at a table of that size."""
    match action:
        case Place(disc=disc):
            return PLACE_SKULL if disc is SKULL else PLACE_FLOWER
        case Bid(number=number):
            return BID_ONE + number - 1
        case Pass():
            return PASS_ON
        case Flip(mat=mat):
            return FLIP_OWN + (mat - seat) % seats
        case Discard(disc=disc):
            return DISCARD_SKULL if disc is SKULL else DISCARD_FLOWER
        case Pick():
            return PICK_BLIND
        case NameFirst(seat=first):
            return NAME_SELF + (first - seat) % seats
        case _:
            return SHOW_MAT


def action_of(number: int, seat: Seat, seats: int) -> Action:
    """The action of a number, for a seat at a table of that size; raises ValueError."""
    if not 0 <= number < ACTIONS:
        raise ValueError(
            f"{number} is not the number of an action: they go from 0 to {ACTIONS - 1}"
        )
    if BID_ONE <= number < PASS_ON:
        return BIDS[number - BID_ONE]
    if FLIP_OWN <= number < DISCARD_FLOWER:
        return FLIPS[_seat_after(seat, number - FLIP_OWN, seats, number)]
    if NAME_SELF <= number < SHOW_MAT:
        return NAMES[_seat_after(seat, number - NAME_SELF, seats, number)]
    return _SINGLE[number]


def number_of_chance(event: Event) -> int:
    """The number of what chance did: it drew the first player (R4) or a disc (R24)."""
    match event:
        case RoundBegan(number=1, first=first):
            return FIRST_IS + first
        case DiscsShuffled(drawn=drawn):
            return DRAW_SKULL if drawn is SKULL else DRAW_FLOWER
        case _:
            raise ValueError(f"{event} is not chance's doing")


def _seat_after(seat: Seat, steps: int, seats: int, number: int) -> Seat:
    if steps >= seats:
        raise ValueError(
            f"{number} names a seat {steps} places on: there are {seats} at this table"
        )
    return SEATS[(seat + steps) % seats]


_SINGLE: Final[dict[int, Action]] = {
    PLACE_FLOWER: PLACES[FLOWER],
    PLACE_SKULL: PLACES[SKULL],
    PASS_ON: PASS,
    DISCARD_FLOWER: DISCARDS[FLOWER],
    DISCARD_SKULL: DISCARDS[SKULL],
    PICK_BLIND: PICK,
    SHOW_MAT: SHOW,
}
