"""Confidence intervals of proportions."""

from math import sqrt
from typing import Final, NamedTuple

CONFIDENCE_95: Final = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


def wilson(hits: int, tries: int) -> Interval:
    """Wilson score interval, which also holds for few tries and rare hits."""
    if not tries:
        return Interval(0.0, 1.0)
    share, square = hits / tries, CONFIDENCE_95**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    spread = share * (1 - share) / tries + square / (4 * tries**2)
    half = CONFIDENCE_95 * sqrt(spread) / (1 + square / tries)
    return Interval(
        0.0 if hits == 0 else max(0.0, middle - half),
        1.0 if hits == tries else min(1.0, middle + half),
    )
