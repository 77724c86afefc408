"""Names of people and bots at a table."""

from typing import Final

from calavera.bots import EVERY_BOT, TABLE_NAMES
from calavera.protocol.fields import LONGEST_NAME
from calavera.protocol.names import looks_like_bot
from calavera.protocol.skeleton import skeletons
from calavera.table.logic.table import Table

NAMELESS: Final = "Guest"


def name_at(table: Table, name: str, member: int | None = None) -> str:
    """A person's name at a table, numbered if it looks like another name there."""
    if looks_like_bot(name):  # stored before such names were refused
        name = NAMELESS
    others = [one.name for one in table.members if one.number != member]
    bots = [chair_name(table, place) for place, chair in enumerate(table.chairs) if chair.bot]
    taken = frozenset[str]().union(*map(skeletons, others + bots))
    called, count = name, 1
    while not taken.isdisjoint(skeletons(called)):
        count += 1
        number = f" {count}"
        called = name[: LONGEST_NAME - len(number)].rstrip() + number
    return called


def chair_name(table: Table, place: int) -> str:
    """The name of the player on a chair, empty if the chair is free."""
    chair = table.chairs[place]
    if chair.member is not None:
        return table.members[chair.member - 1].name
    return _bot_name(table, place) if chair.bot else ""


def _bot_name(table: Table, place: int) -> str:
    """The name of the bot on a chair: its character; further bots like it have first names."""
    called = ""
    taken = frozenset[str]().union(*(skeletons(one.name) for one in table.members))
    first_names = (name for name in TABLE_NAMES if taken.isdisjoint(skeletons(name)))
    seen: set[str] = set()
    for chair in table.chairs[: place + 1]:
        if chair.bot and chair.member is None:
            called = _nickname(chair.bot)
            if called in seen:
                called = next(first_names, f"{called} {len(seen) + 1}")
            seen.add(called)
    return called


def _nickname(bot: str) -> str:
    return EVERY_BOT[bot].nickname if bot in EVERY_BOT else bot


def record_names(table: Table) -> tuple[str, ...]:
    """The names of all players, as in a record."""
    return tuple([chair_name(table, place) for place in range(len(table.chairs))])
