"""The words of the table, as questions to what lies open: never needed to play."""

from calavera.rules import phases
from calavera.rules.board import Board, enumerate_mats
from calavera.rules.seats import Seat


def is_burn_out(board: Board) -> bool:
    """Whether the bid is for every disc on the table."""
    return board.bidding is not None and board.bidding.number == board.total


def under_the_gun(board: Board) -> Seat | None:
    """The second to speak in this bidding; nobody after an opening that cannot be raised."""
    if board.bidding is None:
        return None
    if len(board.bidding.spoke) > 1:
        return board.bidding.spoke[1]
    return board.turn[0] if board.phase is phases.BID else None


def the_cop(board: Board) -> Seat | None:
    """The last other seat to speak before the challenger; nobody before the bidding has ended."""
    if board.bidding is None or board.attempt is None:
        return None
    for seat in reversed(board.bidding.spoke):
        if seat != board.attempt.challenger:
            return seat
    return None


def stoned(board: Board) -> tuple[Seat, ...]:
    """The seats that are down to one disc (R34)."""
    return tuple(seat for seat, mat in enumerate_mats(board) if mat.discs == 1)
