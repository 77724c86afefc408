"""The value of placing a disc and staying in the round.

It depends on everything that may follow, so it is not computed but counted from games, by the
styles of the opponents: a skull waits in vain for players who never raise. See `fitted.py`.
"""

from collections.abc import Sequence
from typing import TypeAlias

from bench.yardstick.fitted import STAYING
from calavera.rules import Board, Disc, Holding, Phase, Seat

StayingKey: TypeAlias = tuple[int, int, int, int, int]
"""Seats in, place of the skull, height of the stack, discs in hand, whether the seat begins."""

NO_SKULL, IN_HAND, ON_TOP, BELOW = range(4)
"""Where the own skull is after placing the disc."""


def worth_of_staying(
    board: Board, seat: Seat, holding: Holding, disc: Disc, company: Sequence[float]
) -> float:
    """The value of placing that disc, as a fraction of the gain from a success.

    `company` is the mean probability of each style among the others.
    """
    by_style = STAYING.get(staying_key(board, seat, holding, disc))
    if by_style is None:
        return 0.0
    return sum([share * worth for share, worth in zip(company, by_style, strict=True)])


def staying_key(board: Board, seat: Seat, holding: Holding, disc: Disc) -> StayingKey:
    """The features that determine the value."""
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
