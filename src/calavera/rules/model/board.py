"""Everything that lies open on the table (R39).

The board is what all rules but the secret ones are about, and it is public as a whole: a state is
a board and the secrets, a view is a board and the viewer's own secrets. No field here may ever
depend on a disc that has not been turned over.
"""

from collections.abc import Iterator
from typing import NamedTuple

from calavera.rules.model.discs import Disc
from calavera.rules.model.outcome import Outcome
from calavera.rules.model.phases import Phase
from calavera.rules.model.seats import CLOCKWISE, SEATS, Player, Seat, seat_letter
from calavera.rules.model.setup import SIMULTANEOUS, Setup


class Mat(NamedTuple):
    """What everybody sees of one seat."""

    owner: Player
    """Whose seat it is."""

    discs: int
    """How many discs it still owns; a loss counts at once."""

    hand: int
    """How many it holds. Like `height` it stays as at the last flip until the next round."""

    height: int
    """How many lie on the mat."""

    flipped: int
    """How many of those, from the top, the challenger has turned over."""

    faces: tuple[Disc, ...]
    """What has been seen of the stack, topmost first: flipped discs, then shown ones (R22)."""

    wins: int
    """Successes; the flower side is up from the first on (R30)."""

    passed: bool
    """Whether it has left this bidding (R15)."""

    def __repr__(self) -> str:
        return f"Mat{tuple(self)}"

    @property
    def out(self) -> bool:
        """Whether the seat is out of the game (R27)."""
        return self.discs == 0

    @property
    def face_down(self) -> int:
        """How many discs of the stack nobody has turned over or shown."""
        return self.height - len(self.faces)


class Bidding(NamedTuple):
    """The challenge as it stands."""

    number: int
    """The highest bid."""

    bidder: Seat
    """Who made it."""

    spoke: tuple[Seat, ...]
    """Who bid or passed, in order."""


class Attempt(NamedTuple):
    """The flipping of discs."""

    challenger: Seat
    """Who flips."""

    flips: int
    """How many discs have been turned over."""

    skull: Seat | None
    """On whose mat the skull showed that ended the attempt."""


class Board(NamedTuple):
    """The open table."""

    setup: Setup
    """What was agreed before the game."""

    round: int
    """The number of this round; 0 before the first player is drawn."""

    first: Seat | None
    """The first player of this round; none before the draw."""

    phase: Phase
    """Where in the round the game is."""

    turn: tuple[Seat, ...]
    """The seats that have to act now, in seat order; several while all place at once (R7)."""

    mats: tuple[Mat, ...]
    """One per seat, clockwise."""

    total: int
    """How many discs lie on all mats: the highest bid there can be (R12)."""

    bidding: Bidding | None
    """From the opening of a challenge to the end of the round."""

    attempt: Attempt | None
    """From the end of the bidding to the end of the round."""

    outcome: Outcome | None
    """How the game ended, once it has."""

    def __str__(self) -> str:
        return ", ".join([f"round {self.round}", *self._news()])

    def __repr__(self) -> str:
        return f"Board{tuple(self)}"

    def _news(self) -> Iterator[str]:
        if self.outcome is not None:
            yield f"{seat_letter(self.outcome.seat)} has won"
        elif self.attempt is not None and self.bidding is not None:
            challenger, flips, skull = self.attempt
            yield f"{seat_letter(challenger)} has turned over {flips} of {self.bidding.number}"
            if skull is not None:
                yield f"a skull of {seat_letter(skull)}"
        elif self.bidding is not None:
            yield f"{seat_letter(self.bidding.bidder)} bids {self.bidding.number} of {self.total}"
        if self.turn:
            yield f"{' '.join(map(seat_letter, self.turn))} to act"


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
