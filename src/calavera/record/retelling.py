"""A record told again, one step a move, as certain eyes saw it.

What a viewer knew is made by `redact` and `view`, as at a live table. Open eyes see the open table
and, in a value of their own, what everybody held: no view ever holds it.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias, get_args

from calavera.record.position import Position, first_position, steps
from calavera.record.record import Comment, Record
from calavera.record.replay import states
from calavera.record.tokens import Move
from calavera.rules import phases
from calavera.rules.board import Board, is_own_skull
from calavera.rules.discs import FLOWER
from calavera.rules.events import (
    DiscLost,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeenEvent,
    ShuffleUnseen,
)
from calavera.rules.holding import Holding
from calavera.rules.redact import redact
from calavera.rules.seats import LETTERS, PUBLIC, Player, Seat, Viewer, seat_letter, seat_named
from calavera.rules.state import State, new_game
from calavera.rules.view import View, view

OPEN_EYES: Final = "open"
PUBLIC_EYES: Final = "public"
ALL_EYES: Final = (OPEN_EYES, PUBLIC_EYES, *LETTERS)
"""What eyes can be called: open, public, or the first seat of a player."""

_MOVES: Final = get_args(Move)


class UnknownEyes(ValueError):
    """A record cannot be seen with these eyes; the message says with which it can."""


class SeatHolding(NamedTuple):
    """What a seat holds, for open eyes alone."""

    seat: Seat
    """Which one."""

    holding: Holding
    """Its discs."""


class Step(NamedTuple):
    """A move and what followed from it."""

    events: tuple[SeenEvent, ...]
    """What these eyes saw happen."""

    view: View
    """The table after it."""

    holdings: tuple[SeatHolding, ...] | None
    """What everybody holds then; none but for open eyes."""


class Retelling(NamedTuple):
    """A whole record, through one pair of eyes."""

    names: tuple[str, ...]
    """The players, in seat order."""

    eyes: str
    """The eyes it was seen with."""

    choice: tuple[str, ...]
    """All eyes that the record can be seen with."""

    steps: tuple[Step, ...]
    """The start of the first round, then a step a move."""

    comments: tuple[Comment, ...]
    """Remarks; for open eyes alone, because they may tell what others did not know."""


_Moment: TypeAlias = tuple[SeenEvent, View, tuple[SeatHolding, ...] | None]


def eyes_of(record: Record) -> tuple[str, ...]:
    """The eyes that a record can be seen with: a view has none but the public and its owner."""
    if record.is_full:
        players = [Player(player) for player in range(record.setup.players)]
        return (OPEN_EYES, PUBLIC_EYES, *[_letter(record, player) for player in players])
    unseen = {
        record.setup.owner(move.seat)
        for move in record.moves
        if isinstance(move, PlacementUnseen | LossUnseen)
    }
    known = [Player(player) for player in range(record.setup.players) if player not in unseen]
    return (PUBLIC_EYES, *[_letter(record, player) for player in known])


def retell(record: Record, eyes: str | None = None) -> Retelling:
    """The record through these eyes, or through those that see most; raises UnknownEyes."""
    choice = eyes_of(record)
    if eyes is None:
        eyes = choice[0] if choice[0] == OPEN_EYES else choice[-1]
    if eyes not in choice:
        raise UnknownEyes(f"eyes: expected one of {', '.join(choice)}")
    told = _whole(record, eyes) if record.is_full else _partly(record, _viewer(record, eyes))
    comments = record.comments if eyes == OPEN_EYES else ()
    return Retelling(record.names, eyes, choice, tuple(_by_move(told)), comments)


def _letter(record: Record, player: Player) -> str:
    return seat_letter(record.setup.seats_of(player)[0])


def _viewer(record: Record, eyes: str) -> Viewer:
    if eyes in (OPEN_EYES, PUBLIC_EYES):
        return PUBLIC
    return record.setup.viewer(record.setup.owner(seat_named(eyes)))


def _whole(record: Record, eyes: str) -> Iterator[_Moment]:
    """Each event of a full record."""
    viewer = _viewer(record, eyes)
    is_open = eyes == OPEN_EYES
    witness = Viewer(record.setup.seats) if is_open else viewer
    state = new_game(record.setup, record.first)
    yield RoundBegan(1, record.first), view(state, viewer), _holdings(state) if is_open else None
    for event, after in states(record):
        holdings = _holdings(after) if is_open else None
        yield redact(event, witness), view(after, viewer), holdings


def _holdings(state: State) -> tuple[SeatHolding, ...]:
    return tuple([SeatHolding(Seat(seat), held) for seat, held in enumerate(state.holdings)])


def _partly(record: Record, viewer: Viewer) -> Iterator[_Moment]:
    """Each event of a view, for somebody whose own discs it tells."""
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
    """Whether chance was to move, and did: a disc is lost later on (R24)."""
    return (
        board.phase is phases.LOSE
        and bool(board.turn)
        and not is_own_skull(board)
        and any(isinstance(later, DiscLost | LossUnseen) for later in following)
    )


def _view(position: Position, viewer: Viewer, drawn: bool) -> View:
    """The viewer's own discs are certain; any world of the others gives the same view."""
    holdings = tuple([next(iter(worlds)) for worlds in position.worlds])
    return view(State(position.board, holdings, FLOWER if drawn else None), viewer)


def _by_move(told: Iterable[_Moment]) -> Iterator[Step]:
    """The events of a move together, with the table after the last of them."""
    events: list[SeenEvent] = []
    last: _Moment | None = None
    for moment in told:
        if last is not None and isinstance(moment[0], _MOVES):
            yield Step(tuple(events), last[1], last[2])
            events = []
        events.append(moment[0])
        last = moment
    assert last is not None
    yield Step(tuple(events), last[1], last[2])
