"""The sequential probability ratio test that ends a match early.

It is the generalized test (GSPRT): the scores of blocks have a distribution nobody knows, so each
hypothesis is given the distribution most favourable to it, of those with the mean that it claims.
docs/arena.md explains it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from calavera.arena.errors import ArenaError

UNSEEN: Final = 1e-3
"""How often a score counts that has not been seen: one is always possible."""

LARGEST: Final = 2000.0
"""An Elo difference of more than this tells nothing."""


class Verdict(Enum):
    """What a test has accepted."""

    H0 = "H0"
    """The first bot is stronger by `elo0` or less."""

    H1 = "H1"
    """It is stronger by `elo1` or more."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of the first bot's Elo difference to the second: `elo0` or less, or `elo1` or more."""

    elo0: float
    elo1: float
    alpha: float  # how likely H1 is accepted at most, where the difference is elo0
    beta: float  # how likely H0 is accepted at most, where it is elo1

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted; a ratio is as low as this by chance
        no more often than beta says (Ville's inequality).
        """
        return math.log(self.beta)

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return -math.log(self.alpha)

    def verdict(self, ratio: float) -> Verdict | None:
        """What is accepted at a log-likelihood ratio, if anything."""
        if ratio >= self.upper:
            return Verdict.H1
        return Verdict.H0 if ratio <= self.lower else None


def make_sprt(elo0: float, elo1: float, alpha: float, beta: float) -> Sprt:
    """The test; raises ArenaError where it would mean nothing."""
    said = f"--sprt {elo0:g} {elo1:g} {alpha:g} {beta:g}"
    if not elo0 < elo1:
        raise ArenaError(f"{said}: the first Elo difference must be less than the second")
    if max(abs(elo0), abs(elo1)) > LARGEST:
        raise ArenaError(f"{said}: Elo differences are from -{LARGEST:g} to {LARGEST:g}")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ArenaError(f"{said}: alpha and beta are error rates between 0 and 0.5, such as 0.05")
    return Sprt(elo0, elo1, alpha, beta)


def log_likelihood_ratio(scores: Mapping[float, float], score0: float, score1: float) -> float:
    """How much likelier the scores are with the mean `score1` than with `score0`, as a logarithm.

    `scores` says how often each possible score of a block was seen; 0 and 1 must be among them.
    """
    seen = {score: count or UNSEEN for score, count in scores.items()}
    tilt0, tilt1 = _tilt(seen, score0), _tilt(seen, score1)
    return sum(
        count * math.log((1 + tilt0 * (score - score0)) / (1 + tilt1 * (score - score1)))
        for score, count in seen.items()
    )


def _tilt(seen: Mapping[float, float], mean: float) -> float:
    """What makes `count / (1 + tilt * (score - mean))` the likeliest distribution of that mean.

    It is the root of a decreasing function between two poles.
    """
    low, high = -1 / (max(seen) - mean), 1 / (mean - min(seen))
    for _ in range(100):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        slope = sum(
            count * (score - mean) / (1 + middle * (score - mean)) for score, count in seen.items()
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
