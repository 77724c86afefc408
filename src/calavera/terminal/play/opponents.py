"""The person's opponents, chosen by name or by level."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from calavera.bots import BOTS, EVERY_BOT, Bot, Strength
from calavera.bots.characters import TEMPERS
from calavera.bots.loading import bot_name, find_bot
from calavera.console.text_table import columns
from calavera.terminal.drawing.sentences import listed


def opponents_named(sources: Sequence[str]) -> tuple[type[Bot], ...]:
    """The bots of these names, or of `module:Class`; raises BotError."""
    return tuple(map(find_bot, sources))


def opponents_of(level: str, temper: str | None = None) -> tuple[type[Bot], ...]:
    """All bots of a level, or the one with a temper; raises ValueError if there are none."""
    if temper is not None and temper not in TEMPERS:
        raise ValueError(f"{temper[:40]!r} is not a temper; the tempers are {', '.join(TEMPERS)}")
    found = tuple(bot for bot in EVERY_BOT.values() if bot.strength.value == level)
    if not found:
        levels = [strength.value for strength in Strength]
        raise ValueError(f"{level[:40]!r} is not a level; the levels are {', '.join(levels)}")
    return (
        (EVERY_BOT.get(f"{level}-{temper}", found[0]),) if temper else tuple(dict.fromkeys(found))
    )


def characters(names: Sequence[str], kinds: Sequence[type[Bot]]) -> Iterator[str]:
    """A sentence for each character at the table: its players and how they play."""
    for kind in dict.fromkeys(kinds):
        alike = [name for name, other in zip(names, kinds, strict=True) if other is kind]
        plays = "plays" if len(alike) == 1 else "play"
        yield f"{listed(alike)} {plays} like {_described(kind)}."


def _described(kind: type[Bot]) -> str:
    """The character; a third-party bot may lack parts of the description."""
    name = getattr(kind, "nickname", bot_name(kind))
    temper, strength = getattr(kind, "temper", None), getattr(kind, "strength", None)
    described = f"{name}, who {temper}" if temper else name
    return f"{described} ({strength})" if strength else described


def show_bots(console: Console) -> None:
    """List every bot, from the weakest to the strongest."""
    table = columns("name", "character", "strength", "temper")
    for column in table.columns:
        column.justify = "left"
    for bot in BOTS.values():
        table.add_row(bot.name, bot.nickname, str(bot.strength), Text(bot.temper))
    console.print(table)
    console.print(
        f"Any level but {Strength.YARDSTICK} also comes with a temper, as in hard-bold:"
        f" {', '.join(TEMPERS)}."
    )
