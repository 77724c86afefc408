"""What follows from a move by the rules.

A move is one event that somebody (or chance) brought about; these functions say, from the board
*before* it, which events come with it. All of them are open: nothing here may look at a secret.
"""

from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    GameEnded,
    OpenEvent,
    RoundBegan,
    SeatOut,
)
from calavera.rules.model.board import Board
from calavera.rules.model.discs import SKULL, Disc
from calavera.rules.model.outcome import Ending, Outcome
from calavera.rules.model.queries import enumerate_mats, is_own_skull
from calavera.rules.model.seats import Seat

Consequences = tuple[OpenEvent, ...]


def after_bid(board: Board, seat: Seat, number: int) -> Consequences:
    """A bid for every disc cannot be raised and ends the bidding (R17)."""
    if number == board.total:
        return (AttemptBegan(seat, number),)
    return ()


def after_pass(board: Board, seat: Seat) -> Consequences:
    """The bidding ends when all but one have passed (R16)."""
    bidding = board.bidding
    if bidding is None:
        return ()
    for other, mat in enumerate_mats(board):
        if mat.discs and not mat.passed and other not in (seat, bidding.bidder):
            return ()
    return (AttemptBegan(bidding.bidder, bidding.number),)


def after_flip(board: Board, challenger: Seat, mat: Seat, disc: Disc) -> Consequences:
    """A skull ends the attempt, so does reaching the bid (R21)."""
    bidding, attempt = board.bidding, board.attempt
    if disc is SKULL:
        return (AttemptFailed(challenger, mat),)
    if bidding is None or attempt is None or attempt.flips + 1 < bidding.number:
        return ()
    winner = board.mats[challenger]
    if winner.wins:  # R30
        won = Outcome(winner.owner, challenger, Ending.SECOND_SUCCESS)
        return (AttemptSucceeded(challenger), GameEnded(won))
    return (AttemptSucceeded(challenger), RoundBegan(board.round + 1, challenger))  # R28


def after_loss(board: Board, loser: Seat, taker: Seat) -> Consequences:
    """The loser begins, or is out; with it the game may end (R27-R31)."""
    following = board.round + 1
    if board.mats[loser].discs > 1:
        return (RoundBegan(following, loser),)  # R28
    out = SeatOut(loser)
    left = [seat for seat, mat in enumerate_mats(board) if mat.discs and seat != loser]
    players = {board.mats[seat].owner for seat in left}
    if len(players) == 1:  # R31, R38
        won = Outcome(board.mats[left[0]].owner, left[0], Ending.LAST_ONE_IN)
        return (out, GameEnded(won))
    if is_own_skull(board):  # R29: the challenger is asked for a name first
        return (out,)
    return (out, RoundBegan(following, taker))


def after_naming(board: Board, first: Seat) -> Consequences:
    """Whoever was named begins (R29)."""
    return (RoundBegan(board.round + 1, first),)
