"""A position of two players at the start of a round.

All discs are in hand then, so what a player hides is one bit: does it still have the skull? What
everybody knows is this position and, for each of the two, how likely that is.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from calavera.rules import Disc, IllegalSetup, SeatStart
from calavera.rules.model.discs import DISCS_IN_A_TRIBE, FLOWER, SKULL

FIRST: Final = 0
SECOND: Final = 1


class DuelPosition(NamedTuple):
    """Discs and successes of the two, the player who begins first."""

    first_discs: int  # how many discs the player who begins still owns
    second_discs: int  # how many the other one owns
    first_wins: int = 0  # successes of the player who begins, 0 or 1
    second_wins: int = 0  # successes of the other one

    def __str__(self) -> str:
        return f"{self.first_discs}-{self.second_discs}, wins {self.first_wins}-{self.second_wins}"

    @property
    def discs(self) -> tuple[int, int]:
        """The discs of both."""
        return self.first_discs, self.second_discs

    @property
    def number(self) -> int:
        """Its place among the 64, from 0."""
        return (
            ((self.first_discs - 1) * 4 + self.second_discs - 1) * 2 + self.first_wins
        ) * 2 + self.second_wins


START: Final = DuelPosition(DISCS_IN_A_TRIBE, DISCS_IN_A_TRIBE)
"""Where a game of two begins."""


def every_position() -> Iterator[DuelPosition]:
    """All 64, each after every position that can follow it.

    A round uses up a disc or brings a success, so fewer discs come first and more successes come
    before fewer.
    """
    counts = range(1, DISCS_IN_A_TRIBE + 1)
    everything = (
        DuelPosition(first, second, first_wins, second_wins)
        for first in counts
        for second in counts
        for first_wins in (0, 1)
        for second_wins in (0, 1)
    )
    return iter(sorted(everything, key=lambda each: (sum(each.discs), -sum(each[2:]), each)))


def seat_start(discs: int, wins: int, *, skull: bool) -> SeatStart:
    """What a seat begins with; a whole tribe has its skull (R1)."""
    if discs == DISCS_IN_A_TRIBE and not skull:
        raise IllegalSetup("a player who has lost no disc has the skull (R1)")
    kinds: tuple[Disc, ...] = (FLOWER,) * (discs - 1) + ((SKULL,) if skull else (FLOWER,))
    return SeatStart(kinds, wins)


def may_lack_the_skull(discs: int) -> bool:
    """Whether a player with this many discs has lost one, and so perhaps the skull."""
    return discs < DISCS_IN_A_TRIBE


def natural_belief(discs: int) -> float:
    """How likely a player still has the skull if every loss was picked blind (R24)."""
    return discs / DISCS_IN_A_TRIBE
