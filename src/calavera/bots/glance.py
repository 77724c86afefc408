"""What a player sees at a glance: small questions to a view that several bots ask."""

from calavera.rules import Board, Disc, Holding, OwnSeat, Place, Seat
from calavera.rules.board import enumerate_mats


def discs_to_place(own: OwnSeat) -> list[Disc]:
    """The kinds of disc that it may put down now."""
    return [move.disc for move in own.legal if isinstance(move, Place)]


def sure_flowers(holding: Holding) -> int:
    """How many discs of a stack can be flipped without meeting its skull."""
    from_top = holding.stack[::-1]
    return from_top.index(Disc.SKULL) if Disc.SKULL in from_top else len(from_top)


def rivals_in_bidding(board: Board, own: Seat) -> list[Seat]:
    """The other seats that may still raise."""
    return [
        seat for seat, mat in enumerate_mats(board) if mat.discs and not mat.passed and seat != own
    ]
