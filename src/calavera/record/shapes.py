"""What every value looks like as JSON: the one table behind the codec and its schema.

A view is the open table and the viewer's own secrets, and so is its encoding. What is told beyond
the fields is made from a `Board` or a `Mat` alone, which are public as a whole (R39), never from a
`Holding`: the encoding cannot hold more than its viewer knows.
"""

from collections.abc import Iterator
from itertools import product
from operator import attrgetter
from typing import Final, NamedTuple

from calavera.record.codec_error import CodecError
from calavera.record.kinds import (
    AllWritten,
    Choice,
    Flag,
    ListOf,
    Maybe,
    Number,
    Object,
    OneOf,
    Remembered,
    SeatLetter,
    Spread,
    Told,
)
from calavera.rules import phases
from calavera.rules.actions import (
    HIGHEST_BID,
    Action,
    Bid,
    Discard,
    Flip,
    NameFirst,
    Pass,
    Pick,
    Place,
    Show,
)
from calavera.rules.board import (
    Attempt,
    Bidding,
    Board,
    Mat,
    enumerate_mats,
    is_own_skull,
    may_show,
)
from calavera.rules.discs import DISCS_IN_A_TRIBE, Disc, sorted_discs
from calavera.rules.events import (
    AttemptBegan,
    AttemptFailed,
    AttemptSucceeded,
    BidMade,
    DiscFlipped,
    DiscLost,
    DiscPlaced,
    DiscsShown,
    DiscsShuffled,
    Event,
    FirstNamed,
    GameEnded,
    LossUnseen,
    PlacementUnseen,
    RoundBegan,
    SeatOut,
    SeatPassed,
    SeenEvent,
    ShuffleUnseen,
)
from calavera.rules.holding import Holding
from calavera.rules.outcome import Ending, Outcome
from calavera.rules.phases import Phase
from calavera.rules.seats import MOST_SEATS, SEATS, Seat, Viewer, seat_letter
from calavera.rules.setup import IllegalSetup, Placement, SeatStart, Setup, set_up
from calavera.rules.view import OwnSeat, View
from calavera.rules.words import is_burn_out, stoned, the_cop, under_the_gun

# Every round but the last costs a disc for good or turns a mat.
MOST_ROUNDS: Final = MOST_SEATS * (DISCS_IN_A_TRIBE + 1)
# In one bidding each bid is higher than the one before, and each seat passes once.
MOST_SPEECHES: Final = HIGHEST_BID + MOST_SEATS
# Nobody has more to choose from than either disc and every bid.
MOST_CHOICES: Final = len(Disc) + HIGHEST_BID


def _some_discs() -> Iterator[tuple[Disc, ...]]:
    for count in range(DISCS_IN_A_TRIBE + 1):
        yield from product(Disc, repeat=count)


# The smallest parts.

SEAT: Final = SeatLetter("Seat", "The letter of a seat, clockwise from a.")
PLAYER: Final = Number(0, MOST_SEATS - 1, "Player", "A player, by place in the order of seats.")
DISC: Final = Choice(Disc)
PHASE: Final = Choice(Phase)
FLAG: Final = Flag()
FEW: Final = Number(0, DISCS_IN_A_TRIBE)
BID_NUMBER: Final = Number(1, HIGHEST_BID)
WINS: Final = Number(0, 2)
DISCS: Final = AllWritten(ListOf(DISC, DISCS_IN_A_TRIBE), _some_discs())
SEATS_IN_ORDER: Final = ListOf(SEAT, MOST_SEATS)

# What players do.

ACTION: Final[OneOf[Action]] = OneOf(
    "Action",
    "What a player can do.",
    [
        Object(Place, {"disc": DISC}, tag="place"),
        Object(Bid, {"number": BID_NUMBER}, tag="bid"),
        Object(Pass, {}, tag="pass"),
        Object(Flip, {"mat": SEAT}, tag="flip"),
        Object(Discard, {"disc": DISC}, tag="discard"),
        Object(Pick, {}, tag="pick"),
        Object(Show, {}, tag="show"),
        Object(NameFirst, {"seat": SEAT}, tag="name-first"),
    ],
)

