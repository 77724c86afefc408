"""The characters: a level and a temper each, and every other pair of the two.

A level is what a network paid attention to while it learned, and for how long (docs/bots.md).
"""

from collections.abc import Mapping
from typing import Final

from calavera.bots.bot import Bot, Strength
from calavera.bots.network.network_bot import NetworkBot
from calavera.bots.network.temper import BOLD, CAUTIOUS, HONEST, TRICKSTER, Temper


class Cautious(NetworkBot):
    """Looks at its own discs and bids what it can count on."""

    name = "cautious"
    nickname = "Vela"
    temper = "bids what it can count on and forgets who said what"
    strength = Strength.EASY
    leaning = CAUTIOUS


class Bold(NetworkBot):
    """Listens to what is said, and says more."""

    name = "bold"
    nickname = "Catrín"
    temper = "bids high, listens to every bid and counts no losses"
    strength = Strength.MEDIUM
    leaning = BOLD


class Mirror(NetworkBot):
    """Counts what was lost, and seldom bids over its own skull."""

    name = "mirror"
    nickname = "Obsidiana"
    temper = "means most of its bids and reads yours"
    strength = Strength.ADVANCED
    leaning = HONEST


class Belief(NetworkBot):
    """Counts every skull, mixes its bluffs, and plays the solved ending."""

    name = "belief"
    nickname = "Xolo"
    temper = "counts every skull and mixes its bluffs"
    strength = Strength.HARD


class Champion(NetworkBot):
    """The strongest: learned for longest, with exploiters among its opponents."""

    name = "champion"
    nickname = "Catrina"
    temper = "plays what it found out by itself, and is hard to exploit"
    strength = Strength.EXPERT


LEVELS: Final = tuple(level for level in Strength if level is not Strength.YARDSTICK)
TEMPERS: Final[Mapping[str, tuple[Temper, str, str]]] = {
    "cautious": (CAUTIOUS, Cautious.nickname, "bids what it can count on"),
    "bold": (BOLD, Bold.nickname, "bids high"),
    "honest": (HONEST, Mirror.nickname, "means most of its bids"),
    "trickster": (TRICKSTER, "Nahual", "lies in wait and bids over its own skull"),
}
"""Every temper with its numbers, its character and how it plays."""


def _variant(level: Strength, kind: str) -> type[Bot]:
    """A level with a temper: a character, or somebody like it."""
    leans, character, plays = TEMPERS[kind]
    for known in (Cautious, Bold, Mirror):
        if (known.strength, known.leaning) == (level, leans):
            return known

    class Variant(NetworkBot):
        """A level with a temper."""

        name = f"{level}-{kind}"
        nickname = character
        temper = plays
        strength = level
        leaning = leans

    return Variant


VARIANTS: Final[Mapping[str, type[Bot]]] = {
    f"{level}-{temper}": _variant(level, temper) for level in LEVELS for temper in TEMPERS
}
"""Every level with every temper by name, such as `hard-bold`."""
