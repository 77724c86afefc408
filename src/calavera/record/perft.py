"""Perft: counts move sequences, a fingerprint of the rules."""

from collections.abc import Iterator

from calavera.record.notation import Move
from calavera.record.playable import playable, playable_by
from calavera.record.position import Position, play
from calavera.rules.model import phases
from calavera.rules.model.seats import CLOCKWISE, Seat


def perft(position: Position, depth: int) -> int:
    """The number of different sequences of `depth` moves that can follow.

    A blind pick counts once per kind of disc that can be lost. Shows are not counted. Simultaneous
    placements are counted in the order of `first-last`.
    """
    return sum(count for _, count in perft_by_move(position, depth))


def perft_by_move(position: Position, depth: int) -> Iterator[tuple[Move | None, int]]:
    """The number of sequences by first move; empty at depth 0."""
    if depth == 0:
        yield None, 1
        return
    counted: dict[tuple[Position, int], int] = {}
    for move in countable(position):
        yield move, _count(play(position, move), depth - 1, counted)


def _count(position: Position, depth: int, counted: dict[tuple[Position, int], int]) -> int:
    if depth == 0:
        return 1
    moves = countable(position)
    if depth == 1:
        return len(moves)
    known = counted.get((position, depth))
    if known is None:
        known = sum(_count(play(position, move), depth - 1, counted) for move in moves)
        counted[position, depth] = known
    return known


def countable(position: Position) -> list[Move]:
    """The moves that perft counts here."""
    if position.board.phase is phases.PLACE and position.board.first is not None:
        return playable_by(position, _next_to_place(position, position.board.first))
    return playable(position)


def _next_to_place(position: Position, first: Seat) -> Seat:
    board = position.board
    clockwise = (*CLOCKWISE[len(board.mats)][first], first)
    return next(seat for seat in clockwise if seat in board.turn)
