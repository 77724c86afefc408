"""Who sits against the person: chosen by name or by level, and told apart by character."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from calavera.arena.tables import columns
from calavera.bots import BOTS, Bot, Strength
from calavera.bots.loading import bot_name, find_bot
from calavera.terminal.words import listed


def opponents_named(sources: Sequence[str]) -> tuple[type[Bot], ...]:
    """The bots of these names, anybody's own as `module:Class`; raises BotError."""
    return tuple(map(find_bot, sources))


def opponents_of(level: str) -> tuple[type[Bot], ...]:
    """All bots that are so hard to beat; raises ValueError where none is."""
    found = tuple(bot for bot in BOTS.values() if bot.strength.value == level)
    if not found:
        levels = [strength.value for strength in Strength]
        raise ValueError(f"there is no level {level[:40]!r}; there are {', '.join(levels)}")
    return found


def characters(names: Sequence[str], kinds: Sequence[type[Bot]]) -> Iterator[str]:
    """A sentence for each character at the table: who plays like it, and how that is."""
    for kind in dict.fromkeys(kinds):
        alike = [name for name, other in zip(names, kinds, strict=True) if other is kind]
        plays = "plays" if len(alike) == 1 else "play"
        yield f"{listed(alike)} {plays} like {_described(kind)}."


def _described(kind: type[Bot]) -> str:
    """The character, as far as a bot that somebody else wrote tells of it."""
    name = getattr(kind, "nickname", bot_name(kind))
    temper, strength = getattr(kind, "temper", None), getattr(kind, "strength", None)
    described = f"{name}, who {temper}" if temper else name
    return f"{described} ({strength})" if strength else described


def show_bots(console: Console) -> None:
    """Every bot there is, from the weakest to the strongest."""
    table = columns("name", "character", "strength", "temper")
    for column in table.columns:
        column.justify = "left"
    for bot in BOTS.values():
        table.add_row(bot.name, bot.nickname, str(bot.strength), Text(bot.temper))
    console.print(table)
