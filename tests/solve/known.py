"""Values of small positions, computed by other means."""

from dataclasses import dataclass
from fractions import Fraction

from calavera.solve.model.duel_position import DuelPosition


@dataclass(frozen=True)
class Known:
    """The first player's probability of winning a position."""

    position: DuelPosition
    first: float
    second: float
    value: float

    def __str__(self) -> str:
        return f"{self.position} at {self.first:g}, {self.second:g}"


def known(discs: str, wins: str, first: float, second: float, value: float | Fraction) -> Known:
    position = DuelPosition(*map(int, discs.split("-")), *map(int, wins.split("-")))
    return Known(position, first, second, float(value))


SMALL = [
    known("1-1", "1-1", 1 / 4, 1 / 4, Fraction(5, 8)),
    known("1-1", "1-0", 1 / 4, 1 / 4, Fraction(5, 8)),
    known("1-1", "0-1", 1 / 4, 1 / 4, Fraction(9, 16)),
    known("1-1", "0-0", 1 / 4, 1 / 4, Fraction(9, 16)),
    known("2-1", "1-1", 1 / 2, 1 / 4, Fraction(15, 16)),
    known("2-1", "0-1", 1 / 2, 1 / 4, Fraction(15, 16)),
    known("2-1", "1-0", 1 / 2, 1 / 4, 1.0),
    known("2-1", "0-0", 1 / 2, 1 / 4, 1.0),
    known("1-2", "1-1", 1 / 4, 1 / 2, Fraction(3, 8)),
    known("2-2", "1-1", 1.0, 1.0, 0.548969),
    known("2-2", "1-1", 1 / 2, 1 / 2, Fraction(5, 8)),
]
"""Positions that the exact program solves quickly."""

LARGER = [
    known("2-2", "1-0", 1.0, 1.0, 0.713324),
    known("2-2", "0-1", 1.0, 1.0, 0.292261),
    known("2-2", "0-0", 1.0, 1.0, 0.5),
    known("2-2", "1-0", 1 / 2, 1 / 2, Fraction(3, 4)),
    known("2-2", "0-1", 1 / 2, 1 / 2, Fraction(1, 2)),
    known("2-2", "0-0", 1 / 2, 1 / 2, Fraction(25, 42)),
    known("3-2", "1-1", 1.0, 1.0, 0.701271),
    known("2-3", "1-1", 1.0, 1.0, 0.363148),
]
"""Positions that take it longer."""
