"""Confidence intervals of proportions."""

from math import fsum, pi, sqrt, tan
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


def student_t(freedom: int) -> float:
    """How many standard errors to each side hold 95 % of Student's t distribution.

    Exact for one and two degrees of freedom, else by the series of Cornish and Fisher.
    """
    if freedom == 1:
        return tan(pi * 0.475)
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z = CONFIDENCE_95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + fsum(term / freedom**power for power, term in enumerate(terms, start=1))
