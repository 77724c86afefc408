"""Bots that take part in a match: built-in ones by name, others as `module:Class`."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.bots import EVERY_BOT, Bot
from calavera.bots.loading import BotError, bot_name, find_bot, full_name, is_ours, known_bots

LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot in a match."""

    source: str  # how it is asked for: `belief`, or `my_module:MyBot`
    label: str
    """What it is called in tables and records: its own name, where no other has that too, and none
    of ours that may not even take part. Otherwise its source, as far as a record can hold it."""

    kind: type[Bot]  # makes one player for one game

    @property
    def budget(self) -> float | None:
        """The CPU seconds that it says it needs for a move at most, if it does."""
        told = getattr(self.kind, "budget", None)
        return float(told) if isinstance(told, int | float) and told > 0 else None


def find_entrants(sources: Sequence[str]) -> tuple[Entrant, ...]:
    """The bots of a match; raises ArenaError where one cannot be found or is no bot."""
    sources = [full_name(source) for source in sources]
    if len(set(sources)) < len(sources):
        twice = next(source for source in sources if sources.count(source) > 1)
        raise ArenaError(f"{twice} is named twice; the seats are filled with all that are named")
    if len(sources) < 2:
        raise ArenaError(f"a match needs two different bots at least; {known_bots()}")
    try:
        kinds = [find_bot(source) for source in sources]
    except BotError as error:
        raise ArenaError(str(error)) from error.__cause__
    names = [bot_name(kind) for kind in kinds]
    spoken = [name.strip().casefold() for name in names]
    labels = [
        _label(source, name, alone=spoken.count(name.strip().casefold()) == 1)
        for source, name in zip(sources, names, strict=True)
    ]
    return tuple(map(Entrant, sources, _numbered(labels), kinds))


def _label(source: str, name: str, *, alone: bool) -> str:
    """The bot's name, or its source if another bot has the same name."""
    if alone and (source in EVERY_BOT or not is_ours(name)):
        return _checked(name)
    written = "".join(letter if letter.isprintable() else " " for letter in source)
    plain = " ".join(written.replace(",", " ").split())
    return plain if len(plain) <= LONGEST_LABEL else f"…{plain[1 - LONGEST_LABEL :]}"


def _numbered(labels: Sequence[str]) -> list[str]:
    """The labels, with a number behind each that one before has already."""
    taken: dict[str, str] = {}
    for label in labels:
        numbered = chain((label,), (f"{label} {number}" for number in count(2)))
        free = next(each for each in numbered if each.casefold() not in taken)
        taken[free.casefold()] = free
    return list(taken.values())


def _checked(label: str) -> str:
    """A label that a record can hold as a player's name."""
    if len(label) > LONGEST_LABEL or "," in label or not label.isprintable():
        raise ArenaError(
            f"a bot's name has at most {LONGEST_LABEL} letters and no comma, unlike {label!r}"
        )
    return label.strip()
