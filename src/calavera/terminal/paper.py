"""What is written on, and what can be written there.

Everything this room shows goes through `Paper`: no line is wider than the page or ends in blanks,
no sign is one that the terminal cannot encode, and no text of somebody else brings control codes.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

WIDEST: Final = 120
"""Lines longer than this are hard to read."""

_STAND_INS: Final = str.maketrans(
    "✿☠●▸…\u2013—·≈♧∩∞∘♤⊔§•─━“”\u2018\u2019",
    "FSo>.--.=%^x:&u#*-=\"\"''",
)
"""One sign for one, so that columns stay where they are."""


class Paper:
    """A console with a page width."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._line_is_open = False

    @property
    def width(self) -> int:
        """How wide a line may be now."""
        return min(self.console.width, WIDEST)

    def put(self, *renderables: RenderableType, end: str = "\n") -> None:
        """Write something, each from a new line; `end=""` leaves the last line open."""
        self.put_lines([line for renderable in renderables for line in self.lines(renderable)], end)

    def put_lines(self, lines: Iterable[list[Segment]], end: str = "\n") -> None:
        """Write lines that `lines` has made."""
        segments = [part for line in lines for part in (*line, Segment.line())]
        if segments:
            segments[-1] = Segment(end)
            self._line_is_open = end != "\n"
        self.console.print(Segments(segments), end="")

    def put_unbroken(self, text: str) -> None:
        """Write a line as long as it is: a path that is broken cannot be copied."""
        self.end_line()
        line = Segment(encodable(text, self.console.encoding))
        self.console.print(Segments([line, Segment.line()]), soft_wrap=True, end="")

    def end_line(self, *, typed: bool = False) -> None:
        """Go on in a new line; nothing is written if one is due or has just been typed."""
        if self._line_is_open and not typed:
            self.console.print()
        self._line_is_open = False

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def lines(self, renderable: RenderableType) -> list[list[Segment]]:
        """The lines that something makes on this page, ready to be written."""
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
    """The text as far as an encoding can take it, with plainer signs for the rest."""
    if _takes(text, encoding):
        return text
    return "".join(
        letter if _takes(letter, encoding) else _plainer(letter, encoding) for letter in text
    )


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
    """Somebody's text in one line, without anything that a terminal would obey."""
    one_line = " ".join(text.split())
    return "".join(letter if letter.isprintable() else "�" for letter in one_line)


def shortened(text: str, cells: int) -> str:
    """The text, cut where it takes more than so many cells."""
    short = Text(text)
    short.truncate(cells, overflow="ellipsis")
    return short.plain
