"""The value over the beliefs as a drawing."""

from typing import Final

import numpy as np

from calavera.solve.check import beliefs_of
from calavera.solve.position import Position
from calavera.solve.tables import Tables

CELLS: Final = 33
SIDE: Final = 12
LEFT: Final = 70
TOP: Final = 60
TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def draw_heat(tables: Tables, position: Position) -> str:
    """An SVG: the first player's belief to the right, the other's upwards, the value as colour."""
    first, second = (beliefs_of(discs, CELLS) for discs in position.discs)
    low, high = tables.over(position, first, second)
    middle = (low + high) / 2
    wide, tall = len(first) * SIDE, len(second) * SIDE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + max(wide, 360) + 20}"'
        f' height="{TOP + tall + 60}" font-family="sans-serif" font-size="12">',
        f"<title>How likely the first player wins at {position}</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="15">',
        f"How likely the first player wins: {position}</text>",
        f'<text x="{LEFT}" y="40">from {middle.min():.3f} (blue) to {middle.max():.3f} (red);'
        f" proven within ±{(high - low).max() / 2:.4f}</text>",
    ]
    spread = float(np.ptp(middle)) or 1.0
    for column in range(len(first)):
        for row in range(len(second)):
            shade = (float(middle[column, row]) - float(middle.min())) / spread
            lines.append(
                f'<rect x="{LEFT + column * SIDE}" y="{TOP + (len(second) - 1 - row) * SIDE}"'
                f' width="{SIDE}" height="{SIDE}" fill="{_colour(shade)}"/>'
            )
    lines += _ticks(len(first), len(second))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _ticks(columns: int, rows: int) -> list[str]:
    base, lines = TOP + rows * SIDE, []
    for tick in TICKS if columns > 1 else (1.0,):
        x = LEFT + (tick * (columns - 1) + 0.5) * SIDE
        lines.append(f'<text x="{x:.0f}" y="{base + 16}" text-anchor="middle">{tick:g}</text>')
    for tick in TICKS if rows > 1 else (1.0,):
        y = TOP + ((1 - tick) * (rows - 1) + 0.5) * SIDE + 4
        lines.append(f'<text x="{LEFT - 8}" y="{y:.0f}" text-anchor="end">{tick:g}</text>')
    lines.append(
        f'<text x="{LEFT}" y="{base + 36}">how likely the first player has its skull →</text>'
    )
    turn = f"rotate(-90 20 {TOP + rows * SIDE})"
    lines.append(
        f'<text x="20" y="{TOP + rows * SIDE}" transform="{turn}">the other has its skull →</text>'
    )
    return lines


def _colour(shade: float) -> str:
    """From blue over white to red."""
    blue, white, red = (44, 92, 160), (245, 243, 238), (178, 52, 48)
    near, far, share = (blue, white, shade * 2) if shade < 0.5 else (white, red, shade * 2 - 1)
    mixed = (round(a + (b - a) * share) for a, b in zip(near, far, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
