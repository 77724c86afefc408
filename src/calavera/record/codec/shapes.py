"""The JSON form of every value: the one table behind the codec and its schema.

A view is the open table and the viewer's own secrets, and so is its encoding. Derived keys are
computed from a `Board` or a `Mat`, which are entirely public (R39), never from a `Holding`, so the
encoding cannot reveal more than its viewer knows. Fields come from the classes, limits from here.
"""

import re
from collections.abc import Iterator
from itertools import product
from operator import attrgetter
from typing import Any, Final, NamedTuple, get_args

from calavera.record.codec.annotations import KINDS, named, object_of, tagged, union_of
from calavera.record.codec.errors import CodecError
from calavera.record.codec.kinds import (
    AllWritten,
    Choice,
    Derived,
    Flag,
    ListOf,
    Maybe,
    Number,
    Object,
    OneOf,
    Remembered,
    SeatLetter,
    Spread,
)
from calavera.rules.actions import HIGHEST_BID, Action, Bid
from calavera.rules.events import AttemptBegan, BidMade, DiscsShown, Event, RoundBegan, SeenEvent
from calavera.rules.model import phases
from calavera.rules.model.board import Attempt, Bidding, Board, Mat
from calavera.rules.model.discs import DISCS_IN_A_TRIBE, Disc, sorted_discs
from calavera.rules.model.holding import Holding
from calavera.rules.model.queries import enumerate_mats, is_own_skull, may_show
from calavera.rules.model.seats import MOST_SEATS, SEATS, Player, Seat, Viewer, seat_letter
from calavera.rules.model.setup import IllegalSetup, SeatStart, Setup, set_up
from calavera.rules.terms import is_burn_out, stoned, the_cop, under_the_gun
from calavera.rules.view import OwnSeat, View

# Every round but the last costs a disc or turns a mat.
MOST_ROUNDS: Final = MOST_SEATS * (DISCS_IN_A_TRIBE + 1)
# In one bidding each bid is higher than the last, and each seat passes once.
MOST_SPEECHES: Final = HIGHEST_BID + MOST_SEATS
# A seat can at most place either disc or make every bid.
MOST_CHOICES: Final = len(Disc) + HIGHEST_BID


def _some_discs() -> Iterator[tuple[Disc, ...]]:
    for count in range(DISCS_IN_A_TRIBE + 1):
        yield from product(Disc, repeat=count)


# The smallest parts.

SEAT: Final = SeatLetter("Seat", "The letter of a seat, clockwise from a.")
PLAYER: Final = Number(0, MOST_SEATS - 1, "Player", "A player, by place in the order of seats.")
DISC: Final = Choice(Disc)
FEW: Final = Number(0, DISCS_IN_A_TRIBE)
_FLAG: Final = Flag()
BID_NUMBER: Final = Number(1, HIGHEST_BID)
DISCS: Final = AllWritten(ListOf(DISC, DISCS_IN_A_TRIBE), _some_discs())
SEATS_IN_ORDER: Final = ListOf(SEAT, MOST_SEATS)
KINDS.update(
    {
        Seat: SEAT,
        Player: PLAYER,
        Disc: DISC,
        tuple[Disc, ...]: DISCS,
        tuple[Seat, ...]: SEATS_IN_ORDER,
    }
)

# What players do and what happens. Two events hold what one player may know: that player sees them
# whole, the others their twins.

for cls in {*get_args(Action), *get_args(Event), *get_args(SeenEvent)}:
    tagged(re.sub("(?!^)(?=[A-Z])", "-", cls.__name__).lower())(cls)

object_of(Bid, number=BID_NUMBER)
object_of(BidMade, number=BID_NUMBER)
object_of(AttemptBegan, bid=BID_NUMBER)
object_of(RoundBegan, number=Number(1, MOST_ROUNDS))
object_of(DiscsShown, discs=ListOf(DISC, DISCS_IN_A_TRIBE, least=1))

ACTION: Final[OneOf[Action]] = union_of("Action", "What a player can do.", Action)
EVENT: Final[OneOf[Event]] = union_of(
    "Event",
    "What happened, including secrets: for the store and for after the game, never for a player.",
    Event,
)
SEEN_EVENT: Final[OneOf[SeenEvent]] = union_of(
    "SeenEvent", "What happened, as one viewer sees it.", SeenEvent
)


# The table before the game.


def _check_setup(setup: Setup) -> None:
    players, tribes, placement, start = setup
    try:
        by_the_rules = set_up(players, tribes=tribes, placement=placement, start=start)
    except IllegalSetup as error:
        raise CodecError(f"expected a setup that the rules allow: {error}") from None
    if by_the_rules != setup:
        raise CodecError("expected flowers before the skull").within(".start")


SETUP: Final[Object[Setup]] = object_of(
    Setup,
    players=Number(2, MOST_SEATS),
    tribes=Number(1, 2),
    start=ListOf(object_of(SeatStart, wins=Number(0, 1)), MOST_SEATS, least=2),
    check=_check_setup,
)


# The open table.


@named("Mat")
class SeatedMat(NamedTuple):
    """What everybody sees of one seat."""

    seat: Seat
    """Which one."""

    mat: Mat
    """Its mat."""


def _seated(mats: tuple[Mat, ...]) -> list[SeatedMat]:
    return list(map(SeatedMat, SEATS, mats))


