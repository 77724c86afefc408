"""The two kinds of disc."""

from enum import Enum
from typing import Final


class Disc(Enum):
    """One disc of a tribe: a flower or the skull (R1)."""

    FLOWER = "F"
    SKULL = "S"

    __hash__ = object.__hash__  # each is one object; Enum's own asks for the hash of the name

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Disc.{self.name}"


FLOWER: Final = Disc.FLOWER
SKULL: Final = Disc.SKULL

FLOWERS_IN_A_TRIBE: Final = 3
DISCS_IN_A_TRIBE: Final = 4


def discs_named(letters: str) -> tuple[Disc, ...]:
    """The discs of some letters: `FFS`."""
    return tuple(map(Disc, letters))


def disc_letters(discs: tuple[Disc, ...]) -> str:
    """The letters of some discs."""
    return "".join(map(str, discs))


_WITH_THE_SKULL: Final = tuple(
    (FLOWER,) * (count - 1) + (SKULL,) for count in range(DISCS_IN_A_TRIBE + 1)
)


def sorted_discs(discs: tuple[Disc, ...]) -> tuple[Disc, ...]:
    """The same discs of one seat, flowers before the skull."""
    return _WITH_THE_SKULL[len(discs)] if SKULL in discs else discs
