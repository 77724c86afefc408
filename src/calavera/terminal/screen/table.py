"""The whole table as a drawing: a function of a scene and of the size there is."""

import math
from collections.abc import Collection
from typing import Final, NamedTuple

from calavera.rules import Seat
from calavera.terminal.drawing.cast import Cast
from calavera.terminal.drawing.picture import pictures
from calavera.terminal.screen.canvas import Canvas
from calavera.terminal.screen.centre import Middle, draw_centre, has_skull
from calavera.terminal.screen.mat import Cell, Choice, draw_seat
from calavera.terminal.screen.scene import Scene
from calavera.terminal.screen.seating import LARGE, Scale, Spot, order, scale_for, spots

_OVAL: Final = 24
"""Rows from which on the table can be an oval."""
_CORNER: Final = {0: 3, 1: 1}
"""Columns that a lower table lacks at its corners, by the row from the edge."""


class Marks(NamedTuple):
    """What the person can choose on the table now."""

    choices: Collection[Seat] = ()
    chosen: Seat | None = None


class Drawn(NamedTuple):
    """A drawing, and where its seats are."""

    canvas: Canvas
    seats: dict[Seat, Spot]
    scale: Scale

    def seat_at(self, x: int, y: int) -> Seat | None:
        """The seat at a point."""
        return next(
            (seat for seat, spot in self.seats.items() if spot.holds(x, y, self.scale)), None
        )


def draw_table(canvas: Canvas, scene: Scene, cast: Cast, marks: Marks) -> Drawn:
    """Draw every seat around the bid; the viewer's own seat is nearest."""
    board = scene.board
    width, height = canvas.width, canvas.height
    _felt(canvas, cold=has_skull(board))
    nearest = cast.you[0] if cast.you else Seat(0)
    clockwise = [Seat(seat) for seat in order(board.setup.seats, nearest)]
    found = dict(zip(clockwise, spots(len(clockwise), width, height), strict=True))
    scale = scale_for(len(clockwise), width, height)
    for picture in pictures(board, scene.known, cast):
        seat = picture.seat
        bidder = board.bidding.bidder if board.bidding else None
        choice = (
            Choice.CHOSEN if seat == marks.chosen
            else Choice.YES if seat in marks.choices
            else Choice.NO
        )  # fmt: skip
        turning = scene.turning if scene.turning and scene.turning.mat == seat else None
        cell = Cell(
            picture,
            scene.bids.get(seat),
            seat == bidder,
            board.mats[seat].passed,
            seat in cast.you,
            len(board.turn) == 1 or seat in cast.you,
            choice,
            turning,
        )
        draw_seat(canvas, found[seat], cell, scale)
    drawn = Drawn(canvas, found, scale)
    draw_centre(canvas, _middle(drawn), board, cast)
    return drawn


def _middle(drawn: Drawn) -> Middle:
    """What the seats at the sides leave."""
    (canvas, found, scale), width = drawn, drawn.canvas.width
    middle = (canvas.height - 1) // 2
    beside = [spot.x for spot in found.values() if spot.y <= middle < spot.y + scale.rows]
    left = max([x + scale.cell for x in beside if x < width // 2 - scale.cell], default=0)
    right = min([x for x in beside if x >= width // 2 + 1], default=width)
    return Middle(range(left, right), middle, scale is LARGE)


def _felt(canvas: Canvas, *, cold: bool) -> None:
    """An oval of felt, a shade lighter than the night; after a skull the light goes cold."""
    colours = canvas.colours
    if colours.felt.bgcolor == colours.ground.bgcolor:
        return
    half_width, half_height = canvas.width / 2, canvas.height / 2
    for y in range(canvas.height):
        if canvas.height >= _OVAL:
            off = (y + 0.5 - half_height) / (half_height + 0.5)
            start = round(half_width * (1 - math.sqrt(1 - off**4)))
        else:
            start = _CORNER.get(min(y, canvas.height - 1 - y), 0)
        ground = colours.chill if cold else colours.felt
        canvas.lay(start, y, canvas.width - 2 * start, ground)
