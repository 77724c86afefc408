"""What a seat knows, as one row of small numbers of a fixed size.

The row is told clockwise from the seat that looks, which is seat 0 itself. Made from a `View`,
which has no field for another's secret; the simulator makes the same row from its own words, and a
test compares the two at every decision. `docs/arrays.md` tells what each number means.
"""

from collections.abc import Sequence
from typing import Final

from calavera.rules import Board, Ending, Holding, Mat, Phase, Placement, Seat, View
from calavera.rules.model.discs import FLOWER, SKULL
from calavera.rules.model.queries import enumerate_mats
from calavera.rules.model.seats import MOST_SEATS

OBSERVATION_VERSION: Final = 1
"""Changes whenever a number changes its place or its meaning."""

TABLE_FIELDS: Final = (
    "draw", "place", "add", "bid", "flip", "lose", "name_first", "over",
    "round", "seats", "players", "one_by_one",
    "total", "number", "flips", "second_success", "last_one_in",
)  # fmt: skip
"""What there is once: the phase as eight switches, then the numbers of the table."""

SEAT_FIELDS: Final = (
    "discs", "hand", "height", "flipped", "seen", "seen_skull", "wins",
    "passed", "bids", "opener", "bidder", "challenger", "skull",
    "turn", "first", "winner", "start_flowers", "start_skull",
)  # fmt: skip
"""What everybody sees of a seat, twelve times; zeros where the table has no such seat."""

OWN_FIELDS: Final = ("hand_flowers", "hand_skull", "stack_skull", "lost_flowers", "lost_skull")
"""What the player alone knows: of this seat, then of its other one with two tribes."""

SEATS_AT: Final = len(TABLE_FIELDS)
OWN_AT: Final = SEATS_AT + MOST_SEATS * len(SEAT_FIELDS)
OBSERVATION: Final = OWN_AT + 2 * len(OWN_FIELDS)
"""How many numbers a row has."""

_PHASES: Final = {phase: bytes(phase is other for other in Phase) for phase in Phase}


def observe(view: View, seat: Seat) -> bytes:
    """The row of one of the viewer's own seats; ValueError for a seat that is not its own.

    As bytes, none above 127: `numpy.frombuffer(row, numpy.int8)` makes the array.
    """
    own = {own.seat: own.holding for own in view.own}
    if seat not in own:
        raise ValueError(f"seat {seat} is not the viewer's own (R40)")
    others = [holding for other, holding in own.items() if other != seat]
    return assembled(table_row(view.board), seat_rows(view.board), seat, [own[seat], *others])


def assembled(table: bytes, seats: bytes, seat: Seat, holdings: Sequence[Holding]) -> bytes:
    """The row of a seat from its parts, so that many seats can share what lies open."""
    here = len(SEAT_FIELDS) * seat
    told = table + seats[here:] + seats[:here]
    own = b"".join(map(_own_row, holdings))
    return told + bytes(OWN_AT - len(told)) + own + bytes(OBSERVATION - OWN_AT - len(own))


def table_row(board: Board) -> bytes:
    """The fields of the table."""
    setup, bidding, attempt, outcome = board.setup, board.bidding, board.attempt, board.outcome
    numbers = (
        board.round,
        len(board.mats),
        setup.players,
        int(setup.placement is Placement.FIRST_LAST),
        board.total,
        bidding.number if bidding else 0,
        attempt.flips if attempt else 0,
        int(outcome is not None and outcome.ending is Ending.SECOND_SUCCESS),
        int(outcome is not None and outcome.ending is Ending.LAST_ONE_IN),
    )
    return _PHASES[board.phase] + bytes(numbers)


def seat_rows(board: Board) -> bytes:
    """The fields of each seat, in the order of the seats."""
    return b"".join([_seat_row(board, seat, mat) for seat, mat in enumerate_mats(board)])


def _seat_row(board: Board, seat: Seat, mat: Mat) -> bytes:
    bidding, attempt, outcome = board.bidding, board.attempt, board.outcome
    start = board.setup.start[seat].discs
    numbers = (
        mat.discs,
        mat.hand,
        mat.height,
        mat.flipped,
        len(mat.faces),
        mat.faces.index(SKULL) + 1 if SKULL in mat.faces else 0,
        mat.wins,
        int(mat.passed),
        bidding.spoke.count(seat) - mat.passed if bidding else 0,
        int(bidding is not None and bidding.spoke[0] == seat),
        int(bidding is not None and bidding.bidder == seat),
        int(attempt is not None and attempt.challenger == seat),
        int(attempt is not None and attempt.skull == seat),
        int(seat in board.turn),
        int(board.first == seat),
        int(outcome is not None and outcome.seat == seat),
        start.count(FLOWER),
        start.count(SKULL),
    )
    return bytes(numbers)


def _own_row(holding: Holding) -> bytes:
    numbers = (
        holding.hand.count(FLOWER),
        holding.hand.count(SKULL),
        holding.stack.index(SKULL) + 1 if SKULL in holding.stack else 0,
        holding.lost.count(FLOWER),
        holding.lost.index(SKULL) + 1 if SKULL in holding.lost else 0,
    )
    return bytes(numbers)
