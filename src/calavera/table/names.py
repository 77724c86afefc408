"""What people may call themselves, and what players are called in a record."""

import unicodedata
from typing import Final

from calavera.bots import BOTS
from calavera.table.fields import LONGEST_NAME
from calavera.table.reasons import Reason, Refused
from calavera.table.skeleton import INVISIBLE, is_alike, skeletons
from calavera.table.table import Table

MOST_MARKS: Final = 2
"""Accents above each other that a letter may carry; more would cover the lines around it."""

NAMELESS: Final = "Guest"


def checked_name(name: str) -> str:
    """A name as it is kept: normalized, visible, without needless space.

    Raises Refused where it cannot stand in a record or looks like the name of a bot.
    """
    plain = " ".join(_cleaned(name).split())
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise Refused(Reason.BAD_MESSAGE, f"a name has 1 to {LONGEST_NAME} visible characters")
    if "," in plain or not plain.isprintable():
        raise Refused(Reason.BAD_MESSAGE, "a name has no comma and no control characters")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in plain):
        raise Refused(Reason.BAD_MESSAGE, "a name has a letter, a digit or a symbol")
    if _looks_like_bot(plain):
        raise Refused(Reason.BAD_MESSAGE, "that is the name of a bot")
    return plain


def _cleaned(name: str) -> str:
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", INVISIBLE.sub("", name)):
        is_mark = unicodedata.category(letter) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _looks_like_bot(name: str) -> bool:
    """Bots of one kind are numbered, so the number does not count."""
    return any(is_alike(name.rstrip(" 0123456789"), bot.nickname) for bot in BOTS.values())


def name_at(table: Table, name: str, member: int | None = None) -> str:
    """What a person is called at a table: with a number where another name there looks alike."""
    if _looks_like_bot(name):  # kept from the time before such names were refused
        name = NAMELESS
    others = [skeletons(one.name) for one in table.members if one.number != member]
    taken = frozenset[str]().union(*others)
    called, count = name, 1
    while not taken.isdisjoint(skeletons(called)):
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
