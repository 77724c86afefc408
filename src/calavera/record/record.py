"""One written game."""

from dataclasses import dataclass

from calavera.record.tokens import Move
from calavera.rules.events import LossUnseen, PlacementUnseen
from calavera.rules.seats import Seat
from calavera.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark between the moves."""

    after: int
    """How many moves come before it."""

    text: str
    """What it says; it holds no closing brace."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is written down, in full or as somebody saw it."""

    names: tuple[str, ...]
    """The players, in seat order."""

    setup: Setup
    """The table."""

    first: Seat
    """The first player of the first round."""

    moves: tuple[Move, ...] = ()
    """What the players and chance did, in order."""

    tags: tuple[tuple[str, str], ...] = ()
    """Other keys of the header, kept as they are: date, site…"""

    comments: tuple[Comment, ...] = ()
    """Remarks, in order."""

    @property
    def is_full(self) -> bool:
        """Whether every disc is known; else it is somebody's view."""
        return not any(isinstance(move, PlacementUnseen | LossUnseen) for move in self.moves)
