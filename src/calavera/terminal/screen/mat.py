"""One seat at the table: a fan of discs on its mat, countable at a glance.

▸ b Bo       ✿      whose turn, letter, name, a flower for each success
╭─╭─┏━━━┓ ◆3        round: face down; heavy: turned over; double: shown; the bid stays
│·│·┃ ✿ ┃ ●         the bottom disc is left, the top one right; then the hand
╰─╰─┗━━━┛ 3         how many lie there
──☠── challenger    the side of the mat that is up, and what else there is to say
"""

from enum import Enum
from typing import Final, NamedTuple

from rich.style import Style

from calavera.rules import Disc, Seat
from calavera.terminal.drawing import theme
from calavera.terminal.drawing.paper import shortened
from calavera.terminal.drawing.picture import Lie, Lying, Picture
from calavera.terminal.drawing.theme import sign, tribe_of
from calavera.terminal.screen.canvas import Canvas
from calavera.terminal.screen.palette import Palette
from calavera.terminal.screen.scene import LIFTED, Turning
from calavera.terminal.screen.seating import CELL, Spot


class _Edges(NamedTuple):
    top: str
    side: str
    foot: str


_EDGES: Final = {
    Lie.DOWN: _Edges("╭───╮", "│", "╰───╯"),
    Lie.FLIPPED: _Edges("┏━━━┓", "┃", "┗━━━┛"),
    Lie.SHOWN: _Edges("╔═══╗", "║", "╚═══╝"),
}
_EMPTY: Final = ("╭╌╌╌╮", "╎   ╎", "╰╌╌╌╯")
"""Where the first disc will lie."""
_TOP: Final = 5
"""Columns of the topmost disc."""
_STEP: Final = 2
"""Columns that are seen of a disc below another."""


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


def draw_seat(canvas: Canvas, spot: Spot, cell: Cell) -> None:
    """Draw a seat with its top left corner at a spot."""
    _label(canvas, spot, cell)
    (x, y), colours = Spot(spot.x + 1, spot.y), canvas.colours
    picture = cell.picture
    if not picture.gone:
        after = _stack(canvas, Spot(x, y), cell)
        aside = x + after + 1
        if picture.stack:
            canvas.put(aside, y + 3, str(len(picture.stack)), colours.quiet)
        _hand(canvas, aside, y + 2, cell)
        _bid(canvas, aside, y + 1, cell)
        _mat(canvas, x, y + 4, cell)
    elif "out" in picture.notes:
        canvas.put(x + 1, y + 1, "out", colours.red)
    if (cell.passed or picture.gone) and cell.choice is Choice.NO and not picture.acting:
        for row in range(4):
            canvas.fade(x - 1, y + row, CELL)


def _label(canvas: Canvas, spot: Spot, cell: Cell) -> None:
    picture, colours = cell.picture, canvas.colours
    x, y = spot
    letter, _, name = picture.label.partition(" ")
    wins = theme.FLOWER * picture.wins
    room = CELL - 4 - (len(wins) + 1 if wins else 0)
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


def _stack(canvas: Canvas, spot: Spot, cell: Cell) -> int:
    """Draw the fan, and return how many columns it takes."""
    stack = cell.picture.stack
    top = len(stack) - 1
    for index, lying in enumerate(stack):
        x = spot.x + index * _STEP
        _disc(canvas, Spot(x, spot.y + 1), lying, cell.picture.seat, index == top)
    if cell.turning is not None:
        hidden = sum(lying.lie is Lie.DOWN for lying in stack) - 1
        _turning(canvas, Spot(spot.x + hidden * _STEP, spot.y + 1), cell.turning)
    if not stack:
        for row, outline in enumerate(_EMPTY):
            canvas.put(spot.x, spot.y + 1 + row, outline, canvas.colours.quiet)
    return max(0, top) * _STEP + _TOP


def _disc(canvas: Canvas, spot: Spot, lying: Lying, seat: Seat, whole: bool) -> None:
    """A whole disc; the next one covers all but its left edge."""
    (x, y), edges = spot, _EDGES[lying.lie]
    style = _face(lying, seat, canvas.colours)
    canvas.put(x, y, edges.top, style)
    canvas.put(x, y + 1, f"{edges.side}{_inside(lying, seat, whole)}{edges.side}", style)
    canvas.put(x, y + 2, edges.foot, style)
    if lying.lie is Lie.DOWN and lying.disc is not None:
        canvas.restyle(x + 1, y + 1, 3, Style(bold=True))


def _inside(lying: Lying, seat: Seat, whole: bool) -> str:
    """Three characters; only the first is seen of a disc below another."""
    ornament = tribe_of(seat).ornament
    if lying.disc is None:
        return ornament * 3
    around = ornament if lying.lie is Lie.DOWN else " "
    face = sign(lying.disc)
    return f"{around}{face}{around}" if whole else face + around * 2


def _face(lying: Lying, seat: Seat, colours: Palette) -> Style:
    if lying.lie is Lie.DOWN:
        return colours.lacquer(seat)
    return colours.red if lying.disc is Disc.SKULL else colours.mark(seat)


def _turning(canvas: Canvas, spot: Spot, turning: Turning) -> None:
    """A disc on its way, whole: it is lifted above those that covered it."""
    (x, y), colours, (seat, width, disc) = spot, canvas.colours, turning
    for row in range(3):
        canvas.put(x, y + row, " " * _TOP, colours.text)
    left = x + (_TOP - width) // 2
    if width == 1:
        for row in range(3):
            canvas.put(left, y + row, "┃", colours.marigold)
        return
    style = colours.act if width == LIFTED else colours.lacquer(seat)
    if disc is not None:
        style = _face(Lying(disc, Lie.FLIPPED), seat, colours)
    edges = _EDGES[Lie.DOWN if disc is None else Lie.FLIPPED]
    inside = tribe_of(seat).ornament * (width - 2) if disc is None else sign(disc)
    canvas.put(left, y, f"{edges.top[0]}{edges.top[1] * (width - 2)}{edges.top[-1]}", style)
    canvas.put(left, y + 1, f"{edges.side}{inside:^{width - 2}}{edges.side}", style)
    canvas.put(left, y + 2, f"{edges.foot[0]}{edges.foot[1] * (width - 2)}{edges.foot[-1]}", style)


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


def _mat(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    picture, colours = cell.picture, canvas.colours
    if picture.wins:
        canvas.put(x, y, f"━{theme.FLOWER}━", colours.mark(picture.seat))
    else:
        canvas.put(x, y, f"─{theme.SKULL}─", colours.quiet)
    note, style = _note(cell, colours)
    canvas.put(x + 4, y, shortened(note, CELL - 5), style)


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
