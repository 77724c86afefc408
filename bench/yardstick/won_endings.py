"""Two-player endings that are certainly won, when it is known who has a skull.

They are won whatever the other seat does, and wherever its discs are:

- *Nobody has a skull.* The seat that begins bids everything, succeeds, begins again (R28) and wins.
- *Only I have one, and another disc.* If I begin, I place a flower: a bid for everything succeeds,
  and I keep beginning. Otherwise I place the skull. If the other bids everything, it meets my skull
  and loses a flower. On anything else I bid everything, meet my own skull, discard it (R25) and
  begin the next round on a table without skulls.
- *The other's one disc is its skull.* It can never succeed. With its empty hand it has to open on
  its turn (R10), and I pass: it meets its own skull and is out. If I have one disc only and begin,
  I bid for my flower; raising would put the other out, passing gives me the success.

The remaining endings are those where both have a skull and two discs or more. A test plays every
reply of the other seat to the end.
"""

from bench.yardstick.own_discs import discs_to_place, sure_flowers
from calavera.rules import Action, Bid, Board, Disc, Discard, OwnSeat, Pass, Phase, Place


def sure_move(own: OwnSeat, board: Board, rival_discs: int, *, rival_skull: bool) -> Action | None:
    """A move that keeps a won ending won; None if the position is not known to be won."""
    if not rival_skull:
        return _against_flowers(own, board)
    if rival_discs == 1:
        return _against_a_lone_skull(own, board)
    return None


def _against_flowers(own: OwnSeat, board: Board) -> Action | None:
    holding = own.holding
    has_skull, spare = Disc.SKULL in holding.discs, len(holding.discs) > 1
    match board.phase:
        case Phase.PLACE if has_skull and spare:
            return Place(Disc.FLOWER if board.first == own.seat else Disc.SKULL)
        case Phase.ADD | Phase.BID if spare or Disc.SKULL not in holding.stack:
            return Bid(board.total)
        case Phase.LOSE if has_skull and spare and Discard(Disc.SKULL) in own.legal:
            return Discard(Disc.SKULL)
    return None


def _against_a_lone_skull(own: OwnSeat, board: Board) -> Action | None:
    discs, sure = discs_to_place(own), sure_flowers(own.holding)
    match board.phase:
        case Phase.PLACE | Phase.ADD if discs:
            return Place(Disc.FLOWER if Disc.FLOWER in discs else Disc.SKULL)
        case Phase.ADD if sure:
            return Bid(sure)
        case Phase.BID:
            return Pass()
    return None
