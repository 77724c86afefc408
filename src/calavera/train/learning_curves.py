"""The log of a run as curves: an SVG, redrawn after every segment."""

from collections.abc import Sequence
from typing import Any, Final

WIDE: Final = 720
TALL: Final = 360
LEFT: Final = 50
TOP: Final = 40
COLOURS: Final = ("#b3272d", "#2a6fb0", "#2e7d32", "#8e5ea2", "#c77c11", "#5d5d5d")


def draw_curves(rows: Sequence[dict[str, Any]]) -> str:
    """The wins of one scripted player among networks, and the gains of exploiters."""
    names = sorted({key for row in rows for key in row if _is_drawn(key)})
    most = max(row["decisions"] for row in rows)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDE + 200}"'
        f' height="{TOP + TALL + 50}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" font-size="15">Wins of others by million decisions</text>',
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = TOP + TALL * (1 - tick)
        lines.append(f'<path d="M{LEFT} {y:.0f}h{WIDE}" stroke="#ddd"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{tick:g}</text>')
        x = LEFT + WIDE * tick
        label = f"{most * tick / 1e6:.0f}"
        lines.append(f'<text x="{x:.0f}" y="{TOP + TALL + 20}" text-anchor="middle">{label}</text>')
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(
            f"{LEFT + WIDE * row['decisions'] / most:.1f},{TOP + TALL * (1 - row[name]):.1f}"
            for row in rows
            if name in row
        )
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        said = name.replace("_", " ")
        y = TOP + 18 * (number + 1)
        lines.append(f'<text x="{LEFT + WIDE + 12}" y="{y}" fill="{colour}">{said}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _is_drawn(key: str) -> bool:
    return key.startswith(("one_", "exploiter_gain_"))
