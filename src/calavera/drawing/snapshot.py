"""What a picture shows: the table at one moment, and the discs that one viewpoint knows."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from calavera.record.game import NAMES, Game
from calavera.record.record import Record
from calavera.record.replay import last_position
from calavera.record.retelling.steps import (
    OPEN_VIEWPOINT,
    PUBLIC_VIEWPOINT,
    SeatHolding,
    moments,
    viewpoints_of,
)
from calavera.rules.events import BidMade, DiscFlipped, Event, RoundBegan, SeenEvent
from calavera.rules.model.board import Board
from calavera.rules.model.holding import Holding
from calavera.rules.model.seats import Seat
from calavera.rules.view import View


class UnknownRound(ValueError):
    """A round that the record does not have; the message says which it has."""


class Moment(NamedTuple):
    """One moment of a game from one viewpoint."""

    board: Board
    """The open table."""

    known: Mapping[Seat, Holding]
    """The discs that the viewpoint knows: its own, all from the open one, none in public."""

    near: Seat
    """The seat that is nearest to whoever looks."""

    names: tuple[str, ...]
    """The players, in seat order."""

    bids: Mapping[Seat, int]
    """What each seat bid last in this round, as far as it was heard."""

    struck: Seat | None
    """The mat of the last flip of this round."""


def moment_of_record(
    record: Record, viewpoint: str | None = None, round_number: int | None = None
) -> Moment:
    """The end of a round, by default of the last one.

    By default from the open viewpoint if the game is over, else from the public one: a running
    game reveals nothing unasked. Raises UnknownViewpoint and UnknownRound.
    """
    if viewpoint is None:
        viewpoint = _usual_viewpoint(record)
    events: list[SeenEvent] = []
    found: tuple[View, tuple[SeatHolding, ...], int] | None = None
    rounds = 0
    for event, view, holdings in moments(record, viewpoint):
        events.append(event)
        rounds = view.board.round
        if round_number in (None, rounds):
            found = view, holdings or (), len(events)
    if found is None:
        raise UnknownRound(
            f"the record has {'round 1' if rounds == 1 else f'rounds 1 to {rounds}'}"
        )
    shown, known, count = found
    return _moment(shown, known, record.names, events[:count])


def _usual_viewpoint(record: Record) -> str:
    if last_position(record).board.outcome is None:
        return PUBLIC_VIEWPOINT
    choice = viewpoints_of(record)
    return OPEN_VIEWPOINT if OPEN_VIEWPOINT in choice else PUBLIC_VIEWPOINT


def moment_of_game(game: Game) -> Moment:
    """The game now: open if it is over, else as the public sees it."""
    holdings = [SeatHolding(Seat(seat), held) for seat, held in enumerate(game.state.holdings)]
    known = holdings if game.outcome is not None else []
    return _moment(game.view(), known, game.names, game.events)


def moment_of_view(view: View) -> Moment:
    """A view; it tells neither names nor the bids before the highest one."""
    return _moment(view, (), tuple(NAMES), ())


def _moment(
    view: View,
    holdings: Iterable[SeatHolding],
    names: tuple[str, ...],
    events: Iterable[Event | SeenEvent],
) -> Moment:
    board = view.board
    known = {one.seat: one.holding for one in view.own}
    known |= {one.seat: one.holding for one in holdings}
    bids, struck = _heard(events)
    if board.bidding is not None:
        bids[board.bidding.bidder] = board.bidding.number
    near = view.viewer.seats[0] if view.viewer.seats else Seat(0)
    return Moment(board, known, near, names, bids, struck)


def _heard(events: Iterable[Event | SeenEvent]) -> tuple[dict[Seat, int], Seat | None]:
    """The bids and the last flip of the last round."""
    bids: dict[Seat, int] = {}
    struck: Seat | None = None
    for event in events:
        match event:
            case RoundBegan():
                bids, struck = {}, None
            case BidMade(seat=seat, number=number):
                bids[seat] = number
            case DiscFlipped(mat=mat):
                struck = mat
    return bids, struck
