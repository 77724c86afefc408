"""What people may call themselves, and what players are called in a record."""

import unicodedata
from typing import Final

from calavera.bots import BOTS
from calavera.table.reasons import Reason, Refused
from calavera.table.table import Table

LONGEST_NAME: Final = 24
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""


def checked_name(name: str) -> str:
    """A name without needless space; raises Refused where it cannot stand in a record."""
    plain = " ".join(name.split())
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise Refused(Reason.BAD_MESSAGE, f"a name has 1 to {LONGEST_NAME} letters")
    if "," in plain or not plain.isprintable():
        raise Refused(Reason.BAD_MESSAGE, "a name has no comma and no control characters")
    if not any(_is_seen(letter) for letter in plain):
        raise Refused(Reason.BAD_MESSAGE, "a name has something that can be seen")
    return plain


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and letter not in _BLANK


def name_at(table: Table, name: str, member: int | None = None) -> str:
    """What somebody is called at a table: with a number where another is called so."""
    taken = {one.name.casefold() for one in table.members if one.number != member}
    called, count = name, 1
    while called.casefold() in taken:
        count += 1
        number = f" {count}"
        called = name[: LONGEST_NAME - len(number)].rstrip() + number
    return called


def chair_name(table: Table, place: int) -> str:
    """What the player on a chair is called; nothing where the chair is free."""
    chair = table.chairs[place]
    if chair.member is not None:
        return table.members[chair.member - 1].name
    return _bot_name(table, place, chair.bot) if chair.bot else ""


def _bot_name(table: Table, place: int, bot: str) -> str:
    """The name of the character, with a number where it sits there more than once."""
    nickname = BOTS[bot].nickname if bot in BOTS else bot
    before = [chair.bot for chair in table.chairs[:place] if chair.member is None].count(bot)
    return f"{nickname} {before + 1}" if before else nickname


def record_names(table: Table) -> tuple[str, ...]:
    """The names of all players, as they stand in a record."""
    return tuple([chair_name(table, place) for place in range(len(table.chairs))])
