"""One seat at the table: a fan of discs on its mat, countable at a glance.

▸ b Bo       ✿      whose turn, letter, name, a flower for each success
╭─╭─┏━━━┓ ◆3        round: face down; heavy: turned over; double: shown; the bid stays
│·│·┃ ✿ ┃ ●         the bottom disc is left, the top one right; then the hand
╰─╰─┗━━━┛ 3         how many lie there
──☠── challenger    the side of the mat that is up, and what else there is to say
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from rich.style import Style

from calavera.rules import Disc, Seat
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.paper import shortened
from calavera.terminal.drawing.picture import BOT, Lie, Lying, Picture
from calavera.terminal.drawing.theme import sign, tribe_of
from calavera.terminal.screen.canvas import Canvas
from calavera.terminal.screen.palette import Palette
from calavera.terminal.screen.scene import Turn, Turning
from calavera.terminal.screen.seating import Scale, Spot


class _Edges(NamedTuple):
    top: str
    side: str
    foot: str

    def around(self, inside: Sequence[str]) -> list[str]:
        """The rows of a box."""
        width = len(inside[0])
        return [
            f"{self.top[0]}{self.top[1] * width}{self.top[2]}",
            *(f"{self.side}{row}{self.side}" for row in inside),
            f"{self.foot[0]}{self.foot[1] * width}{self.foot[2]}",
        ]


_EDGES: Final = {
    Lie.DOWN: _Edges("╭─╮", "│", "╰─╯"),
    Lie.FLIPPED: _Edges("┏━┓", "┃", "┗━┛"),
    Lie.SHOWN: _Edges("╔═╗", "║", "╚═╝"),
}
_EMPTY: Final = _Edges("╭╌╮", "╎", "╰╌╯")
"""Where the first disc will lie."""


class Choice(Enum):
    """Whether a mat can be chosen now."""

    NO = 0
    YES = 1
    CHOSEN = 2


class Cell(NamedTuple):
    """Everything there is to draw of one seat."""

    picture: Picture
    bid: int | None
    """Its last bid of the round."""
    highest: bool
    """Whether that is the bid to beat."""
    passed: bool
    own: bool
    awaited: bool
    """Whether the table waits for this seat, where it is in turn, more than for others."""
    choice: Choice
    turning: Turning | None
    """The frame of its disc that is turned over."""


def draw_seat(canvas: Canvas, spot: Spot, cell: Cell, scale: Scale) -> None:
    """Draw a seat with its top left corner at a spot."""
    _label(canvas, spot, cell, scale)
    (x, y), colours = Spot(spot.x + 1, spot.y), canvas.colours
    picture = cell.picture
    if not picture.gone:
        after = _stack(canvas, Spot(x, y), cell, scale)
        aside = x + after + 1
        if picture.stack:
            canvas.put(aside, y + scale.height, str(len(picture.stack)), colours.quiet)
        _hand(canvas, aside, y + (scale.height + 1) // 2, cell)
        _bid(canvas, aside, y + 1, cell)
        _mat(canvas, Spot(x, y + scale.height + 1), cell, scale)
    elif "out" in picture.notes:
        canvas.put(x + 1, y + 1, "out", colours.red)
    if (cell.passed or picture.gone) and cell.choice is Choice.NO and not picture.acting:
        for row in range(scale.height + 1):
            canvas.fade(x - 1, y + row, scale.cell)


def _label(canvas: Canvas, spot: Spot, cell: Cell, scale: Scale) -> None:
    picture, colours = cell.picture, canvas.colours
    x, y = spot
    letter, _, name = picture.label.partition(" ")
    wins = theme.FLOWER * picture.wins
    room = scale.cell - 4 - (len(wins) + 1 if wins else 0)
    if BOT in picture.notes:
        name = f"{shortened(name, room - len(BOT) - 1)} {BOT}"
    else:
        name = shortened(name, room)
    if cell.choice is Choice.CHOSEN:
        end = canvas.put(x, y, f"▶{letter} {name} ", colours.act)
    elif picture.acting and cell.awaited:
        end = canvas.put(x, y, f"{theme.TURN}{letter} {name} ", colours.act)
    else:
        free = cell.choice is Choice.YES
        mark = theme.TURN if picture.acting else "◇" if free else " "
        end = canvas.put(x, y, mark, colours.marigold)
        end = canvas.put(end, y, letter, colours.mark(picture.seat))
        style = colours.strong if cell.own else colours.text
        end = canvas.put(end, y, f" {name} ", colours.marigold if free else style)
    canvas.put(end, y, wins, colours.mark(picture.seat))


def _stack(canvas: Canvas, spot: Spot, cell: Cell, scale: Scale) -> int:
    """Draw the fan, and return how many columns it takes."""
    stack, seat, y = cell.picture.stack, cell.picture.seat, spot.y + 1
    top = len(stack) - 1
    for index, lying in enumerate(stack):
        style = _face(lying, seat, canvas.colours)
        rows = _EDGES[lying.lie].around(_inside(lying, seat, scale, whole=index == top))
        _box(canvas, Spot(spot.x + index * scale.step, y), rows, style)
    if cell.turning is not None:
        hidden = sum(lying.lie is Lie.DOWN for lying in stack) - 1
        _turning(canvas, Spot(spot.x + hidden * scale.step, y), cell.turning, scale)
    if not stack:
        blank = [" " * (scale.disc - 2)] * (scale.height - 2)
        _box(canvas, Spot(spot.x, y), _EMPTY.around(blank), canvas.colours.quiet)
    return max(0, top) * scale.step + scale.disc


def _box(canvas: Canvas, spot: Spot, rows: Sequence[str], style: Style) -> None:
    for y, row in enumerate(rows, start=spot.y):
        canvas.put(spot.x, y, row, style)


def _inside(lying: Lying, seat: Seat, scale: Scale, *, whole: bool) -> list[str]:
    """What is within the edges; of a disc below another only the left is seen."""
    width, height = scale.disc - 2, scale.height - 2
    rows = [" " * width] * height
    if lying.lie is Lie.DOWN:
        rows = _ornamented(seat, width, height)
    if lying.disc is not None:
        at = width // 2 if whole else 0
        middle = rows[height // 2]
        rows[height // 2] = f"{middle[:at]}{sign(lying.disc)}{middle[at + 1 :]}"
    return rows


def _ornamented(seat: Seat, width: int, height: int) -> list[str]:
    """The back of a disc; a large one has its ornament staggered."""
    ornament = tribe_of(seat).ornament
    if height == 1:
        return [ornament * width]
    lines = [f"{ornament} " * width, f" {ornament}" * width]
    return [lines[row % 2][:width] for row in range(height)]


def _face(lying: Lying, seat: Seat, colours: Palette) -> Style:
    if lying.lie is Lie.DOWN:
        return colours.lacquer(seat)
    return colours.red if lying.disc is Disc.SKULL else colours.mark(seat)


def _turning(canvas: Canvas, spot: Spot, turning: Turning, scale: Scale) -> None:
    """A disc on its way, whole: it is lifted above those that covered it."""
    (x, y), colours, (seat, turn, disc) = spot, canvas.colours, turning
    _box(canvas, spot, [" " * scale.disc] * scale.height, colours.text)
    if turn is Turn.EDGE:
        _box(canvas, Spot(x + scale.disc // 2, y), ["┃"] * scale.height, colours.marigold)
        return
    width = scale.disc if turn is Turn.LIFTED else scale.disc // 4 * 2 + 1
    lying = Lying(disc, Lie.DOWN if disc is None else Lie.FLIPPED)
    style = colours.act if turn is Turn.LIFTED else _face(lying, seat, colours)
    rows = _inside(lying, seat, scale._replace(disc=width), whole=True)
    left = x + (scale.disc - width) // 2
    _box(canvas, Spot(left, y), _EDGES[lying.lie].around(rows), style)


def _hand(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    seat, colours = cell.picture.seat, canvas.colours
    for disc in cell.picture.hand:
        if disc is None:
            x = canvas.put(x, y, theme.HIDDEN, colours.mark(seat))
        else:
            style = colours.red if disc is Disc.SKULL else colours.mark(seat)
            x = canvas.put(x, y, sign(disc), style)


def _bid(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    colours = canvas.colours
    if cell.bid is None:
        return
    if cell.highest:
        canvas.put(x, y, f"◆{cell.bid}", colours.strong)
    else:
        canvas.put(x, y, f"◇{cell.bid}", colours.quiet)


def _mat(canvas: Canvas, spot: Spot, cell: Cell, scale: Scale) -> None:
    (x, y), picture, colours = spot, cell.picture, canvas.colours
    if picture.wins:
        canvas.put(x, y, f"━{theme.FLOWER}━", colours.mark(picture.seat))
    else:
        canvas.put(x, y, f"─{theme.SKULL}─", colours.quiet)
    note, style = _note(cell, colours)
    canvas.put(x + 4, y, shortened(note, scale.cell - 5), style)


def _note(cell: Cell, colours: Palette) -> tuple[str, Style]:
    """The most important word about a seat."""
    notes = cell.picture.notes
    for note in ("winner", "out", "challenger", "passed", "stoned"):
        if note in notes:
            return note, {
                "winner": colours.marigold, "out": colours.red, "challenger": colours.strong,
                "passed": colours.quiet,
            }.get(note, colours.cold)  # fmt: skip
    if cell.picture.acting:
        if cell.awaited:
            return ("your turn" if cell.own else "to act"), colours.marigold
        return "to place", colours.quiet
    return "", colours.text
