"""What one player knows, with what the bot believes about the others."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from calavera.bots.network.reader import Reader
from calavera.bots.network.suspicion import GONE, HAND, STACK, Suspicion
from calavera.rules import Board, Disc, OwnSeat, Seat, View

CERTAIN: Final = 1e-9
"""Chances this close to 0 are rounding errors of the bookkeeping: it holds no smaller ones."""


class Risk(NamedTuple):
    """The topmost face-down disc of a mat."""

    seat: Seat
    chance: int  # how likely it is the skull, per cent


class Knowledge:
    """A view, and where the skulls of the others may be."""

    def __init__(self, view: View, own: OwnSeat, reader: Reader) -> None:
        self.board: Board = view.board
        self.own = own
        self._holdings = {each.seat: each.holding for each in view.own}
        self._reader = reader

    @property
    def others(self) -> list[Seat]:
        """The seats of other players that are still in, clockwise from the seat in turn."""
        count = len(self.board.mats)
        seats = [Seat((self.own.seat + step) % count) for step in range(1, count)]
        return [s for s in seats if s not in self._holdings and self.board.mats[s].discs]

    @property
    def flowers_on_top(self) -> int:
        """How many discs of the own stack can be turned over before its skull."""
        stack = self.own.holding.stack[::-1]
        return stack.index(Disc.SKULL) if Disc.SKULL in stack else len(stack)

    @property
    def speaks_after(self) -> int:
        """How many seats come before the one in turn, counted from the first player."""
        mats, count = self.board.mats, 0
        seat = self.own.seat if self.board.first is None else self.board.first
        while seat != self.own.seat:
            count += mats[seat].discs > 0
            seat = Seat((seat + 1) % len(mats))
        return count

    def has_bid(self, seat: Seat) -> bool:
        """Whether a seat bid in this round."""
        return self._reader.last_bids[seat] > 0

    def face_down(self, seat: Seat) -> int:
        """How many discs of a mat can still be flipped."""
        mat = self.board.mats[seat]
        return mat.height - mat.flipped

    def risks(self) -> list[Risk]:
        """The mats of others that have a disc to flip, the least dangerous first."""
        seats = [seat for seat in self.others if self.face_down(seat)]
        exact = {seat: self._clean(seat, self._believed(seat))[1] for seat in seats}
        return [
            Risk(seat, 100 - _percent(exact[seat], self._clean(seat, self._possible(seat))[1]))
            for seat in sorted(seats, key=lambda seat: -exact[seat])
        ]

    def has_skull(self, seat: Seat) -> int:
        """How likely another seat still has its skull, per cent."""
        return _percent(1.0 - self._reader.suspicions[seat][GONE], sum(self._possible(seat)[HAND:]))

    def reach(self, discs: int) -> int:
        """How likely that many discs of other mats are flowers if they are well chosen."""
        return _percent(
            self._best(discs, [self._believed(seat) for seat in self._mats()]),
            self._best(discs, [self._possible(seat) for seat in self._mats()]),
        )

    def _mats(self) -> list[Seat]:
        """Every mat but the one in turn: those of others, and with two tribes the own second."""
        count = len(self.board.mats)
        seats = [Seat((self.own.seat + step) % count) for step in range(1, count)]
        return [seat for seat in seats if self.face_down(seat)]

    def _best(self, discs: int, suspicions: Sequence[Suspicion]) -> float:
        """The best product of chances over all ways to take that number of discs from the tops."""
        best = [1.0] + [0.0] * discs
        for seat, suspicion in zip(self._mats(), suspicions, strict=True):
            clean = self._clean(seat, suspicion)
            best = [
                max(best[n - taken] * clean[taken] for taken in range(min(n, len(clean) - 1) + 1))
                for n in range(discs + 1)
            ]
        return best[discs]

    def _clean(self, seat: Seat, suspicion: Suspicion) -> list[float]:
        """For each number of discs from the top, the chance that none of them is the skull."""
        stack = suspicion[STACK : STACK + self.face_down(seat)]
        return [1.0 - sum(stack[len(stack) - taken :]) for taken in range(len(stack) + 1)]

    def _believed(self, seat: Seat) -> Suspicion:
        return self._known(seat) or self._reader.suspicions[seat]

    def _possible(self, seat: Seat) -> Suspicion:
        """The same without reading anybody's play: exactly the impossible places are 0."""
        return self._known(seat) or self._reader.plain.suspicions[seat]

    def _known(self, seat: Seat) -> Suspicion:
        """Where the own skull is; nothing for the mat of another player."""
        if seat not in self._holdings:
            return []
        stack = self._holdings[seat].stack
        places = [1.0 if disc is Disc.SKULL else 0.0 for disc in stack]
        return [0.0, 1.0 - sum(places), *places]


def _percent(believed: float, possible: float) -> int:
    """A chance for people: 0 and 100 are for what is certain, whatever the bot believes."""
    if possible <= CERTAIN:
        return 0
    if possible >= 1.0 - CERTAIN:
        return 100
    return min(max(round(100.0 * believed), 1), 99)
