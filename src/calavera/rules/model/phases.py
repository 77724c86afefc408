"""Where in the round the game is.

The members are also names of this module: looking one up on the enum costs ten times as much, and
the rules ask for the phase several times a move.
"""

from enum import Enum
from typing import Final


class Phase(Enum):
    """A stage of the game; the value is its name in records and messages."""

    DRAW = "draw"
    """Chance is to choose the first player (R4)."""

    PLACE = "place"
    """Step 1: one disc each."""

    ADD = "add"
    """Step 2: add or challenge."""

    BID = "bid"
    """A challenge is open."""

    FLIP = "flip"
    """Step 3: the attempt."""

    LOSE = "lose"
    """The attempt failed and a disc is to be lost."""

    NAME_FIRST = "name-first"
    """A challenger that went out by its own skull names who begins."""

    OVER = "over"
    """Somebody has won."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


DRAW: Final = Phase.DRAW
PLACE: Final = Phase.PLACE
ADD: Final = Phase.ADD
BID: Final = Phase.BID
FLIP: Final = Phase.FLIP
LOSE: Final = Phase.LOSE
NAME_FIRST: Final = Phase.NAME_FIRST
OVER: Final = Phase.OVER