# What happens.

OUTCOME: Final = Object(Outcome, {"winner": PLAYER, "seat": SEAT, "ending": Choice(Ending)})

OPEN_EVENTS: Final = (
    Object(RoundBegan, {"number": Number(1, MOST_ROUNDS), "first": SEAT}, tag="round-began"),
    Object(BidMade, {"seat": SEAT, "number": BID_NUMBER}, tag="bid-made"),
    Object(SeatPassed, {"seat": SEAT}, tag="seat-passed"),
    Object(AttemptBegan, {"challenger": SEAT, "bid": BID_NUMBER}, tag="attempt-began"),
    Object(DiscFlipped, {"challenger": SEAT, "mat": SEAT, "disc": DISC}, tag="disc-flipped"),
    Object(AttemptSucceeded, {"challenger": SEAT}, tag="attempt-succeeded"),
    Object(AttemptFailed, {"challenger": SEAT, "skull": SEAT}, tag="attempt-failed"),
    Object(
        DiscsShown,
        {"seat": SEAT, "discs": ListOf(DISC, DISCS_IN_A_TRIBE, least=1)},
        tag="discs-shown",
    ),
    Object(SeatOut, {"seat": SEAT}, tag="seat-out"),
    Object(FirstNamed, {"seat": SEAT, "first": SEAT}, tag="first-named"),
    Object(GameEnded, {"outcome": OUTCOME}, tag="game-ended"),
)
# Two events hold what one player may know: that player sees them whole, the others their twins.
DISC_PLACED: Final = Object(DiscPlaced, {"seat": SEAT, "disc": DISC}, tag="disc-placed")
DISC_LOST: Final = Object(DiscLost, {"seat": SEAT, "taker": SEAT, "disc": DISC}, tag="disc-lost")

EVENT: Final[OneOf[Event]] = OneOf(
    "Event",
    "What happened, secrets and all: for the store and for after the game, never for a player.",
    [
        *OPEN_EVENTS,
        DISC_PLACED,
        DISC_LOST,
        Object(DiscsShuffled, {"challenger": SEAT, "drawn": DISC}, tag="discs-shuffled"),
    ],
)
SEEN_EVENT: Final[OneOf[SeenEvent]] = OneOf(
    "SeenEvent",
    "What happened, as one viewer sees it.",
    [
        *OPEN_EVENTS,
        DISC_PLACED,
        Object(PlacementUnseen, {"seat": SEAT}, tag="placement-unseen"),
        DISC_LOST,
        Object(LossUnseen, {"seat": SEAT, "taker": SEAT}, tag="loss-unseen"),
        Object(ShuffleUnseen, {"challenger": SEAT}, tag="shuffle-unseen"),
    ],
)


# The table before the game.


def _check_setup(setup: Setup) -> None:
    players, tribes, placement, start = setup
    try:
        by_the_rules = set_up(players, tribes=tribes, placement=placement, start=start)
    except IllegalSetup as error:
        raise CodecError(f"expected a table by the rules: {error}") from None
    if by_the_rules != setup:
        raise CodecError("expected flowers before the skull").within(".start")


SETUP: Final = Object(
    Setup,
    {
        "players": Number(2, MOST_SEATS),
        "tribes": Number(1, 2),
        "placement": Choice(Placement),
        "start": ListOf(
            Object(SeatStart, {"discs": DISCS, "wins": Number(0, 1)}), MOST_SEATS, least=2
        ),
    },
    check=_check_setup,
)


# The open table.


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
    """How many discs of the stack nobody has turned over or shown."""
    return mat.face_down


def _has_flower_side_up(mat: Mat) -> bool:
    """Whether the mat lies with its flower side up (R30)."""
    return mat.wins > 0


