"""What is left of a name when everything is taken away that a reader may overlook.

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

_LOOK_ALIKES: Final = str.maketrans(
    {
        **dict(zip("АВЕЗКМНОРСТУХІЈЅԌԚԜҮӀ", "ABE3KMHOPCTYXIJSGQWYl", strict=True)),  # Cyrillic
        **dict(zip("авезкмнорстухіјѕһԁԛԝүӏ", "abe3kmhopctyxijshdqwyl", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ", "ABEZHlKMNOPTYXCM", strict=True)),  # Greek
        **dict(zip("αβεγηικνορτυχϲϳ", "abeynlkvoptuxcj", strict=True)),
        **dict(zip("ıɩłøđɑɡǀ|1I0", "iilodagllllo", strict=True)),  # Latin
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
    }
)


def is_alike(one: str, other: str) -> bool:
    """Whether a reader may take two names for the same."""
    return not skeletons(one).isdisjoint(skeletons(other))


def skeletons(name: str) -> frozenset[str]:
    """What a name may be taken for.

    There are two, for capitals may look like other letters than their small forms do: a Greek `Ν`
    like an N, its small form like a v.
    """
    plain = _plain(name)
    as_written = plain.translate(_LOOK_ALIKES).casefold()
    in_small_letters = _plain(plain.casefold()).translate(_LOOK_ALIKES)
    return frozenset((as_written, in_small_letters))


def _plain(name: str) -> str:
    """Without spaces, accents and anything that is drawn as nothing."""
    apart = unicodedata.normalize("NFKD", INVISIBLE.sub("", name))
    kept = [letter for letter in apart if not (unicodedata.combining(letter) or letter.isspace())]
    return "".join(kept)
