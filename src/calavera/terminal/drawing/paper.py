"""The output device of the terminal game.

All output goes through `Paper`: it wraps lines, strips trailing blanks, replaces characters that
the terminal cannot encode and removes control codes from untrusted text.
"""

import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

from calavera.console.wording import printable

WIDEST: Final = 120
"""Lines longer than this are hard to read."""

_STAND_INS: Final = str.maketrans(
    "✿☠●▸…\u2013—·≈♧∩∞∘♤⊔§•─━“”\u2018\u2019",
    "FSo>.--.=%^x:&u#*-=\"\"''",
)
"""Single characters for single characters, so that columns stay aligned."""


_SIGNS: Final = "✿☠●▸╭┏╔█"
"""What a screen must be able to show."""


class Paper:
    """A console with a maximum line width."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.line_is_open = False
        """Whether the last line may go on."""

    @property
    def width(self) -> int:
        """The maximum line width now."""
        return min(self.console.width, WIDEST)

    def put(self, *renderables: RenderableType, end: str = "\n") -> None:
        """Write renderables, each on a new line; `end=""` leaves the last line open."""
        self.put_lines([line for renderable in renderables for line in self.lines(renderable)], end)

    def put_lines(self, lines: Iterable[list[Segment]], end: str = "\n") -> None:
        """Write lines that `lines` returned."""
        segments = [part for line in lines for part in (*line, Segment.line())]
        if segments:
            segments[-1] = Segment(end)
            self.line_is_open = end != "\n"
        self.console.print(Segments(segments), end="")

    def put_unbroken(self, text: str) -> None:
        """Write a line without wrapping it: a wrapped path cannot be copied."""
        self.end_line()
        line = Segment(encodable(text, self.console.encoding))
        self.console.print(Segments([line, Segment.line()]), soft_wrap=True, end="")

    def end_line(self, *, typed: bool = False) -> None:
        """End an open line, unless the user has just done so by pressing Enter."""
        if self.line_is_open and not typed:
            self.console.print()
        self.line_is_open = False

    def blank(self) -> None:
        """Write an empty line."""
        self.console.print()

    def lines(self, renderable: RenderableType) -> list[list[Segment]]:
        """The lines of a renderable at this width, ready for `put_lines`."""
        options = self.console.options.update(width=self.width, highlight=False)
        return [
            self._written(line)
            for line in self.console.render_lines(renderable, options, pad=False)
        ]

    def _written(self, line: Iterable[Segment]) -> list[Segment]:
        parts = [
            Segment(
                encodable(text, self.console.encoding), None if self.console.no_color else style
            )
            for text, style, control in line
            if not control
        ]
        while parts and not parts[-1].text.strip(" "):
            parts.pop()
        if parts:
            parts[-1] = Segment(parts[-1].text.rstrip(" "), parts[-1].style)
        return parts


def encodable(text: str, encoding: str) -> str:
    """The text, with substitutes for characters that the encoding lacks."""
    if _takes(text, encoding):
        return text
    return "".join(
        letter if _takes(letter, encoding) else _plainer(letter, encoding) for letter in text
    )


def takes_the_screen() -> bool:
    """Whether there is a terminal whose screen can be taken."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        return False
    return encodable(_SIGNS, sys.stdout.encoding) == _SIGNS


def _plainer(letter: str, encoding: str) -> str:
    stand_in = letter.translate(_STAND_INS)
    return stand_in if stand_in != letter and _takes(stand_in, encoding) else "?" * cell_len(letter)


@lru_cache(maxsize=4096)
def _takes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def clean(text: str) -> str:
    """Untrusted text on one line, without control codes."""
    return printable(" ".join(text.split()))


def shortened(text: str, cells: int) -> str:
    """The text, truncated to a width of `cells`."""
    short = Text(text)
    short.truncate(cells, overflow="ellipsis")
    return short.plain
