"""Replays a record move by move."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, cast, get_args

from calavera.record.notation import Move
from calavera.record.position import Position, first_position, play
from calavera.record.record import Record
from calavera.rules.actions import PASS, PICK, SHOW, Action, Bid, Discard, Flip, NameFirst, Place
from calavera.rules.chance import chance_outcomes
from calavera.rules.decide import decide
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    Event,
    FirstNamed,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeatPassed,
)
from calavera.rules.evolve import evolve, new_game
from calavera.rules.model.seats import PUBLIC, Seat, Viewer, seat_letter
from calavera.rules.model.setup import Setup
from calavera.rules.model.state import State
from calavera.rules.redact import redact

SECRET_TAGS: Final = ("seed", "rng", "salt", "secret", "secrets")
"""Header keys that could reveal hidden discs; omitted from a view."""


def positions(record: Record) -> Iterator[tuple[Move, Position]]:
    """Each move with the position after it; raises Forbidden at an illegal move."""
    position = first_position(record.setup, record.first)
    for move in record.moves:
        position = play(position, move)
        yield move, position


def last_position(record: Record) -> Position:
    """The position after the last move."""
    position = first_position(record.setup, record.first)
    for move in record.moves:
        position = play(position, move)
    return position


def states(record: Record) -> Iterator[tuple[Event, State]]:
    """Each event of a full record with the state after it; raises ValueError for a view."""
    state = new_game(record.setup, record.first)
    for index, move in enumerate(record.moves):
        for event in _shuffle(state, record.moves[index:]):
            state = evolve(state, event)
            yield event, state
        for event in decide(state, *action_of(move)):
            state = evolve(state, event)
            yield event, state


def _shuffle(state: State, following: tuple[Move, ...]) -> Iterator[Event]:
    """Chance's draw when it is to move: the disc that the record says was lost."""
    if chance_outcomes(state):
        yield from [
            DiscsShuffled(move.seat, move.disc) for move in following if isinstance(move, DiscLost)
        ][:1]


def record_game(
    names: Sequence[str], setup: Setup, events: Iterable[Event], tags: dict[str, str] | None = None
) -> Record:
    """The record of a game from its events, the first RoundBegan included."""
    told = list(events)
    first = next((event.first for event in told if isinstance(event, RoundBegan)), None)
    if first is None:
        raise ValueError("the events contain no RoundBegan, so the first player is unknown")
    moves = tuple(event for event in told if isinstance(event, get_args(Move)))
    return Record(tuple(names), setup, first, moves, tuple((tags or {}).items()))


def seen_by(record: Record, viewer: Viewer) -> Record:
    """The record as a viewer saw it.

    Comments and the seed are removed: either could reveal hidden discs.
    """
    moves = tuple(_seen(move, viewer) for move in record.moves)
    tags = tuple((key, value) for key, value in record.tags if key.casefold() not in SECRET_TAGS)
    return replace(record, moves=moves, tags=tags, comments=())


def viewer_named(setup: Setup, name: str) -> Viewer:
    """Return the viewer of a seat's player by its letter, or the public; raises ValueError."""
    if name == "public":
        return PUBLIC
    letters = [seat_letter(seat) for seat in setup.seats]
    if name not in letters:
        raise ValueError(f"expected {', '.join(letters)} or public")
    return setup.viewer(setup.owner(setup.seats[letters.index(name)]))


def _seen(move: Move, viewer: Viewer) -> Move:
    if isinstance(move, PlacementUnseen | LossUnseen):
        return move
    return cast(Move, redact(move, viewer))  # what is seen of a move is a move


def action_of(move: Move) -> tuple[Seat, Action]:
    """The seat and action of a move; raises ValueError if a view hides it."""
    match move:
        case DiscPlaced(seat=seat, disc=disc):
            return seat, Place(disc)
        case BidMade(seat=seat, number=number):
            return seat, Bid(number)
        case SeatPassed(seat=seat):
            return seat, PASS
        case DiscFlipped(challenger=seat, mat=mat):
            return seat, Flip(mat)
        case DiscLost(seat=seat, taker=taker, disc=disc):
            return taker, Discard(disc) if seat == taker else PICK
        case DiscsShown(seat=seat):
            return seat, SHOW
        case FirstNamed(seat=seat, first=first):
            return seat, NameFirst(first)
        case PlacementUnseen() | LossUnseen():
            raise ValueError("a view has unknown discs; a full record is required")
