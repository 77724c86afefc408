"""A grid of characters to draw on."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from calavera.terminal.screen.palette import Palette

_WIDE = 2


class Canvas:
    """Rows of styled characters; what is drawn beside it is cut off."""

    def __init__(self, width: int, height: int, colours: Palette) -> None:
        self.width = width
        self.height = height
        self.colours = colours
        self._letters = [[" "] * width for _ in range(height)]
        self._grounds = [[colours.ground] * width for _ in range(height)]
        self._styles = [[colours.ground] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Write text from a place on, and return the column after it."""
        for letter in text:
            width = cell_len(letter)
            if 0 <= y < self.height and x >= 0 and x + width <= self.width and width:
                self._letters[y][x] = letter
                self._styles[y][x] = self._grounds[y][x] + style
                if width == _WIDE:
                    self._letters[y][x + 1] = ""
                    self._styles[y][x + 1] = self._styles[y][x]
            x += width
        return x

    def lay(self, x: int, y: int, width: int, ground: Style) -> None:
        """Lay another ground below what will be drawn."""
        for column in range(max(0, x), min(self.width, x + width)):
            self._grounds[y][column] = self._styles[y][column] = ground

    def put_text(self, x: int, y: int, text: Text) -> int:
        """Write text with its own styles; bold is what is strong here."""
        base = text.style if isinstance(text.style, Style) else Style()
        if text.style == "bold":
            base = self.colours.strong
        for index, letter in enumerate(text.plain):
            styles = [
                span.style
                for span in text.spans
                if span.start <= index < span.end and isinstance(span.style, Style)
            ]
            x = self.put(x, y, letter, Style.combine([base, *styles]))
        return x

    def centred(self, columns: range, y: int, text: str, style: Style) -> None:
        """Write text in the middle of some columns."""
        self.put(columns.start + (len(columns) - cell_len(text)) // 2, y, text, style)

    def restyle(self, x: int, y: int, width: int, style: Style) -> None:
        """Change the style of what is there."""
        for column in range(max(0, x), min(self.width, x + width)):
            if 0 <= y < self.height:
                self._styles[y][column] = self._styles[y][column] + style

    def fade(self, x: int, y: int, width: int) -> None:
        """Make what is there quiet, whatever its colours."""
        for column in range(max(0, x), min(self.width, x + width)):
            if 0 <= y < self.height:
                self._styles[y][column] = self._grounds[y][column] + self.colours.quiet

    def row(self, y: int) -> list[Segment]:
        """One row, ready for a terminal."""
        return [*_runs(self._letters[y], self._styles[y])]

    def lines(self) -> list[str]:
        """The text alone."""
        return ["".join(row).rstrip() for row in self._letters]


def _runs(letters: list[str], styles: list[Style]) -> Iterator[Segment]:
    start = 0
    for x in range(1, len(letters) + 1):
        if x == len(letters) or styles[x] is not styles[start]:
            yield Segment("".join(letters[start:x]), styles[start])
            start = x
