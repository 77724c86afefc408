"""A bot with sense and little nerve."""

import random
from typing import Final

from calavera.bots.bot import Strength, acting_seat
from calavera.rules import (
    Action,
    Bid,
    Board,
    Disc,
    Discard,
    Flip,
    NameFirst,
    OwnSeat,
    Pass,
    Phase,
    Pick,
    Place,
    Seat,
    View,
)

SKULL_FIRST: Final = 0.45
"""How often it starts a stack with the skull."""

TRUST: Final = 0.7
"""How likely it takes a hidden disc of another player to be a flower."""

DISC: Final = 0.5
"""What a lost disc costs, where a first success is worth 1."""

CAUTION: Final = 0.5
"""How much the balance must speak for a raise, at the most."""

BLUFF: Final = 0.2
"""How often it bids although it would have to flip its own skull."""


class Cautious:
    """Bids what its own flowers and a rough guess at the others allow, and bluffs a little."""

    name = "cautious"
    nickname = "Vela"
    temper = "bids what it can count on and bluffs a little"
    strength = Strength.EASY
    budget = 0.01

    def choose(self, view: View, rng: random.Random) -> Action:
        """What a careful player would do."""
        own, board = acting_seat(view), view.board
        match board.phase:
            case Phase.PLACE:
                return _first_disc(own, rng)
            case Phase.ADD:
                return _add_or_challenge(own, rng)
            case Phase.BID:
                return _raise_or_pass(own, board, rng)
            case Phase.FLIP:
                return _flip(own, board, rng)
            case Phase.LOSE:
                return _loss(own)
            case _:
                return rng.choice([move for move in own.legal if isinstance(move, NameFirst)])


def _first_disc(own: OwnSeat, rng: random.Random) -> Action:
    discs = _discs_to_place(own)
    if len(discs) == 1:
        return Place(discs[0])
    return Place(Disc.SKULL if rng.random() < SKULL_FIRST else Disc.FLOWER)


def _add_or_challenge(own: OwnSeat, rng: random.Random) -> Action:
    discs, sure = _discs_to_place(own), _sure_flowers(own)
    if not sure:  # the skull lies on top: let somebody else find it
        waits = Disc.FLOWER in discs and rng.random() >= BLUFF
        return Place(Disc.FLOWER) if waits else Bid(1)
    # A challenge for these alone cannot fail; the more there are, the better it is to open.
    if not discs or rng.random() < sure / 3:
        return Bid(sure)
    late_skull = Disc.SKULL in discs and rng.random() < SKULL_FIRST / 2
    return Place(Disc.SKULL if late_skull or Disc.FLOWER not in discs else Disc.FLOWER)


def _raise_or_pass(own: OwnSeat, board: Board, rng: random.Random) -> Action:
    """Weighs its own attempt against letting the bidder try."""
    if board.bidding is None:
        return Pass()
    number, bidder = board.bidding.number, board.bidding.bidder
    sure = _sure_flowers(own)
    if sure > number:
        return Bid(sure)
    if Disc.SKULL in own.holding.stack:  # a bluff needs somebody left to raise, and room for it
        speakers = sum(1 for mat in board.mats if mat.discs and not mat.passed)
        room = speakers > 2 and number + 2 < board.total
        return Bid(number + 1) if room and rng.random() < BLUFF else Pass()
    mine = TRUST ** (number + 1 - sure)
    theirs = TRUST * TRUST ** max(0, number - board.mats[bidder].height)
    gain = mine * _worth(board, own.seat) - (1 - mine) * DISC
    harm = theirs * _worth(board, bidder)
    return Bid(number + 1) if gain + harm > rng.random() * CAUTION else Pass()


def _worth(board: Board, seat: Seat) -> float:
    """What a success of that seat means: the second wins the game (R30)."""
    return 3.0 if board.mats[seat].wins else 1.0


def _flip(own: OwnSeat, board: Board, rng: random.Random) -> Action:
    """First those who bid themselves, as they meant to flip their own stack, then low stacks."""
    flips = [move for move in own.legal if isinstance(move, Flip)]
    return min(flips, key=lambda move: (-_bids(board, move.mat), _depth(board, move), rng.random()))


def _bids(board: Board, seat: Seat) -> int:
    if board.bidding is None:
        return 0
    return board.bidding.spoke.count(seat) - board.mats[seat].passed


def _depth(board: Board, move: Flip) -> int:
    return board.mats[move.mat].height


def _loss(own: OwnSeat) -> Action:
    """Keeps the skull, unless it would be left with nothing else: then nothing could be won."""
    discards = [move for move in own.legal if isinstance(move, Discard)]
    if not discards:
        return Pick()
    keep = Disc.SKULL if len(own.holding.discs) > 2 else Disc.FLOWER
    return next((move for move in discards if move.disc is not keep), discards[0])


def _discs_to_place(own: OwnSeat) -> list[Disc]:
    return [move.disc for move in own.legal if isinstance(move, Place)]


def _sure_flowers(own: OwnSeat) -> int:
    """How many of its own discs it could flip without meeting its skull."""
    from_top = own.holding.stack[::-1]
    return from_top.index(Disc.SKULL) if Disc.SKULL in from_top else len(from_top)
