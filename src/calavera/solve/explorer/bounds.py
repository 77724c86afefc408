"""What the booklet proves about a value, at any beliefs."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from calavera.bots.ending.booklet import Page, PageName, mixed, pages_of
from calavera.solve.model.duel_position import DuelPosition

Pages: TypeAlias = Callable[[DuelPosition], tuple[Page, Page]]
"""Both roles of a position, from some booklet."""


class Bounds(NamedTuple):
    """What is proven about a value."""

    low: float  # lower bound of how often the first player wins
    high: float  # upper bound

    @property
    def middle(self) -> float:
        """The best guess."""
        return (self.low + self.high) / 2

    @property
    def width(self) -> float:
        """How far apart they are; floating point can make it a hair less than nothing."""
        return max(self.high - self.low, 0.0)

    @property
    def half(self) -> float:
        """The same as a plus and minus."""
        return self.width / 2

    @property
    def turned(self) -> "Bounds":
        """The same for the other player."""
        return Bounds(1.0 - self.high, 1.0 - self.low)


def packaged(position: DuelPosition) -> tuple[Page, Page]:
    """Both roles of a position, from the booklet of the package."""
    return pages_of(PageName(*position))


def bounds_at(
    position: DuelPosition, first: float, second: float, pages: Pages = packaged
) -> Bounds:
    """How likely the first player wins, by how likely each of the two has its skull."""
    mine, yours = pages(position)
    (low,), (high,) = _guaranteed(mine, [first], second), _guaranteed(yours, [second], first)
    return Bounds(low, 1.0 - high)


def bounds_over(
    position: DuelPosition, firsts: Sequence[float], seconds: Sequence[float]
) -> list[list[Bounds]]:
    """The bounds at every pair of beliefs: a row for each of the first player's."""
    mine, yours = packaged(position)
    low = [_guaranteed(mine, firsts, second) for second in seconds]
    high = [_guaranteed(yours, seconds, first) for first in firsts]
    return [
        [Bounds(low[m][n], 1.0 - high[n][m]) for m in range(len(seconds))]
        for n in range(len(firsts))
    ]


def other_way(position: DuelPosition) -> DuelPosition:
    """The same position with the other player to begin."""
    first, second, first_wins, second_wins = position
    return DuelPosition(second, first, second_wins, first_wins)


def _guaranteed(page: Page, owns: Sequence[float], other: float) -> list[float]:
    """What a role wins at least at a belief about the other, for each belief about itself."""
    hull = page.hull(other)
    worth = {number: value for _, value, number in hull}
    return [sum(share * worth[n] for n, share in mixed(hull, own)) for own in owns]
