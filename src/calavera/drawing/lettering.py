"""Names and sentences that fit; widths are estimates, because the reader's fonts are not known."""

import unicodedata
from typing import Final

from calavera.console.wording import printable

LETTER: Final = 0.63
"""The width of a letter in bold type, as a part of its size."""

MOST_LETTERS: Final = 200
"""No more of a text is looked at."""


def width_of(text: str, size: float) -> float:
    """How wide a text is about, in type of this size."""
    return size * sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    return 1.05 if unicodedata.east_asian_width(letter) in "WF" else LETTER


def fitted(text: str, width: float, usual: float, least: float) -> tuple[str, float]:
    """The text and the size of its type: smaller letters first, then fewer."""
    text = printable(text[:MOST_LETTERS])
    size = max(least, min(usual, width / max(width_of(text, 1), 1)))
    if width_of(text, size) <= width + 0.1:
        return text, size
    while text and width_of(text + "…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…", size


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The lines of a text, broken between words, about equally long."""
    lines = _broken(text, width, size)
    for share in range(95, 45, -5):
        narrower = _broken(text, width * share / 100, size)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _broken(text: str, width: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in printable(text).split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
