"""Where the seats are around a table: the viewer's own nearest, the others clockwise."""

from collections.abc import Sequence
from typing import Final, NamedTuple

CELL: Final = 16
"""Columns of one seat."""
ROWS: Final = 5
"""Rows of one seat."""

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24

_WIDEST_STEP: Final = 26
_WIDEST: Final = 112
_HIGHEST: Final = 27
"""A larger table only spreads its seats."""
_AROUND: Final = (
    (1, 0, 0), (1, 0, 0), (1, 0, 1), (1, 0, 2), (1, 1, 1), (1, 1, 2), (1, 1, 3), (3, 1, 2),
    (3, 1, 3), (3, 1, 4), (3, 1, 5), (5, 1, 4), (5, 1, 5),
)  # fmt: skip
"""By the number of seats: how many sit nearest, at each side and opposite."""


class Spot(NamedTuple):
    """The top left corner of a seat's cell."""

    x: int
    y: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a point lies in the cell."""
        return self.x <= x < self.x + CELL and self.y <= y < self.y + ROWS


def spots(seats: int, width: int, height: int) -> tuple[Spot, ...]:
    """A spot for each seat, the nearest first and then clockwise: to the left, up, and back."""
    near, side, far = _AROUND[seats]
    used = min(height, _HIGHEST)
    top = (height - used) // 2
    curve = max(0, min(3, (used - 3 * ROWS - 3) // 2))
    nearest = _row(near, width, top + used - ROWS, -curve)
    opposite = _row(far, width, top, curve)
    middle = (height - ROWS) // 2
    edge = max(0, (width - _WIDEST) // 2)
    left = [Spot(edge, middle)] * side
    right = [Spot(width - CELL - edge, middle)] * side
    half = near // 2
    return (
        *nearest[half::-1],
        *left,
        *opposite,
        *right,
        *nearest[:half:-1],
    )


def _row(count: int, width: int, y: int, curve: int) -> list[Spot]:
    """Seats side by side, the outer ones further in: the edge of an oval."""
    step = min(width // max(1, count), _WIDEST_STEP)
    start = (width - step * count) // 2 + (step - CELL) // 2
    found = []
    for index in range(count):
        off = abs(2 * index + 1 - count) / max(1, count)
        found.append(Spot(start + index * step, y + round(curve * off * off)))
    return found


def order(seats: Sequence[int], nearest: int) -> list[int]:
    """The seats clockwise, from the nearest on."""
    return [*seats[nearest:], *seats[:nearest]]
