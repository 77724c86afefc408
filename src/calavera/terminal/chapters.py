"""A record as a story: its rounds, each with what happened and how it was left."""

from collections import defaultdict
from typing import NamedTuple

from calavera.record import Position, Record, first_position
from calavera.record.position import steps
from calavera.rules import Board, Seat, SeenEvent
from calavera.rules.events import GameEnded, RoundBegan


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
    comments = remarks(record)
    for count, move in enumerate(record.moves, start=1):
        for event, following in steps(position, move):
            if isinstance(event, RoundBegan):
                told.append(Chapter(number, first, tuple(beats), position))
                number, first, beats = event.number, event.first, []
            elif not isinstance(event, GameEnded):  # the closing board has the outcome
                beats.append(Beat(event, position.board, following.board, ()))
            position = following
        _attach(tuple(comments[count]), beats, told)
    return [*told, Chapter(number, first, tuple(beats), position)]


def remarks(record: Record) -> defaultdict[int, list[str]]:
    """The comments, by the number of moves that come before them."""
    found = defaultdict[int, list[str]](list)
    for comment in record.comments:
        found[comment.after].append(comment.text)
    return found


def _attach(comments: tuple[str, ...], beats: list[Beat], told: list[Chapter]) -> None:
    """A remark belongs to the move before it, even where that ended a round."""
    if not comments:
        return
    if beats:
        beats[-1] = beats[-1]._replace(comments=comments)
    else:
        last = told[-1].beats[-1]._replace(comments=comments)
        told[-1] = told[-1]._replace(beats=(*told[-1].beats[:-1], last))
