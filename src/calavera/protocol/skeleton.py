"""The skeleton of a name, which look-alike names share.

In the spirit of Unicode's technical standard 39, as far as a small table goes: compatibility forms,
capitals, accents, characters that are drawn as nothing, and the letters of Cyrillic and Greek that
look like Latin ones.
"""

# ruff: noqa: RUF001, RUF002  # look-alikes are what this file is about

import re
import unicodedata
from typing import Final

INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's default-ignorable code points, variation selectors included, and blank Braille."""

_LOOK_ALIKES: Final = (
    str.maketrans("АВЕЗКМНОРСТУХІЈЅԌԚԜҮӀ", "ABE3KMHOPCTYXIJSGQWYl")  # Cyrillic
    | str.maketrans("авезкмнорстухіјѕһԁԛԝүӏ", "abe3kmhopctyxijshdqwyl")
    | str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϺ", "ABEZHlKMNOPTYXM")  # Greek
    | str.maketrans("αβεγηικνορτυχϳ", "abeynlkvoptuxj")
    | str.maketrans("ıɩłøđɑɡǀ|1I0", "iilodagllllo")  # Latin
    | str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz")
)


def is_alike(one: str, other: str) -> bool:
    """Whether two names look alike."""
    return not skeletons(one).isdisjoint(skeletons(other))


def skeletons(name: str) -> frozenset[str]:
    """The skeletons of a name.

    There are two, because capitals may look like other letters than their small forms: a Greek `Ν`
    like an N, its small form like a v.
    """
    plain = _plain(name)
    as_written = plain.translate(_LOOK_ALIKES).casefold()
    in_small_letters = _plain(plain.casefold()).translate(_LOOK_ALIKES)
    return frozenset((as_written, in_small_letters))


def _plain(name: str) -> str:
    """The text without spaces, accents and invisible characters."""
    apart = unicodedata.normalize("NFKD", INVISIBLE.sub("", name))
    kept = [letter for letter in apart if not (unicodedata.combining(letter) or letter.isspace())]
    return "".join(kept)
