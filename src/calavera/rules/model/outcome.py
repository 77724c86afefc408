"""How a game ends: a value with a reason."""

from dataclasses import dataclass
from enum import Enum

from calavera.rules.model.seats import Player, Seat


class Ending(Enum):
    """The two ways to win."""

    SECOND_SUCCESS = "second-success"
    """A success with the flower side already up (R30)."""

    LAST_ONE_IN = "last-one-in"
    """Everybody else is out (R31)."""

    def __repr__(self) -> str:
        return f"Ending.{self.name}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, with which seat, and how."""

    winner: Player
    """The player who won."""

    seat: Seat
    """The seat of the second success; after R31 the winner's first seat that is still in."""

    ending: Ending
    """Which of the two ways."""
