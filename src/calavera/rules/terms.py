"""The words of the table, as questions to what lies open: never needed to play."""

from collections.abc import Sequence
from typing import Final

from calavera.rules.misuse import Unchecked, refuse
from calavera.rules.model import phases
from calavera.rules.model.board import Board
from calavera.rules.model.queries import enumerate_mats
from calavera.rules.model.seats import CLOCKWISE, Seat

A_BOARD: Final = "a Board, as state.board"


def is_burn_out(board: Board | Unchecked) -> bool:
    """Whether the bid is for every disc on the table."""
    if not isinstance(board, Board):
        refuse("board", board, A_BOARD)
    return board.bidding is not None and board.bidding.number == board.total


def under_the_gun(board: Board | Unchecked) -> Seat | None:
    """The second player to speak in this bidding; nobody where an opening cannot be raised.

    With two tribes, a word of the opener's other seat does not make it the second player.
    """
    if not isinstance(board, Board):
        refuse("board", board, A_BOARD)
    if board.bidding is None:
        return None
    opener = board.bidding.spoke[0]
    spoken = _by_others(board, board.bidding.spoke, opener)
    if not spoken and board.phase is phases.BID:
        after_opener = CLOCKWISE[len(board.mats)][opener]
        still_bidding = [s for s in after_opener if not (board.mats[s].out or board.mats[s].passed)]
        spoken = _by_others(board, still_bidding, opener)
    return spoken[0] if spoken else None


def the_cop(board: Board | Unchecked) -> Seat | None:
    """The last other player to speak before the challenger; nobody while the bidding lasts."""
    if not isinstance(board, Board):
        refuse("board", board, A_BOARD)
    if board.bidding is None or board.attempt is None:
        return None
    spoken = _by_others(board, board.bidding.spoke, board.attempt.challenger)
    return spoken[-1] if spoken else None


def _by_others(board: Board, seats: Sequence[Seat], seat: Seat) -> list[Seat]:
    owner = board.mats[seat].owner
    return [other for other in seats if board.mats[other].owner != owner]


def stoned(board: Board | Unchecked) -> tuple[Seat, ...]:
    """The seats that are down to one disc (R34)."""
    if not isinstance(board, Board):
        refuse("board", board, A_BOARD)
    return tuple(seat for seat, mat in enumerate_mats(board) if mat.discs == 1)