def _unseated(mats: list[SeatedMat]) -> tuple[Mat, ...]:
    for place, (seat, _) in zip(SEATS, mats, strict=False):
        if seat != place:
            raise CodecError(
                f'expected the mat of seat "{seat_letter(place)}", got "{seat_letter(seat)}"'
            ).within(f"[{place}].seat")
    return tuple([mat for _, mat in mats])


def _is_out(mat: Mat) -> bool:
    """Whether the seat is out of the game (R27)."""
    return mat.out


def _face_down(mat: Mat) -> int:
    """The number of discs in the stack that are still face down."""
    return mat.face_down


def _has_flower_side_up(mat: Mat) -> bool:
    """Whether the mat lies with its flower side up (R30)."""
    return mat.wins > 0


def _check_mat(mat: Mat) -> None:
    if not mat.flipped <= len(mat.faces) <= mat.height:
        raise CodecError(
            f"expected {mat.flipped} to {mat.height} items, got {len(mat.faces)}"
        ).within(".faces")


MAT: Final = object_of(
    Mat,
    discs=FEW,
    hand=FEW,
    height=FEW,
    flipped=FEW,
    wins=Number(0, 2),
    derived={
        "out": Derived(_FLAG, _is_out),
        "face_down": Derived(FEW, _face_down),
        "flower_side": Derived(_FLAG, _has_flower_side_up),
    },
    check=_check_mat,
)
object_of(Bidding, number=BID_NUMBER, spoke=ListOf(SEAT, MOST_SPEECHES, least=1))
object_of(Attempt, flips=Number(0, HIGHEST_BID))


def _seats_that_may_show(board: Board) -> tuple[Seat, ...]:
    """The seats that may show their face-down discs now (R22)."""
    return tuple([seat for seat, _ in enumerate_mats(board) if may_show(board, seat)])


def _check_board(board: Board) -> None:
    setup, mats = board.setup, board.mats
    if len(mats) != len(setup.start):
        raise CodecError(f"expected {len(setup.start)} items, got {len(mats)}").within(".mats")
    for seat, mat in enumerate_mats(board):
        if mat.owner != setup.owner(seat):
            raise CodecError(f"expected {setup.owner(seat)}, got {mat.owner}").within(
                f".mats[{seat}].owner"
            )
    on_mats = sum([mat.height for mat in mats])
    if board.total != on_mats:
        raise CodecError(f"expected {on_mats}, got {board.total}").within(".total")
    for seat in _seats_named(board):
        if seat >= len(mats):
            raise CodecError(f'expected no seat "{seat_letter(seat)}" at this table')
    if board.phase is phases.BID and len(board.turn) != 1:
        raise CodecError(f"expected the one seat to speak, got {len(board.turn)}").within(".turn")


def _seats_named(board: Board) -> set[Seat]:
    seats = set(board.turn)
    if board.first is not None:
        seats.add(board.first)
    if board.bidding is not None:
        seats.update(board.bidding.spoke, (board.bidding.bidder,))
    if board.attempt is not None:
        seats.add(board.attempt.challenger)
        if board.attempt.skull is not None:
            seats.add(board.attempt.skull)
    if board.outcome is not None:
        seats.add(board.outcome.seat)
    return seats


SEATED_MAT: Final = object_of(SeatedMat, mat=Spread(MAT))
_BOARD: Final = object_of(
    Board,
    setup=Remembered(SETUP),
    round=Number(0, MOST_ROUNDS),
    mats=ListOf(Remembered(SEATED_MAT), MOST_SEATS, least=2, items=_seated, make=_unseated),
    total=Number(0, HIGHEST_BID),
    derived={
        "own_skull": Derived(_FLAG, is_own_skull),
        "may_show": Derived(SEATS_IN_ORDER, _seats_that_may_show),
        "burn_out": Derived(_FLAG, is_burn_out),
        "under_the_gun": Derived(Maybe(SEAT), under_the_gun),
        "the_cop": Derived(Maybe(SEAT), the_cop),
        "stoned": Derived(SEATS_IN_ORDER, stoned),
    },
    check=_check_board,
)


# What one viewer knows.


def _viewer(seats: list[Seat]) -> Viewer:
    return Viewer(tuple(seats))


def _check_holding(holding: Holding) -> None:
    if holding.hand != sorted_discs(holding.hand):
        raise CodecError("expected flowers before the skull").within(".hand")


def check_view(view: Any) -> None:
    """Raises CodecError if the own seats do not fit the board."""
    seats = tuple([own.seat for own in view.own])
    if seats != view.viewer.seats:
        raise CodecError("expected the viewer's seats, in the viewer's order").within(".own")
    mats = view.board.mats
    for place, (seat, holding, *_) in enumerate(view.own):
        if seat >= len(mats):
            raise CodecError(f'expected no seat "{seat_letter(seat)}" at this table').within(
                f".own[{place}].seat"
            )
        if (len(holding.hand), len(holding.stack)) != (mats[seat].hand, mats[seat].height):
            raise CodecError("expected as many discs as the board shows").within(f".own[{place}]")


OWN_SEAT: Final[Object[OwnSeat]] = object_of(
    OwnSeat,
    holding=Spread(object_of(Holding, check=_check_holding)),
    legal=ListOf(Remembered(ACTION), MOST_CHOICES),
)
VIEW: Final[Object[View]] = object_of(
    View,
    viewer=ListOf(
        SEAT,
        MOST_SEATS,
        items=attrgetter("seats"),
        make=_viewer,
        name="Viewer",
        about="The viewer's seats: one, two with two tribes, none for the public.",
    ),
    own=ListOf(OWN_SEAT, MOST_SEATS),
    check=check_view,
)
