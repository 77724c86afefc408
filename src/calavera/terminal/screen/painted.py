"""Widgets that are drawings: the table, the log, and the row of choices."""

from abc import abstractmethod
from typing import Final

from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from calavera.rules import Seat
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.screen.canvas import Canvas
from calavera.terminal.screen.choices import Choices, Option
from calavera.terminal.screen.palette import Palette
from calavera.terminal.screen.scene import Scene
from calavera.terminal.screen.table import Drawn, Marks, draw_table


class Painted(Widget):
    """A widget that draws itself on a canvas of its size."""

    can_focus = False

    def __init__(self, colours: Palette, name: str) -> None:
        super().__init__(id=name)
        self.colours = colours
        self._canvas: Canvas | None = None

    @abstractmethod
    def paint(self, canvas: Canvas) -> None:
        """Draw everything."""

    def repaint(self) -> None:
        """Draw again: something has changed."""
        self._canvas = None
        self.refresh()

    @property
    def canvas(self) -> Canvas:
        """The drawing at the present size."""
        return self.draw()

    def draw(self) -> Canvas:
        """Draw if anything has changed."""
        size: Size = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != size:
            self._canvas = Canvas(size.width, size.height, self.colours)
            self.paint(self._canvas)
        return self._canvas

    def render_line(self, y: int) -> Strip:
        """One row for the terminal."""
        if y >= self.canvas.height:
            return Strip.blank(self.size.width, self.colours.ground)
        return Strip(self.canvas.row(y), self.size.width)


class TableView(Painted):
    """The table."""

    scene: Scene | None = None
    cast: Cast | None = None
    marks: Marks = Marks()
    words: tuple[Text, ...] = ()
    """What is shown while there is no game."""
    drawn: Drawn | None = None

    def paint(self, canvas: Canvas) -> None:
        if self.scene is not None and self.cast is not None:
            self.drawn = draw_table(canvas, self.scene, self.cast, self.marks)
            return
        width = max(1, canvas.width - 2)
        lines = [part for line in self.words for part in line.wrap(self.app.console, width)]
        for y, line in enumerate(lines, start=max(0, (canvas.height - len(lines)) // 2)):
            canvas.put_text(max(1, (canvas.width - line.cell_len) // 2), y, line)

    def seat_at(self, x: int, y: int) -> Seat | None:
        """The seat at a point of the drawing."""
        return self.drawn.seat_at(x, y) if self.drawn else None


class LogView(Painted):
    """The last lines of what happened; the newest is the lowest."""

    def __init__(self, colours: Palette, name: str) -> None:
        super().__init__(colours, name)
        self.told: list[Text] = []

    def tell(self, line: Text) -> None:
        """Add a line."""
        self.told.append(line)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        lines: list[Text] = []
        for told in reversed(self.told):
            wrapped = [*told.wrap(self.app.console, max(1, canvas.width - 2))]
            lines[:0] = wrapped
            if len(lines) >= canvas.height:
                break
        newest = len(lines) - 1
        shown = lines[-canvas.height :] if canvas.height else []
        for y, line in enumerate(shown, start=canvas.height - len(shown)):
            canvas.put_text(1, y, line)
            if y < canvas.height - 1 and newest and line.style != "bold":
                canvas.fade(0, y, canvas.width)


class ChoiceBar(Painted):
    """The question, and its answers as buttons."""

    choices: Choices | None = None
    pending: bool = False
    """Whether the selection is about to be sent."""
    foot: str = ""
    """What else can be pressed."""
    idle: str = ""
    """What is shown while nothing is asked."""

    def __init__(self, colours: Palette, name: str) -> None:
        super().__init__(colours, name)
        self._buttons: list[tuple[range, int, Option]] = []

    def option_at(self, x: int, y: int) -> Option | None:
        """The button at a point."""
        self.draw()
        return next((o for columns, row, o in self._buttons if row == y and x in columns), None)

    def button(self, key: str) -> tuple[int, int] | None:
        """Where the button of a key is."""
        self.draw()
        return next(((c.start, row) for c, row, option in self._buttons if option.key == key), None)

    def paint(self, canvas: Canvas) -> None:
        self._buttons = []
        colours = self.colours
        if canvas.height > 1:
            canvas.put(1, canvas.height - 1, self.foot, colours.quiet)
        if self.choices is None:
            canvas.put(1, 0, self.idle, colours.quiet)
            return
        chosen = self.choices.chosen
        if chosen is not None:
            said = _sentence(chosen, self.choices)
            end = canvas.put(1, 0, f" {said} ", colours.act)
            hint = "  Enter: do it   U: take it back"
            canvas.put(end, 0, hint, colours.quiet)
        else:
            canvas.put(1, 0, self.choices.question.text, colours.marigold)
        self._row(canvas, chosen)

    def _row(self, canvas: Canvas, chosen: Option | None) -> None:
        assert self.choices is not None
        colours = self.colours
        x, y = 1, 1
        crowded = len(self.choices.numbers) > _CROWD
        for option in self.choices.options:
            if option.seat is not None:
                continue
            cap = option.key if option.is_number else _CAPS.get(option.key, option.key.upper())
            face = f"{cap} " if option.is_number and crowded else f" {cap} "
            label = "" if option.is_number else f" {option.label}"
            width = len(face) + len(label)
            if x + width > canvas.width - 1 and y < canvas.height - 2:
                x, y = 1, y + 1
            if option.is_number and not any(o.is_number for _, _, o in self._buttons):
                x = canvas.put(x, y, f"{_meaning(self.choices)} ", colours.text)
            style = colours.act if option == chosen else colours.button
            start = x
            x = canvas.put(x, y, face, style)
            x = canvas.put(x, y, label, colours.text)
            self._buttons.append((range(start, x), y, option))
            if not option.is_number or option == self.choices.numbers[-1]:
                x += 3
            elif not crowded:
                x += 1
        if self.choices.mats:
            canvas.put(x, y, "A letter, a click, or ← → and Enter choose a mat", colours.quiet)


_CAPS: Final = {"enter": "Enter"}
_CROWD: Final = 14
"""More numbers than this stand close together."""


def _meaning(choices: Choices) -> str:
    """What the numbers stand for."""
    label = choices.numbers[0].label
    return label.rstrip("0123456789 ").removesuffix(" to").removesuffix(" with")


def _sentence(option: Option, choices: Choices) -> str:
    label = option.label
    if option.seat is not None:
        label = f"{option.typed} {label}"
    if option.is_number and choices.may_grow:
        label += " …"
    return label[:1].upper() + label[1:]
