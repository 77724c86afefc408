"""What people may call themselves."""

import unicodedata
from typing import Final

from calavera.bots import EVERY_BOT
from calavera.protocol.fields import LONGEST_NAME
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.skeleton import INVISIBLE, is_alike

MOST_MARKS: Final = 2
"""The most stacked accents of a letter; more would cover the lines around it."""


def checked_name(name: str) -> str:
    """A name as it is stored: normalized, visible, without extra spaces.

    Raises Refused if a record cannot hold it or it looks like the name of a bot.
    """
    plain = " ".join(_cleaned(name).split())
    if not 1 <= len(plain) <= LONGEST_NAME:
        raise Refused(Reason.BAD_MESSAGE, f"a name has 1 to {LONGEST_NAME} visible characters")
    if "," in plain or not plain.isprintable():
        raise Refused(Reason.BAD_MESSAGE, "a name has no comma and no control characters")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in plain):
        raise Refused(Reason.BAD_MESSAGE, "a name has a letter, a digit or a symbol")
    if looks_like_bot(plain):
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


def looks_like_bot(name: str) -> bool:
    """Bots of one kind are numbered, so the number does not count."""
    return any(is_alike(name.rstrip(" 0123456789"), bot.nickname) for bot in EVERY_BOT.values())