def _check_mat(mat: Mat) -> None:
    if not mat.flipped <= len(mat.faces) <= mat.height:
        raise CodecError(
            f"expected {mat.flipped} to {mat.height} items, got {len(mat.faces)}"
        ).within(".faces")


MAT: Final = Object(
    Mat,
    {
        "owner": PLAYER,
        "discs": FEW,
        "hand": FEW,
        "height": FEW,
        "flipped": FEW,
        "faces": DISCS,
        "wins": WINS,
        "passed": FLAG,
    },
    told={
        "out": Told(FLAG, _is_out),
        "face_down": Told(FEW, _face_down),
        "flower_side": Told(FLAG, _has_flower_side_up),
    },
    check=_check_mat,
)
SEATED_MAT: Final = Object(SeatedMat, {"seat": SEAT, "mat": Spread(MAT)}, name="Mat")

BIDDING: Final = Object(
    Bidding, {"number": BID_NUMBER, "bidder": SEAT, "spoke": ListOf(SEAT, MOST_SPEECHES, least=1)}
)
ATTEMPT: Final = Object(
    Attempt, {"challenger": SEAT, "flips": Number(0, HIGHEST_BID), "skull": Maybe(SEAT)}
)


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


BOARD: Final = Object(
    Board,
    {
        "setup": Remembered(SETUP),
        "round": Number(0, MOST_ROUNDS),
        "first": Maybe(SEAT),
        "phase": PHASE,
        "turn": SEATS_IN_ORDER,
        "mats": ListOf(Remembered(SEATED_MAT), MOST_SEATS, least=2, items=_seated, make=_unseated),
        "total": Number(0, HIGHEST_BID),
        "bidding": Maybe(BIDDING),
        "attempt": Maybe(ATTEMPT),
        "outcome": Maybe(OUTCOME),
    },
    told={
        "own_skull": Told(FLAG, is_own_skull),
        "may_show": Told(SEATS_IN_ORDER, _seats_that_may_show),
        "burn_out": Told(FLAG, is_burn_out),
        "under_the_gun": Told(Maybe(SEAT), under_the_gun),
        "the_cop": Told(Maybe(SEAT), the_cop),
        "stoned": Told(SEATS_IN_ORDER, stoned),
    },
    check=_check_board,
)


# What one viewer knows.


def _viewer(seats: list[Seat]) -> Viewer:
    return Viewer(tuple(seats))


def _check_holding(holding: Holding) -> None:
    if holding.hand != sorted_discs(holding.hand):
        raise CodecError("expected flowers before the skull").within(".hand")


def _check_view(view: View) -> None:
    seats = tuple([own.seat for own in view.own])
    if seats != view.viewer.seats:
        raise CodecError("expected the viewer's seats, in its order").within(".own")
    mats = view.board.mats
    for place, (seat, holding, _) in enumerate(view.own):
        if seat >= len(mats):
            raise CodecError(f'expected no seat "{seat_letter(seat)}" at this table').within(
                f".own[{place}].seat"
            )
        if (len(holding.hand), len(holding.stack)) != (mats[seat].hand, mats[seat].height):
            raise CodecError("expected as many discs as the board tells").within(f".own[{place}]")


OWN_SEAT: Final = Object(
    OwnSeat,
    {
        "seat": SEAT,
        "holding": Spread(
            Object(Holding, {"hand": DISCS, "stack": DISCS, "lost": DISCS}, check=_check_holding)
        ),
        "legal": ListOf(Remembered(ACTION), MOST_CHOICES),
    },
)
VIEW: Final = Object(
    View,
    {
        "viewer": ListOf(
            SEAT,
            MOST_SEATS,
            items=attrgetter("seats"),
            make=_viewer,
            name="Viewer",
            about="The seats of whoever looks: one, two with two tribes, none for the public.",
        ),
        "board": BOARD,
        "own": ListOf(OWN_SEAT, MOST_SEATS),
    },
    check=_check_view,
)
