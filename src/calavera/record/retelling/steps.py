"""A record from one viewpoint, a step per move.

`redact` and `view` determine what a viewer knew, as at a live table. From the open viewpoint a step
has the public view and, separately, all holdings: no view ever contains them.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias, get_args

from calavera.record.notation import Move
from calavera.record.position import Position, first_position, steps
from calavera.record.record import Comment, Record
from calavera.record.replay import states
from calavera.rules.events import (
    DiscLost,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeenEvent,
    ShuffleUnseen,
)
from calavera.rules.evolve import new_game
from calavera.rules.model import phases
from calavera.rules.model.board import Board
from calavera.rules.model.discs import FLOWER
from calavera.rules.model.holding import Holding
from calavera.rules.model.queries import is_own_skull
from calavera.rules.model.seats import (
    LETTERS,
    PUBLIC,
    Player,
    Seat,
    Viewer,
    seat_letter,
    seat_named,
)
from calavera.rules.model.state import State
from calavera.rules.redact import redact
from calavera.rules.view import View, view

OPEN_VIEWPOINT: Final = "open"
PUBLIC_VIEWPOINT: Final = "public"
ALL_VIEWPOINTS: Final = (OPEN_VIEWPOINT, PUBLIC_VIEWPOINT, *LETTERS)
"""Names of viewpoints: open, public, or the first seat of a player."""

_MOVES: Final = get_args(Move)


class UnknownViewpoint(ValueError):
    """A viewpoint that the record does not have; the message lists those it has."""


class SeatHolding(NamedTuple):
    """What a seat holds; never part of a view."""

    seat: Seat
    """Which one."""

    holding: Holding
    """Its discs."""


class Step(NamedTuple):
    """A move and what followed from it."""

    events: tuple[SeenEvent, ...]
    """The events as seen from this viewpoint."""

    view: View
    """The table after it."""

    holdings: tuple[SeatHolding, ...] | None
    """All holdings after it; None except from the open viewpoint."""


class Retelling(NamedTuple):
    """A whole record, from one viewpoint."""

    names: tuple[str, ...]
    """The players, in seat order."""

    eyes: str
    """The viewpoint."""

    choice: tuple[str, ...]
    """All viewpoints that the record offers."""

    steps: tuple[Step, ...]
    """The start of the first round, then a step per move."""

    comments: tuple[Comment, ...]
    """Remarks; only from the open viewpoint, because they may reveal hidden discs."""


Moment: TypeAlias = tuple[SeenEvent, View, tuple[SeatHolding, ...] | None]
"""An event, the table after it, and all holdings from the open viewpoint."""


def viewpoints_of(record: Record) -> tuple[str, ...]:
    """Return the viewpoints of a record; a view offers only the public and its owner."""
    if record.is_full:
        players = [Player(player) for player in range(record.setup.players)]
        return (OPEN_VIEWPOINT, PUBLIC_VIEWPOINT, *[_letter(record, player) for player in players])
    unseen = {
        record.setup.owner(move.seat)
        for move in record.moves
        if isinstance(move, PlacementUnseen | LossUnseen)
    }
    known = [Player(player) for player in range(record.setup.players) if player not in unseen]
    return (PUBLIC_VIEWPOINT, *[_letter(record, player) for player in known])


def retell(record: Record, viewpoint: str | None = None) -> Retelling:
    """Return the record from this viewpoint, or the most open one; raises UnknownViewpoint."""
    choice = viewpoints_of(record)
    if viewpoint is None:
        viewpoint = choice[0] if choice[0] == OPEN_VIEWPOINT else choice[-1]
    told = _by_move(moments(record, viewpoint))
    comments = record.comments if viewpoint == OPEN_VIEWPOINT else ()
    return Retelling(record.names, viewpoint, choice, tuple(told), comments)


def moments(record: Record, viewpoint: str) -> Iterator[Moment]:
    """Return each event of the record with the table after it; raises UnknownViewpoint."""
    choice = viewpoints_of(record)
    if viewpoint not in choice:
        raise UnknownViewpoint(f"eyes: expected one of {', '.join(choice)}")
    if record.is_full:
        return _whole(record, viewpoint)
    return _partly(record, _viewer(record, viewpoint))


def _letter(record: Record, player: Player) -> str:
    return seat_letter(record.setup.seats_of(player)[0])


def _viewer(record: Record, viewpoint: str) -> Viewer:
    if viewpoint in (OPEN_VIEWPOINT, PUBLIC_VIEWPOINT):
        return PUBLIC
    return record.setup.viewer(record.setup.owner(seat_named(viewpoint)))


def _whole(record: Record, viewpoint: str) -> Iterator[Moment]:
    """Each event of a full record."""
    viewer = _viewer(record, viewpoint)
    is_open = viewpoint == OPEN_VIEWPOINT
    witness = Viewer(record.setup.seats) if is_open else viewer
    state = new_game(record.setup, record.first)
    yield RoundBegan(1, record.first), view(state, viewer), _holdings(state) if is_open else None
    for event, after in states(record):
        holdings = _holdings(after) if is_open else None
        yield redact(event, witness), view(after, viewer), holdings


def _holdings(state: State) -> tuple[SeatHolding, ...]:
    return tuple([SeatHolding(Seat(seat), held) for seat, held in enumerate(state.holdings)])


def _partly(record: Record, viewer: Viewer) -> Iterator[Moment]:
    """Each event of a view, for a viewer whose own discs it contains."""
    position = first_position(record.setup, record.first)
    drawn = False
    yield RoundBegan(1, record.first), _view(position, viewer, drawn), None
    for index, move in enumerate(record.moves):
        for event, after in steps(position, move):
            position = after
            drawn = drawn and not isinstance(event, LossUnseen | DiscLost)
            yield event, _view(position, viewer, drawn), None
        if not drawn and _is_shuffled(position.board, record.moves[index + 1 :]):
            drawn = True
            attempt = position.board.attempt
            assert attempt is not None
            yield ShuffleUnseen(attempt.challenger), _view(position, viewer, drawn), None


def _is_shuffled(board: Board, following: tuple[Move, ...]) -> bool:
    """Whether chance was to move, and did: a disc is lost later (R24)."""
    return (
        board.phase is phases.LOSE
        and bool(board.turn)
        and not is_own_skull(board)
        and any(isinstance(later, DiscLost | LossUnseen) for later in following)
    )


def _view(position: Position, viewer: Viewer, drawn: bool) -> View:
    """The viewer's own discs are certain; every world of the others yields the same view."""
    holdings = tuple([next(iter(worlds)) for worlds in position.worlds])
    return view(State(position.board, holdings, FLOWER if drawn else None), viewer)


def _by_move(told: Iterable[Moment]) -> Iterator[Step]:
    """Groups the events of each move, with the table after the last of them."""
    events: list[SeenEvent] = []
    last: Moment | None = None
    for moment in told:
        if last is not None and isinstance(moment[0], _MOVES):
            yield Step(tuple(events), last[1], last[2])
            events = []
        events.append(moment[0])
        last = moment
    assert last is not None
    yield Step(tuple(events), last[1], last[2])
