"""The inputs of the judge: a block for the table, then one for each seat still in.

There is a row for every seat; its slots go clockwise from that seat, without those that are out.
Unlike the inputs of a bot they do not depend on whose turn it is, and any discs may be known.
"""

from typing import Final

from calavera.bots.network.inputs import seats_in_order
from calavera.bots.network.suspicion import GONE, STACK
from calavera.bots.network.tracker import on_mat
from calavera.review.chances.sight import Sight, clean, reach
from calavera.rules import Phase, Seat

SLOTS: Final = 6
"""Further seats, counted clockwise, are left out of a row."""

PHASES: Final = (Phase.PLACE, Phase.ADD, Phase.BID, Phase.FLIP, Phase.LOSE, Phase.NAME_FIRST)
SCALE: Final = 8.0
TABLE: Final = len(PHASES) + 2 + 4 + 4 + 3
SEAT: Final = 28
INPUTS: Final = TABLE + SLOTS * SEAT


def rows(sight: Sight) -> dict[Seat, list[float]]:
    """The inputs of every seat that is in."""
    board = sight.board
    seats = [Seat(number) for number, mat in enumerate(board.mats) if mat.discs]
    blocks = {seat: _seat(sight, seat) for seat in seats}
    table = _table(sight)
    found = {}
    for seat in seats:
        order = seats_in_order(board, seat)[:SLOTS]
        row = list(table)
        for other in order:
            row += blocks[other]
        found[seat] = row + [0.0] * (SEAT * (SLOTS - len(order)))
    return found


def _steps(count: int, most: int) -> list[float]:
    return [1.0 if count > step else 0.0 for step in range(most)]


def _table(sight: Sight) -> list[float]:
    board = sight.board
    bidding, attempt = board.bidding, board.attempt
    number = bidding.number if bidding else 0
    total = 0 if board.phase is Phase.PLACE else board.total
    left = number - attempt.flips if attempt else 0
    is_failed = attempt is not None and attempt.skull is not None
    chance = 0.0 if bidding is None or is_failed else reach(sight, bidding.bidder, number)
    return [
        *[1.0 if board.phase is phase else 0.0 for phase in PHASES],
        number / SCALE,
        total / SCALE,
        *_steps(total - number, 4),
        *_steps(left, 4),
        chance,
        sum(1 for mat in board.mats if mat.discs) / SCALE,
        sum(1 for mat in board.mats if mat.discs and not mat.passed) / SCALE,
    ]


def _seat(sight: Sight, seat: Seat) -> list[float]:
    board = sight.board
    mat, bidding, attempt = board.mats[seat], board.bidding, board.attempt
    suspicion, is_placing = sight.suspicions[seat], board.phase is Phase.PLACE
    # Who has placed already says nothing while all place at once (R7).
    height = 0 if is_placing else mat.height
    face_down = height - mat.flipped
    number = bidding.number if bidding else 0
    is_open = board.phase in (Phase.ADD, Phase.BID) and not mat.passed
    return [
        1.0,
        *_steps(mat.discs, 4),
        *_steps(height, 4),
        float(mat.wins > 0),
        float(mat.passed),
        float(board.first == seat),
        float(bidding is not None and bidding.bidder == seat),
        float(bidding is not None and bidding.spoke[0] == seat),
        float(attempt is not None and attempt.challenger == seat),
        float(attempt is not None and attempt.skull == seat),
        float(not is_placing and seat in board.turn),
        float(sight.last_bids[seat] > 0),
        sight.last_bids[seat] / SCALE,
        mat.flipped / 4.0,
        suspicion[GONE],
        0.0 if is_placing else on_mat(suspicion[: STACK + face_down]),
        0.0 if is_placing else 1.0 - clean(sight, seat, min(face_down, 1)),
        0.0 if is_placing else 1.0 - clean(sight, seat, min(face_down, 2)),
        reach(sight, seat, min(number + 1, board.total)) if is_open else 0.0,
        float(seat in sight.known),
        float(seat in sight.known and not is_placing),
        float(sight.chose_loss[seat]),
    ]
