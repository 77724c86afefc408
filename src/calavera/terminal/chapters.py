"""A record as a story: its rounds, each with what happened and how it was left."""

from collections.abc import Iterator
from typing import NamedTuple

from calavera.record import Position, Record, first_position, play
from calavera.record.position import EITHER, Worlds
from calavera.record.tokens import Move
from calavera.rules import Board, Seat
from calavera.rules.advance import advance
from calavera.rules.consequences import (
    Consequences,
    after_bid,
    after_flip,
    after_loss,
    after_naming,
    after_pass,
)
from calavera.rules.events import (
    BidMade,
    DiscFlipped,
    DiscLost,
    FirstNamed,
    LossUnseen,
    RoundBegan,
    SeatPassed,
    SeenEvent,
)
from calavera.rules.values import replaced


class Beat(NamedTuple):
    """One thing that happened."""

    event: SeenEvent
    """What it was."""

    before: Board
    """The table before it."""

    after: Board
    """The table after it."""

    comments: tuple[str, ...]
    """The remarks that stand behind it."""


class Chapter(NamedTuple):
    """One round."""

    number: int
    """Rounds are counted from 1."""

    first: Seat
    """Who began."""

    beats: tuple[Beat, ...]
    """What happened, in order."""

    closing: Position
    """How the discs lay when it ended, with nobody to act, or where the record stops."""


def chapters(record: Record) -> list[Chapter]:
    """The rounds of a record; the last one may have only just begun."""
    told: list[Chapter] = []
    position = first_position(record.setup, record.first)
    number, first = 1, record.first
    beats: list[Beat] = []
    for count, move in enumerate(record.moves, start=1):
        comments = tuple(remarks(record, count))
        board = position.board
        for event in (move, *_consequences(board, move)):
            if isinstance(event, RoundBegan):
                closing = Position(board, _closing_worlds(position, move))
                told.append(Chapter(number, first, tuple(beats), closing))
                number, first, beats = event.number, event.first, []
                continue
            after = advance(board, event)
            beats.append(Beat(event, board, after, ()))
            board = after
        position = play(position, move)
        _attach(comments, beats, told)
    return [*told, Chapter(number, first, tuple(beats), position)]


def remarks(record: Record, after: int) -> Iterator[str]:
    """The comments that stand behind so many moves."""
    for comment in record.comments:
        if comment.after == after:
            yield comment.text


def _attach(comments: tuple[str, ...], beats: list[Beat], told: list[Chapter]) -> None:
    """A remark belongs to the move before it, even where that ended a round."""
    if not comments:
        return
    if beats:
        beats[-1] = beats[-1]._replace(comments=comments)
    else:
        last = told[-1].beats[-1]._replace(comments=comments)
        told[-1] = told[-1]._replace(beats=(*told[-1].beats[:-1], last))


def _consequences(board: Board, move: Move) -> Consequences:
    match move:
        case BidMade(seat=seat, number=number):
            return after_bid(board, seat, number)
        case SeatPassed(seat=seat):
            return after_pass(board, seat)
        case DiscFlipped(challenger=seat, mat=mat, disc=disc):
            return after_flip(board, seat, mat, disc)
        case DiscLost(seat=seat, taker=taker) | LossUnseen(seat=seat, taker=taker):
            return after_loss(board, seat, taker)
        case FirstNamed(first=first):
            return after_naming(board, first)
        case _:
            return ()


def _closing_worlds(position: Position, move: Move) -> tuple[Worlds, ...]:
    """What could lie hidden after the last move of a round, before the discs are taken back."""
    worlds = position.worlds
    match move:
        case DiscFlipped(mat=seat, disc=disc):
            top = -1 - position.board.mats[seat].flipped
            left = frozenset(world for world in worlds[seat] if world.stack[top] is disc)
        case DiscLost(seat=seat, disc=disc):
            left = frozenset(world.lose(disc) for world in worlds[seat] if disc in world.discs)
        case LossUnseen(seat=seat):
            left = frozenset(
                world.lose(disc) for world in worlds[seat] for disc in EITHER if disc in world.discs
            )
        case _:
            return worlds
    return replaced(worlds, seat, left)
