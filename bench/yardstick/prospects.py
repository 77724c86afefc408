"""The probability of winning the game after each end of a round.

A seat's strength depends on its wins, its discs and whether it has its skull; the seat that begins
the next round gets a bonus. A player's probability is their share of all strengths. The numbers in
`fitted.py` are fitted to games.
"""

from collections.abc import Sequence

from bench.yardstick.fitted import FIRST, STRENGTH
from calavera.bots.network.suspicion import GONE, Suspicion
from calavera.rules import Board, Mat


def strength(wins: int, discs: int, skull: float) -> float:
    """The strength of a seat that has its skull with probability `skull`."""
    if not discs:
        return 0.0
    without, with_skull = STRENGTH[wins]
    return (1.0 - skull) * without[discs - 1] + skull * with_skull[discs - 1]


class Prospects:
    """One player's probabilities of winning, given its current beliefs."""

    def __init__(self, board: Board, own: Sequence[int], suspicions: Sequence[Suspicion]) -> None:
        self._mats = board.mats
        self._own = own
        self._skulls = [1.0 - suspicion[GONE] for suspicion in suspicions]
        self._strengths = [
            strength(mat.wins, mat.discs, skull)
            for mat, skull in zip(board.mats, self._skulls, strict=True)
        ]
        self._all = sum(self._strengths)
        self._mine = sum([self._strengths[seat] for seat in own])
        self.now = self._mine / self._all

    def after_success(self, challenger: int) -> float:
        """The probability of winning after a success of that seat (R28, R30)."""
        mat = self._mats[challenger]
        if mat.wins:
            return 1.0 if challenger in self._own else 0.0
        return self._with(challenger, FIRST * strength(1, mat.discs, self._skulls[challenger]))

    def after_failure(self, challenger: int, *, own_skull: bool = False) -> float:
        """The probability of winning after a failure of that seat (R23-R29).

        The disc is picked blind, or chosen by a seat that met its own skull.
        """
        mat = self._mats[challenger]
        if mat.discs == 1:
            return self._with(challenger, 0.0)
        skull = self._skulls[challenger]
        return self._with(challenger, FIRST * _weaker(mat, skull, chosen=own_skull))

    def _with(self, seat: int, changed: float) -> float:
        """The probability with one seat's strength changed."""
        before = self._strengths[seat]
        mine = self._mine - before + changed if seat in self._own else self._mine
        everybody = self._all - before + changed
        return mine / everybody


def _weaker(mat: Mat, skull: float, *, chosen: bool) -> float:
    """The strength with one disc fewer."""
    fewer = mat.discs - 1
    if chosen:
        return max(strength(mat.wins, fewer, 1.0), strength(mat.wins, fewer, 0.0))
    return strength(mat.wins, fewer, skull * fewer / mat.discs)
