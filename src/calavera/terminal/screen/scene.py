"""What the table shows at one moment, as one viewer knows it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from calavera.record import Position
from calavera.rules import Board, Disc, Holding, Seat, SeenEvent, View
from calavera.rules.events import BidMade, RoundBegan
from calavera.terminal.drawing.picture import (
    Known,
    known_holding,
    known_in_position,
    known_in_view,
)


class Turn(Enum):
    """How far a disc has turned over."""

    LIFTED = 0
    NARROW = 1
    EDGE = 2
    OPENING = 3


class Turning(NamedTuple):
    """One frame of a disc that turns over: the topmost one of a mat that lies face down."""

    mat: Seat
    turn: Turn
    disc: Disc | None = None
    """Its face, once that can be seen."""


def turn_of(mat: Seat, disc: Disc) -> tuple[Turning, ...]:
    """A disc is lifted, gets narrow, stands on its edge, and shows its face."""
    return (
        *(Turning(mat, turn) for turn in (Turn.LIFTED, Turn.NARROW, Turn.EDGE)),
        Turning(mat, Turn.OPENING, disc),
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """A board, what the viewer knows of the discs, and what is remembered of the round."""

    board: Board
    known: tuple[Known, ...]
    """What the viewer knows of each seat."""
    bids: Mapping[Seat, int] = field(default_factory=dict)
    """Each seat's last bid of this round."""
    turning: Turning | None = None
    """The disc that is being turned over."""

    def of_view(self, view: View) -> "Scene":
        """The same round, as a view shows it now."""
        return replace(self, board=view.board, known=known_in_view(view), turning=None)

    def after(self, event: SeenEvent, board: Board, known: Sequence[Known]) -> "Scene":
        """The scene after an event."""
        return Scene(board, tuple(known), _bids(self.bids, event))

    def uncovered(self, holdings: Iterable[Holding]) -> "Scene":
        """With everybody's discs, once the game is over."""
        return replace(self, known=tuple(map(known_holding, holdings)))


def first_scene(view: View) -> Scene:
    """The scene of a view that nothing is known of what came before it."""
    return Scene(view.board, known_in_view(view))


def scene_of(position: Position, before: Mapping[Seat, int], event: SeenEvent | None) -> Scene:
    """A position of a record, after an event that followed these bids."""
    bids = before if event is None else _bids(before, event)
    return Scene(position.board, known_in_position(position), bids)


def _bids(before: Mapping[Seat, int], event: SeenEvent) -> Mapping[Seat, int]:
    match event:
        case RoundBegan():
            return {}
        case BidMade(seat=seat, number=number):
            return {**before, seat: number}
        case _:
            return before
