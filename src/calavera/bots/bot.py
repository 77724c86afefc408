"""What a bot is."""

import random
from typing import Protocol

from calavera.rules import Action, OwnSeat, View


class Bot(Protocol):
    """A way of playing. It keeps nothing between two choices: all it knows stands in the view."""

    name: str
    """What this way of playing is called."""

    temper: str
    """How it plays, in a few words for a person."""

    def choose(self, view: View, rng: random.Random) -> Action:
        """One of the legal actions of `acting_seat(view)`."""
        ...


def acting_seat(view: View) -> OwnSeat:
    """The seat that a player acts for: the first of its own whose turn it is.

    With two tribes both may be in turn while all place at once. Raises ValueError where none is.
    """
    for own in view.own:
        if own.seat in view.board.turn:
            return own
    raise ValueError("it is not this player's turn")
