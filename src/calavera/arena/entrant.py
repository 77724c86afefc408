"""A bot that takes part in a match: one of ours by its name, anybody's as `module:Class`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.bots import Bot
from calavera.bots.loading import BotError, bot_name, find_bot, known_bots

LONGEST_LABEL: Final = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part."""

    source: str
    """How it was asked for: `belief`, or `my_module:MyBot`."""

    label: str
    """What it is called in tables and records: its own name, where no other has that too."""

    kind: type[Bot]
    """Makes one player for one game."""


def find_entrants(sources: Sequence[str]) -> tuple[Entrant, ...]:
    """The bots of a match; raises ArenaError where one cannot be found or is no bot."""
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
    return tuple(
        Entrant(source, _checked(name if names.count(name) == 1 else source), kind)
        for source, name, kind in zip(sources, names, kinds, strict=True)
    )


def _checked(label: str) -> str:
    """A label that a record can hold as a player's name."""
    if len(label) > LONGEST_LABEL or "," in label or not label.isprintable():
        raise ArenaError(
            f"a bot's name has at most {LONGEST_LABEL} letters and no comma, unlike {label!r}"
        )
    return label.strip()
