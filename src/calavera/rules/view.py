"""What one viewer knows at one moment."""

from typing import NamedTuple

from calavera.rules.actions import Action
from calavera.rules.legal import legal_actions
from calavera.rules.misuse import expect
from calavera.rules.model.board import Board
from calavera.rules.model.holding import Holding
from calavera.rules.model.seats import A_VIEWER, Seat, Viewer
from calavera.rules.model.state import A_STATE, State


class OwnSeat(NamedTuple):
    """A seat of the viewer's own."""

    seat: Seat
    """Which one."""

    holding: Holding
    """Its discs."""

    legal: tuple[Action, ...]
    """What it may do now."""


class View(NamedTuple):
    """The open table and the viewer's own secrets; there is no field for anybody else's."""

    viewer: Viewer
    """Who looks."""

    board: Board
    """What everybody sees."""

    own: tuple[OwnSeat, ...]
    """The viewer's seats: one, two with two tribes, none for the public."""


def view(state: State, viewer: Viewer) -> View:
    """The state as this viewer sees it."""
    try:
        own = [
            OwnSeat(seat, state.holdings[seat], legal_actions(state, seat)) for seat in viewer.seats
        ]
        return View(viewer, state.board, tuple(own))
    except AttributeError:
        expect("state", state, State, A_STATE)
        expect("viewer", viewer, Viewer, A_VIEWER)
        raise
