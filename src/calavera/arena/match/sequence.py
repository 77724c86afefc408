"""A sequential test over the blocks of a match, in the order of their numbers.

Only the blocks before a gap count, so that a match ends at the same block however it was split
among workers, and whenever it was interrupted.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from calavera.arena.match.elo import expected_score
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.result import GameResult
from calavera.arena.match.sprt import Sprt, Verdict, log_likelihood_ratio


@dataclass(frozen=True, slots=True)
class SprtProgress:
    """How far a test has come."""

    sprt: Sprt
    blocks: int  # how many blocks it has counted
    ratio: float  # the log-likelihood ratio after them
    verdict: Verdict | None  # what it has accepted, if anything


class SequentialTest:
    """Counts blocks until one of the hypotheses is accepted."""

    def __init__(self, plan: MatchPlan, sprt: Sprt) -> None:
        self._plan = plan
        self._sprt = sprt
        self._means = expected_score(plan, sprt.elo0), expected_score(plan, sprt.elo1)
        self._open: dict[int, list[bool]] = {}
        self._scores = dict.fromkeys([wins / plan.block for wins in range(plan.block + 1)], 0)
        self.progress = SprtProgress(sprt, 0, 0.0, None)

    def take(self, games: Iterable[GameResult]) -> None:
        """Count games; those of a block after the last one are of no account."""
        for game in games:
            winner = self._plan.game(game.number).seating[game.winner]
            self._open.setdefault(game.number // self._plan.block, []).append(winner == 0)
        while self.progress.verdict is None:
            wins = self._open.get(self.progress.blocks, [])
            if len(wins) < self._plan.block:
                return
            del self._open[self.progress.blocks]
            self._scores[sum(wins) / self._plan.block] += 1
            ratio = log_likelihood_ratio(self._scores, *self._means)
            blocks = self.progress.blocks + 1
            self.progress = SprtProgress(self._sprt, blocks, ratio, self._sprt.verdict(ratio))
