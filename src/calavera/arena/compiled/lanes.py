"""A small number for every seat, in one machine word.

Twelve lanes of five bits fill sixty. A *lanes* value holds a count per seat, a *seats* value is a
set: 1 in the lane of each member. Counts of up to fifteen leave the fifth bit free, so a question
to all seats at once is an addition and a mask, with no loop and no branch to guess wrong.
"""

from typing import Final, TypeAlias

from calavera.arena.compiled.compiling import compiled, ones_in, zeros_below
from calavera.rules.model.seats import MOST_SEATS

Lanes: TypeAlias = int
"""A count per seat."""

Seats: TypeAlias = int
"""A set of seats."""

WIDTH: Final = 5
FULL: Final = (1 << WIDTH) - 1
EVERYONE: Final = sum(1 << WIDTH * seat for seat in range(MOST_SEATS))
_FIFTEENS: Final = 15 * EVERYONE

NOBODY: Final = MOST_SEATS
"""Stands where no seat does: one past the last."""


@compiled
def only(seat: int) -> Seats:
    """The set of one seat."""
    return 1 << WIDTH * seat


@compiled
def lane(lanes: Lanes, seat: int) -> int:
    """The count of one seat."""
    return (lanes >> WIDTH * seat) & FULL


@compiled
def some(lanes: Lanes) -> Seats:
    """The seats whose count is not zero; no count may be above fifteen."""
    return ((lanes + _FIFTEENS) >> 4) & EVERYONE


@compiled
def filled(seats: Seats) -> Lanes:
    """Every bit of the members' lanes, to cut other lanes down to them."""
    return seats * FULL


@compiled
def lowest(seats: Seats) -> int:
    """The first member; the set is not empty."""
    return (zeros_below(seats) * 13) >> 6


@compiled
def following(seats: Seats, seat: int) -> int:
    """The next member clockwise after a seat, at last that seat itself."""
    above = seats & -(2 << WIDTH * seat)
    return lowest(above if above else seats)


@compiled
def member(seats: Seats, index: int) -> int:
    """The member with that index, counted from 0."""
    # The product counts, in each lane, the members up to there; the lanes that have not reached
    # the one we look for are as many as its number.
    reached = ((seats * EVERYONE + (15 - index) * EVERYONE) >> 4) & EVERYONE
    return MOST_SEATS - ones_in(reached)
