"""Questions to the open table that several rules ask."""

from collections.abc import Iterator

from calavera.rules.model.board import Board, Mat
from calavera.rules.model.seats import CLOCKWISE, SEATS, Player, Seat
from calavera.rules.model.setup import SIMULTANEOUS


def enumerate_mats(board: Board) -> Iterator[tuple[Seat, Mat]]:
    """Each seat with its mat, clockwise."""
    return zip(SEATS, board.mats)  # noqa: B905  there are more seats than mats; the word costs


def is_at_table(board: Board, seat: Seat) -> bool:
    """Whether this table has such a seat (R2, R3)."""
    return 0 <= seat < len(board.mats)


def next_seat_in(board: Board, seat: Seat) -> Seat:
    """The next seat clockwise that is in (R9); the seat itself where no other is."""
    mats = board.mats
    for other in CLOCKWISE[len(mats)][seat]:
        if mats[other].discs:
            return other
    return seat


def next_bidder(board: Board, seat: Seat) -> Seat:
    """The next seat clockwise that is in and has not passed (R14); itself where no other is."""
    mats = board.mats
    for other in CLOCKWISE[len(mats)][seat]:
        if mats[other].discs and not mats[other].passed:
            return other
    return seat


def players_in(board: Board) -> set[Player]:
    """The players that still have a disc, with either seat (R27, R38)."""
    return {mat.owner for mat in board.mats if mat.discs}


def first_to_place(board: Board, first: Seat) -> tuple[Seat, ...]:
    """Who places first in step 1: everyone at once, or the seat after the first player (R7)."""
    if board.setup.placement is SIMULTANEOUS:
        return tuple([seat for seat, mat in enumerate_mats(board) if mat.discs])
    return (next_seat_in(board, first),)


def flippable(board: Board, challenger: Seat) -> tuple[Seat, ...]:
    """The mats whose top disc the challenger may turn over now: its own first (R19, R20)."""
    own = board.mats[challenger]
    if own.flipped < own.height:
        return (challenger,)
    return tuple([seat for seat, mat in enumerate_mats(board) if mat.flipped < mat.height])


def taker_of_loss(mats: tuple[Mat, ...], challenger: Seat, skull: Seat) -> Seat:
    """Who takes the disc after a failure: the skull's owner (R24), after its own skull the
    challenger itself (R25); a skull on either mat of its player is its own (R37).
    """
    return challenger if mats[skull].owner == mats[challenger].owner else skull


def is_own_skull(board: Board) -> bool:
    """Whether the attempt failed by the challenging player's own skull (R25, R37)."""
    attempt = board.attempt
    if attempt is None or attempt.skull is None:
        return False
    taker = taker_of_loss(board.mats, attempt.challenger, attempt.skull)
    return taker == attempt.challenger


def may_show(board: Board, seat: Seat) -> bool:
    """Whether a seat may show its face-down discs now (R22)."""
    attempt = board.attempt
    if attempt is None or attempt.skull is None or not board.turn:
        return False
    if not is_at_table(board, seat):
        return False
    mat = board.mats[seat]
    return mat.face_down > 0 and mat.owner != board.mats[attempt.challenger].owner
