"""The value over the beliefs as a drawing."""

from typing import Final

from calavera.solve.explain.solved_game import SolvedGame
from calavera.solve.model.duel_position import DuelPosition
from calavera.solve.model.gap import beliefs_of
from calavera.solve.model.promises import Floats
from calavera.solve.model.query import Query

CELLS: Final = 33
SIDE: Final = 12
LEFT: Final = 76
TOP: Final = 92
STRIP: Final = 96
"""How wide the map is along a belief that is certain, for a player that has lost no disc."""

BAR: Final = 20
"""How wide the colour bar is."""

GAP: Final = 36
"""Between the map and the colour bar."""

LEAST: Final = 560
"""How wide the drawing is at least: the heading needs room."""

TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
STEPS: Final = 40
"""Shades of the colour bar."""

INK: Final = "#1d1a24"
GREY: Final = "#5f5a68"
PAPER: Final = "#fdfbf6"
BLUE: Final = (38, 84, 148)
BONE: Final = (243, 238, 226)
RED: Final = (181, 51, 42)


def draw_heat(tables: SolvedGame, position: DuelPosition, asked: Query | None = None) -> str:
    """An SVG: the first player's belief to the right, the other's upwards, the value as colour.

    The colours are the same for every position. Where a question was asked, its beliefs are marked.
    """
    first, second = (beliefs_of(discs, CELLS) for discs in position.discs)
    low, high = tables.over(position, first, second)
    middle = (low + high) / 2
    wide, tall = _size(len(first)), _size(len(second))
    about = f"How likely the first player wins, {position}"
    within = f"{50 * tables.width(position):.3f}"
    width, height = max(LEAST, LEFT + wide + GAP + BAR + 64), TOP + tall + 60
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" role="img" fill="{INK}"'
        ' font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{about}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
        f'<text x="{LEFT}" y="34" font-size="17" font-weight="600">{about}</text>',
        f'<text x="{LEFT}" y="56" fill="{GREY}">from {_percent(middle.min())} to'
        f" {_percent(middle.max())}, proven within ±{within} points</text>",
        *_cells(middle),
        *_axes(len(first), len(second)),
        *_bar(LEFT + wide + GAP, tall),
    ]
    if asked is not None:
        lines += _mark(asked, tables, len(first), len(second))
    return "\n".join([*lines, "</svg>"]) + "\n"


def _cells(middle: Floats) -> list[str]:
    columns, rows = middle.shape
    wide, tall = _size(columns) // columns, _size(rows) // rows
    lines = ['<g shape-rendering="crispEdges">']
    for column in range(columns):
        for row in range(rows):
            lines.append(
                f'<rect x="{LEFT + column * wide}" y="{TOP + (rows - 1 - row) * tall}"'
                f' width="{wide}" height="{tall}" fill="{_colour(float(middle[column, row]))}"/>'
            )
    return [*lines, "</g>", _frame(LEFT, TOP, _size(columns), _size(rows))]


def _axes(columns: int, rows: int) -> list[str]:
    base, lines = TOP + _size(rows), []
    for tick in TICKS if columns > 1 else (1.0,):
        x = _along(tick, columns)
        lines.append(_line(x, base, x, base + 5))
        lines.append(
            f'<text x="{x:g}" y="{base + 20}" text-anchor="middle">{_percent(tick)}</text>'
        )
    for tick in TICKS if rows > 1 else (1.0,):
        y = _up(tick, rows)
        lines.append(_line(LEFT - 5, y, LEFT, y))
        lines.append(
            f'<text x="{LEFT - 9}" y="{y + 4.5:g}" text-anchor="end">{_percent(tick)}</text>'
        )
    x, y = LEFT + _size(columns) / 2, TOP + _size(rows) / 2
    anchor, x = ("middle", x) if columns > 1 else ("start", LEFT)
    lines.append(
        f'<text x="{x:g}" y="{base + 44}" text-anchor="{anchor}" fill="{GREY}">'
        f"{_belief('the first player', columns)}</text>"
    )
    lines.append(
        f'<text x="22" y="{y:g}" text-anchor="middle" fill="{GREY}"'
        f' transform="rotate(-90 22 {y:g})">{_belief("the other", rows)}</text>'
    )
    return lines


def _belief(who: str, cells: int) -> str:
    if cells > 1:
        return f"how likely {who} has its skull"
    return "its skull is certain" if who == "the other" else f"{who} has its skull for certain"


def _bar(left: int, tall: int) -> list[str]:
    """What each colour means."""
    lines = ['<g shape-rendering="crispEdges">']
    for step in range(STEPS):
        y = TOP + tall * (STEPS - 1 - step) / STEPS
        lines.append(
            f'<rect x="{left}" y="{y:g}" width="{BAR}" height="{tall / STEPS:g}"'
            f' fill="{_colour((step + 0.5) / STEPS)}"/>'
        )
    lines += ["</g>", _frame(left, TOP, BAR, tall)]
    for tick in TICKS:
        y = TOP + tall * (1 - tick)
        lines.append(_line(left + BAR, y, left + BAR + 5, y))
        lines.append(f'<text x="{left + BAR + 9}" y="{y + 4.5:g}">{_percent(tick)}</text>')
    lines.append(
        f'<text x="{left + BAR / 2:g}" y="{TOP - 10}" text-anchor="middle" fill="{GREY}">'
        "wins</text>"
    )
    return lines


def _mark(asked: Query, tables: SolvedGame, columns: int, rows: int) -> list[str]:
    """A ring around the beliefs that were asked for, and the value there."""
    x, y = _along(asked.first, columns), _up(asked.second, rows)
    value = tables.bounds(asked.position, asked.first, asked.second).middle
    if columns == 1:
        place, anchor, below = x, "middle", 26.0 if asked.second > 0.2 else -16.0
    else:
        right = x > LEFT + _size(columns) * 0.7
        place, anchor, below = (x - 14, "end", 4.5) if right else (x + 14, "start", 4.5)
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="none" stroke="{PAPER}" stroke-width="5"/>',
        f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="none" stroke="{INK}" stroke-width="2"/>',
        f'<text x="{place:g}" y="{y + below:g}" text-anchor="{anchor}" font-weight="600"'
        f' stroke="{PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">'
        f"{100 * value:.1f} %</text>",
    ]


def _along(belief: float, columns: int) -> float:
    return LEFT + ((belief * (columns - 1) + 0.5) * SIDE if columns > 1 else STRIP / 2)


def _up(belief: float, rows: int) -> float:
    return TOP + (((1 - belief) * (rows - 1) + 0.5) * SIDE if rows > 1 else STRIP / 2)


def _size(cells: int) -> int:
    return cells * SIDE if cells > 1 else STRIP


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{GREY}"/>'


def _frame(x: int, y: int, width: int, height: int) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{GREY}"/>'


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _colour(share: float) -> str:
    """From blue, where the first player loses, over bone at even chances to red."""
    near, far, part = (BLUE, BONE, share * 2) if share < 0.5 else (BONE, RED, share * 2 - 1)
    mixed = (round(a + (b - a) * part) for a, b in zip(near, far, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
