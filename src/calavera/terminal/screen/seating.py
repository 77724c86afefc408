"""Where the seats are around a table: the viewer's own nearest, the others clockwise."""

from collections.abc import Sequence
from typing import Final, NamedTuple


class Scale(NamedTuple):
    """How large a seat is drawn."""

    cell: int
    """Columns of one seat."""
    rows: int
    """Rows of one seat."""
    disc: int
    """Columns of a disc."""
    step: int
    """Columns that are seen of a disc below another."""

    @property
    def height(self) -> int:
        """Rows of a disc: all but the name and the mat."""
        return self.rows - 2


SMALL: Final = Scale(16, 5, 5, 2)
LARGE: Final = Scale(24, 7, 9, 3)

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24

_BETWEEN: Final = 10
"""Columns between two seats side by side, at most."""
_ACROSS: Final = (7, 5.4)
"""A table is at most so many seats wide and high."""
_ROOM: Final = 33
"""Rows from which on seats are drawn large, where they fit side by side."""
_AROUND: Final = (
    (1, 0, 0), (1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 1, 1), (1, 1, 2), (1, 1, 3), (3, 1, 2),
    (3, 1, 3), (3, 1, 4), (3, 1, 5), (5, 1, 4), (5, 1, 5),
)  # fmt: skip
"""By the number of seats: how many sit nearest, at each side and opposite."""


class Spot(NamedTuple):
    """The top left corner of a seat's cell."""

    x: int
    y: int

    def holds(self, x: int, y: int, scale: Scale) -> bool:
        """Whether a point lies in the cell."""
        return self.x <= x < self.x + scale.cell and self.y <= y < self.y + scale.rows


def scale_for(seats: int, width: int, height: int) -> Scale:
    """How large the seats can be."""
    near, _, far = _AROUND[seats]
    fits = height >= _ROOM and width >= LARGE.cell * max(near, far, 4)
    return LARGE if fits else SMALL


def spots(seats: int, width: int, height: int) -> tuple[Spot, ...]:
    """A spot for each seat, the nearest first and then clockwise: to the left, up, and back."""
    near, side, far = _AROUND[seats]
    scale = scale_for(seats, width, height)
    used = min(height, round(scale.rows * _ACROSS[1]))
    top = (height - used) // 2
    curve = max(0, min(3, (used - 3 * scale.rows - 3) // 2))
    nearest = _row(near, width, top + used - scale.rows, -curve, scale)
    opposite = _row(far, width, top, curve, scale)
    middle = (height - scale.rows) // 2
    edge = max(0, (width - scale.cell * _ACROSS[0]) // 2)
    left = [Spot(edge, middle)] * side
    right = [Spot(width - scale.cell - edge, middle)] * side
    half = near // 2
    return (
        *nearest[half::-1],
        *left,
        *opposite,
        *right,
        *nearest[:half:-1],
    )


def _row(count: int, width: int, y: int, curve: int, scale: Scale) -> list[Spot]:
    """Seats side by side, the outer ones further in: the edge of an oval."""
    step = min(width // max(1, count), scale.cell + _BETWEEN)
    start = (width - step * count) // 2 + (step - scale.cell) // 2
    found = []
    for index in range(count):
        off = abs(2 * index + 1 - count) / max(1, count)
        found.append(Spot(start + index * step, y + round(curve * off * off)))
    return found


def order(seats: Sequence[int], nearest: int) -> list[int]:
    """The seats clockwise, from the nearest on."""
    return [*seats[nearest:], *seats[:nearest]]
