"""How far estimates of a review may be off: 9 of 10 truths lie inside.

The numbers were fitted to positions that came up again and again, and checked on others:
`python -m bench.coverage`, docs/review.md.
"""

import math
from typing import Final, NamedTuple

from calavera.rules import Board

FEW_DISCS: Final = 2.5
"""Discs for each seat that is in, at most: there the judge errs most."""

CHANCES: Final = {"public": 0.20, "player": 0.22, "open": 0.25}
FEW: Final = 0.45
"""Half of a viewpoint's band, or of one with few discs: times √(p(1 - p)) at a chance of p."""

LEAST: Final = 0.02
OF_SPREAD: Final = 0.5
OF_LOSS: Final = 0.5
"""What is added on either side to the losses that two networks name: so much at least, and parts of
their difference and of the larger loss."""


class Interval(NamedTuple):
    """From 0 to 1."""

    low: float
    high: float


def has_few(board: Board) -> bool:
    """Whether few discs are left at a table."""
    discs = [mat.discs for mat in board.mats if mat.discs]
    return sum(discs) <= FEW_DISCS * len(discs)


def chance_interval(viewpoint: str, chance: float, *, is_few: bool = False) -> Interval:
    """Where a chance may be that the judge estimates."""
    scale = FEW if is_few else CHANCES[viewpoint]
    half = scale * math.sqrt(chance * (1.0 - chance))
    return Interval(max(chance - half, 0.0), min(chance + half, 1.0))


def loss_interval(first: float, second: float) -> Interval:
    """Where a loss may be of which two networks say this much."""
    least, most = min(first, second), max(first, second)
    margin = LEAST + OF_SPREAD * (most - least) + OF_LOSS * max(most, 0.0)
    return Interval(max(least - margin, 0.0), min(most + margin, 1.0))
