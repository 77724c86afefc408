"""One head, many tempers: how the plain characters think.

A plain character keeps no memory. It guesses how likely each hidden disc is a flower, weighs what
an attempt could bring against what it could cost, and bluffs now and then. What makes the
characters different is how much they trust, dare and bluff.
"""

import random
from typing import ClassVar, Final, NamedTuple

from calavera.bots.bot import acting_seat
from calavera.bots.glance import discs_to_place, rivals_in_bidding, sure_flowers
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
from calavera.rules.board import enumerate_mats

COST_OF_A_DISC: Final = (0.8, 0.5, 0.4, 0.37)
"""What it costs to lose one's last disc, the last but one…, where a first success is worth 1."""

SECOND_SUCCESS: Final = 3.0
"""What the success is worth that wins the game."""


class Temper(NamedTuple):
    """The numbers of a character, all between 0 and 1."""

    skull_first: float
    """How often a stack begins with the skull."""

    skull_later: float
    """How often the skull goes on top of flowers."""

    silent: float
    """How likely it takes a disc to be a flower whose owner has not spoken."""

    said: float
    """The same where the owner has bid."""

    refused: float
    """The same where the owner passed without a bid."""

    caution: float
    """How much must speak for a bid, at the most: it asks for a random part of it."""

    hurry: float
    """How often it opens for its own flowers rather than add a disc, with a single one."""

    bluff: float
    """How often it bids although it would have to flip its own skull."""

    leap: float
    """How often it bids as high as seems good, rather than as low as will do."""


class Plain:
    """A character without memory; subclasses say which temper it has."""

    mind: ClassVar[Temper]

    def choose(self, view: View, rng: random.Random) -> Action:
        """What somebody of this temper does."""
        own, board = acting_seat(view), view.board
        match board.phase:
            case Phase.PLACE:
                return self._place(own, self.mind.skull_first, rng)
            case Phase.ADD:
                return self._add_or_challenge(own, board, rng)
            case Phase.BID:
                return self._raise_or_pass(own, board, rng)
            case Phase.FLIP:
                return self._flip(own, board, rng)
            case Phase.LOSE:
                return _loss(own)
            case _:
                return rng.choice([move for move in own.legal if isinstance(move, NameFirst)])

    def _place(self, own: OwnSeat, skull: float, rng: random.Random) -> Action:
        """A disc, the skull with that chance where there is a choice."""
        discs = discs_to_place(own)
        if len(discs) == 1:
            return Place(discs[0])
        return Place(Disc.SKULL if rng.random() < skull else Disc.FLOWER)

    def _add_or_challenge(self, own: OwnSeat, board: Board, rng: random.Random) -> Action:
        """With flowers alone it opens the sooner the more there are; over its skull it bluffs."""
        discs, sure = discs_to_place(own), sure_flowers(own.holding)
        height = len(own.holding.stack)
        if sure < height:
            opens = not discs or rng.random() < self.mind.bluff
            return Bid(height) if opens else self._place(own, 0.0, rng)
        if discs and rng.random() > self.mind.hurry * height:
            return self._place(own, self.mind.skull_later, rng)
        return self._highest_good(own, board, sure, rng)

    def _raise_or_pass(self, own: OwnSeat, board: Board, rng: random.Random) -> Action:
        """Weighs its own attempt against letting the bidder try."""
        if board.bidding is None:
            return Pass()
        number, bidder = board.bidding.number, board.bidding.bidder
        sure = sure_flowers(own.holding)
        if sure > number:
            return self._highest_good(own, board, sure, rng)
        rivals = len(rivals_in_bidding(board, own.seat))
        if sure < len(own.holding.stack):  # a bluff needs room, and somebody left to raise
            room = rivals > 1 and number + 2 < board.total
            return Bid(number + 1) if room and rng.random() < self.mind.bluff else Pass()
        harm = self._harm(board, bidder, number) / rivals  # others may prevent it, too
        if self._gain(own, board, number + 1) + harm < rng.random() * self.mind.caution:
            return Pass()
        return self._highest_good(own, board, number + 1, rng)

    def _harm(self, board: Board, bidder: Seat, number: int) -> float:
        """What it costs to let the bidder try: a part of its success, which all others bear."""
        others = sum(1 for mat in board.mats if mat.discs) - 1
        return self._chance(board, bidder, number) * _worth(board, bidder) / others

    def _highest_good(self, own: OwnSeat, board: Board, lowest: int, rng: random.Random) -> Action:
        """The lowest bid that will do, or a leap to one that is still good."""
        number = lowest
        if rng.random() < self.mind.leap:
            while number < board.total and self._gain(own, board, number + 1) > self.mind.caution:
                number += 1
        return Bid(number)

    def _gain(self, own: OwnSeat, board: Board, number: int) -> float:
        """What an attempt for that many would bring, on the whole."""
        chance = self._chance(board, own.seat, number)
        cost = COST_OF_A_DISC[board.mats[own.seat].discs - 1]
        return chance * _worth(board, own.seat) - (1 - chance) * cost

    def _chance(self, board: Board, challenger: Seat, number: int) -> float:
        """How likely that seat finds that many, if its own discs are as it says."""
        trusts = [
            self._trust(board, seat)
            for seat, mat in enumerate_mats(board)
            if seat != challenger
            for _ in range(mat.height)
        ]
        trusts.sort(reverse=True)
        chance = 1.0
        for trust in trusts[: max(0, number - board.mats[challenger].height)]:
            chance *= trust
        return chance

    def _trust(self, board: Board, seat: Seat) -> float:
        """How likely a disc of that seat is a flower, by what the seat has said."""
        bidding = board.bidding
        if bidding is None or seat not in bidding.spoke:
            return self.mind.silent
        bids = bidding.spoke.count(seat) - board.mats[seat].passed
        return self.mind.said if bids else self.mind.refused

    def _flip(self, own: OwnSeat, board: Board, rng: random.Random) -> Action:
        """The mat it trusts most, of those a low one."""
        flips = [move for move in own.legal if isinstance(move, Flip)]
        return min(
            flips,
            key=lambda move: (
                -self._trust(board, move.mat),
                board.mats[move.mat].height,
                rng.random(),
            ),
        )


def _worth(board: Board, seat: Seat) -> float:
    return SECOND_SUCCESS if board.mats[seat].wins else 1.0


def _loss(own: OwnSeat) -> Action:
    """Keeps the skull, unless it would be left with nothing else: then nothing could be won."""
    discards = [move for move in own.legal if isinstance(move, Discard)]
    if not discards:
        return Pick()
    keep = Disc.SKULL if len(own.holding.discs) > 2 else Disc.FLOWER
    return next((move for move in discards if move.disc is not keep), discards[0])
