"""What it is worth to put down a disc and stay in the round.

That depends on all that may follow, so it is not worked out but counted: how games went on after
such a disc, see `numbers.py`.
"""

from typing import TypeAlias

from calavera.bots.belief.numbers import STAYING
from calavera.rules import Board, Disc, Holding, Phase, Seat

StayingKey: TypeAlias = tuple[int, int, int, int, int]
"""Seats in, where the skull will be, height of the stack, discs in hand, whether one begins."""

NO_SKULL, IN_HAND, ON_TOP, BELOW = range(4)
"""Where the own skull is, once the disc lies."""


def worth_of_staying(board: Board, seat: Seat, holding: Holding, disc: Disc) -> float:
    """What putting down that disc brings, as a part of what a success would bring."""
    return STAYING.get(staying_key(board, seat, holding, disc), 0.0)


def staying_key(board: Board, seat: Seat, holding: Holding, disc: Disc) -> StayingKey:
    """What the worth is taken to depend on."""
    return (
        min(5, sum(1 for mat in board.mats if mat.discs)),
        _skull_after(holding, disc),
        len(holding.stack) + 1,
        min(2, len(holding.hand) - 1),
        int(board.phase is Phase.PLACE and board.first == seat),
    )


def _skull_after(holding: Holding, disc: Disc) -> int:
    if disc is Disc.SKULL:
        return ON_TOP
    if Disc.SKULL in holding.stack:
        return BELOW
    return IN_HAND if Disc.SKULL in holding.hand else NO_SKULL
