"""A record as rounds, each with its events and its final position."""

from collections import defaultdict
from typing import NamedTuple

from calavera.record import Position, Record, first_position
from calavera.record.position import steps
from calavera.rules import Board, Seat, SeenEvent
from calavera.rules.events import GameEnded, RoundBegan


class Beat(NamedTuple):
    """One event."""

    event: SeenEvent
    before: Board  # the table before it
    after: Board  # the table after it
    comments: tuple[str, ...]  # the remarks that follow it


class Chapter(NamedTuple):
    """One round."""

    number: int  # rounds are counted from 1
    first: Seat  # who began
    beats: tuple[Beat, ...]  # what happened, in order
    # The position when the round ended, with nobody to act, or where the record stops.
    closing: Position


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
    """The comments by the number of moves before them."""
    found = defaultdict[int, list[str]](list)
    for comment in record.comments:
        found[comment.after].append(comment.text)
    return found


def _attach(comments: tuple[str, ...], beats: list[Beat], told: list[Chapter]) -> None:
    """Attach each remark to the move before it, even if that move ended a round."""
    if not comments:
        return
    if beats:
        beats[-1] = beats[-1]._replace(comments=comments)
    else:
        last = told[-1].beats[-1]._replace(comments=comments)
        told[-1] = told[-1]._replace(beats=(*told[-1].beats[:-1], last))
