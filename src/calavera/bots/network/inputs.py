"""The inputs of a network: a block for the table, then one for each seat still in.

Seats are listed clockwise from the acting seat, without those that are out, so a table of six with
three players left looks like a table of three. Counts are unary: as many ones as the count, then
zeros. All numbers are between 0 and 1 or little above.
"""

from typing import Final

from calavera.bots.network.suspicion import GONE, STACK
from calavera.bots.network.tracker import Tracker, on_mat
from calavera.bots.own_discs import sure_flowers
from calavera.rules import Board, Disc, OwnSeat, Phase, Seat

INPUTS_VERSION: Final = 1
"""Changes whenever a number changes its place or its meaning."""

PHASES: Final = (Phase.PLACE, Phase.ADD, Phase.BID, Phase.FLIP, Phase.LOSE)
"""The phases in which there is something to choose; naming makes no difference to who is out."""

SCALE: Final = 8.0
"""What bids and totals are divided by."""

NUMBER, LEFT, FLOWERS, SURE, NEED, FLIPS, RIVALS, DISCS = 8, 4, 3, 4, 5, 4, 5, 4
"""How many steps each count of the table has, in their order; the last for the counts of a seat."""

TABLE_INPUTS: Final = (
    len(PHASES) + NUMBER + 1 + 1 + LEFT + FLOWERS + 1 + 1 + SURE + 1 + NEED + FLIPS + RIVALS
)
SEAT_INPUTS: Final = 2 * DISCS + 12


def input_count(slots: int) -> int:
    """The number of inputs of a network for tables of up to that many seats."""
    return TABLE_INPUTS + SEAT_INPUTS * slots


def seats_in_order(board: Board, seat: Seat) -> list[Seat]:
    """The seat that acts, then the others that are in, clockwise: the slots."""
    count = len(board.mats)
    others = [Seat((seat + step) % count) for step in range(1, count)]
    return [seat, *[other for other in others if board.mats[other].discs]]


def inputs(own: OwnSeat, tracker: Tracker, slots: int) -> list[float]:
    """The inputs of a seat that has to act, after all events that the tracker saw."""
    board = tracker.board
    row = _table(own, board)
    order = seats_in_order(board, own.seat)
    for seat in order:
        row += _seat(board, seat, tracker)
    return row + [0.0] * (SEAT_INPUTS * (slots - len(order)))


def _steps(count: int, most: int) -> list[float]:
    return [1.0 if count > step else 0.0 for step in range(most)]


def _table(own: OwnSeat, board: Board) -> list[float]:
    holding = own.holding
    number = board.bidding.number if board.bidding else 0
    total = 0 if board.phase is Phase.PLACE else board.total
    sure = sure_flowers(holding)
    flips_left = number - board.attempt.flips if board.attempt else 0
    rivals = [mat for mat in board.mats if mat.discs and not mat.passed]
    return [
        *[1.0 if board.phase is phase else 0.0 for phase in PHASES],
        *_steps(number, NUMBER),
        number / SCALE,
        total / SCALE,
        *_steps(total - number, LEFT),
        *_steps(holding.hand.count(Disc.FLOWER), FLOWERS),
        float(Disc.SKULL in holding.hand),
        float(Disc.SKULL in holding.stack),
        *_steps(sure, SURE),
        float(Disc.SKULL not in holding.discs),
        *_steps(number + 1 - sure, NEED),
        *_steps(flips_left, FLIPS),
        *_steps(len(rivals) - 1, RIVALS),
    ]


def _seat(board: Board, seat: Seat, tracker: Tracker) -> list[float]:
    mat, bidding = board.mats[seat], board.bidding
    suspicion, placing = tracker.suspicions[seat], board.phase is Phase.PLACE
    # Who has placed already says nothing while all place at once (R7).
    height = 0 if placing else mat.height
    face_down = height - mat.flipped
    return [
        *_steps(mat.discs, DISCS),
        *_steps(height, DISCS),
        float(mat.wins > 0),
        float(mat.passed),
        float(board.first == seat),
        float(bidding is not None and bidding.bidder == seat),
        float(bidding is not None and bidding.spoke[0] == seat),
        float(tracker.last_bids[seat] > 0),
        tracker.last_bids[seat] / SCALE,
        mat.flipped / DISCS,
        suspicion[GONE],
        0.0 if placing else on_mat(suspicion),
        suspicion[STACK + face_down - 1] if face_down > 0 else 0.0,
        float(tracker.chose_loss[seat]),
    ]
