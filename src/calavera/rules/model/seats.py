"""Seats, players and viewers.

A seat is one mat with its discs; a player has one seat, or two with two tribes (R35). The two are
different types so that the checker refuses a seat where a player is meant: what a *player* may see
is decided by its `Viewer`, and a mix-up would be a leak.
"""

from dataclasses import dataclass
from typing import Final, NewType

from calavera.rules.misuse import expect

Seat = NewType("Seat", int)
"""Index of a seat, clockwise from 0; written a, b, c…"""

Player = NewType("Player", int)
"""Index of a player in the order of the first seats."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at the game; `Setup.viewer` makes the one of a player."""

    seats: tuple[Seat, ...]
    """The seats whose secrets it may see: its own, none for the public."""


PUBLIC: Final = Viewer(())
"""Sees only what lies open: a spectator, a big screen."""

MOST_SEATS: Final = 12
SEATS: Final = tuple(Seat(index) for index in range(MOST_SEATS))
CLOCKWISE: Final = tuple(
    tuple(SEATS[seat + 1 : count] + SEATS[:seat] for seat in range(count))
    for count in range(MOST_SEATS + 1)
)
"""By the number of seats and a seat: all the others, clockwise from it."""

A_SEAT: Final = "a Seat, as Seat(0) or seat_named('a')"
A_VIEWER: Final = "a Viewer, as PUBLIC or setup.viewer(Player(0))"

LETTERS: Final = "abcdefghijkl"


def seat_letter(seat: Seat) -> str:
    """The letter a seat is written with, 0 is a; its number where no table has such a seat."""
    try:
        return LETTERS[seat] if 0 <= seat < MOST_SEATS else str(seat)
    except TypeError:
        expect("seat", seat, int, A_SEAT)
        raise


def seat_named(letter: str) -> Seat:
    """The seat of a letter; raises ValueError if there is none."""
    expect("letter", letter, str, "a letter from a to l")
    if len(letter) != 1 or letter not in LETTERS:
        raise ValueError(f"{letter!r} is not a seat: seats are the letters a to l")
    return SEATS[LETTERS.index(letter)]
