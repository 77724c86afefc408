"""Bar charts as SVG: a few panels on a night ground, readable without the file that made them.

All bars of a lane have one scale, which stands above them. What was counted too seldom to tell
much is drawn faded.
"""

from dataclasses import dataclass
from html import escape
from typing import Final

from calavera.arena.interval import Interval
from calavera.console.wording import printable

GROUND: Final = "#15121a"
PAPER: Final = "#1e1a25"
BONE: Final = "#e8dfcf"
QUIET: Final = "#a39b8b"
LINE: Final = "#37313f"
COLD: Final = "#5f97b8"
"""Information."""
RED: Final = "#dd4f42"
"""The skull, and nothing else."""

WIDTH: Final = 470
"""Of a panel; a wide one takes two and the gap."""
GAP: Final = 20
ROW: Final = 26
_TOP: Final = 92
_HEAD: Final = 98
_HEADING: Final = 18
_FOOT: Final = 16
_LEFT: Final = 108
_RIGHT: Final = 140
_LONGEST: Final = 14
_FADED: Final = 0.35
_SCALES: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure."""

    value: float  # a share: how long it is drawn
    text: str  # how it is written at its end
    interval: Interval | None = None  # where the true value lies: drawn as a thin line
    mark: float | None = None  # what would be fair: drawn as a tick
    part: float = 0.0  # how much of it is about skulls
    faded: bool = False  # whether it was counted too seldom to tell much


@dataclass(frozen=True, slots=True)
class Row:
    """What one line of a panel tells."""

    label: str
    bars: tuple[Bar | None, ...]  # one per lane; none where nothing was counted


@dataclass(frozen=True, slots=True)
class Lane:
    """A column of bars."""

    heading: str = ""  # what it shows, where a panel has several
    colour: str = COLD  # red where it is about skulls


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart."""

    title: str
    note: str  # how to read it, in a line
    rows: tuple[Row, ...]  # from the top on
    lanes: tuple[Lane, ...] = (Lane(),)  # side by side; a panel of several takes the whole width

    @property
    def head(self) -> int:
        """Where the rows begin."""
        return _HEAD if len(self.lanes) == 1 else _HEAD + _HEADING

    @property
    def height(self) -> int:
        """In pixels."""
        return self.head + ROW * len(self.rows) + _FOOT

    @property
    def width(self) -> int:
        """In pixels."""
        return WIDTH if len(self.lanes) == 1 else 2 * WIDTH + GAP

    def scale(self, lane: int) -> float:
        """The share that fills the whole width: a round number that all bars of a lane fit in."""
        bars = [bar for row in self.rows if (bar := row.bars[lane])]
        sides = [max(bar.value, bar.mark or 0.0) for bar in bars]
        sides += [bar.interval.high for bar in bars if bar.interval and not bar.faded]
        return next(scale for scale in _SCALES if scale >= min(1.0, max(sides, default=1.0)))


def draw(title: str, note: str, panels: list[Panel]) -> str:
    """An SVG with the panels in two columns, and below them those that take the whole width."""
    narrow = [panel for panel in panels if len(panel.lanes) == 1]
    drawn, bottom = _columns(narrow)
    for panel in panels:
        if panel not in narrow:
            drawn.append(_panel(panel, GAP, bottom, panel.height))
            bottom += panel.height + GAP
    width, height = 2 * WIDTH + 3 * GAP, bottom
    told = "; ".join(panel.title for panel in panels)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img"'
            ' font-family="ui-sans-serif, system-ui, Helvetica, Arial, sans-serif">',
            f"<title>{_safe(title)}</title>",
            f"<desc>{_safe(told)}</desc>",
            f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
            _text(GAP + 4, 44, title, BONE, size=24, bold=True),
            _text(GAP + 4, 70, note, QUIET, size=13),
            *drawn,
            "</svg>",
            "",
        ]
    )


def _columns(panels: list[Panel]) -> tuple[list[str], int]:
    """Panels drawn, each where there is more room, and where both columns end: at one height."""
    columns: tuple[list[Panel], list[Panel]] = ([], [])
    heights = [0, 0]
    for panel in panels:
        column = heights.index(min(heights))
        columns[column].append(panel)
        heights[column] += panel.height + GAP
    drawn = []
    for column, stacked in enumerate(columns):
        y = _TOP
        for panel in stacked:
            spare = max(heights) - heights[column] if panel is stacked[-1] else 0
            drawn.append(_panel(panel, GAP + column * (WIDTH + GAP), y, panel.height + spare))
            y += panel.height + GAP
    return drawn, _TOP + max(heights)


def _panel(panel: Panel, x: int, y: int, height: int) -> str:
    return "\n".join(
        [
            f'<g transform="translate({x} {y})">',
            f'<rect width="{panel.width}" height="{height}" rx="10" fill="{PAPER}"/>',
            _text(20, 32, panel.title, BONE, size=16, bold=True),
            _text(20, 53, panel.note, QUIET, size=12),
            *(_axis(panel, lane) for lane in range(len(panel.lanes))),
            *(_row(panel, row, panel.head + ROW * number) for number, row in enumerate(panel.rows)),
            "</g>",
        ]
    )


def _axis(panel: Panel, lane: int) -> str:
    """The scale above the bars, and lines down from it."""
    most = panel.scale(lane)
    parts = []
    for share in (0.0, most / 2, most):
        x, label = _x(panel, lane, share), f"{100 * share:g}{' %' if share else ''}"
        parts += [
            _line(x, panel.head - 4, x, panel.height - _FOOT + 2, LINE),
            _text(x, panel.head - 10, label, QUIET, size=11, anchor="middle"),
        ]
    heading = panel.lanes[lane].heading
    if heading:
        parts.append(
            _text(_ends(panel, lane)[0] - 3, panel.head - 28, heading, BONE, size=12, bold=True)
        )
    return "\n".join(parts)


def _row(panel: Panel, row: Row, y: int) -> str:
    middle = y + ROW / 2 - 1
    told = "; ".join(bar.text for bar in row.bars if bar)
    return "\n".join(
        [
            f"<g><title>{_safe(f'{row.label}: {told}')}</title>",
            _text(_LEFT - 12, middle + 4.5, _shortened(row.label), BONE, size=13, anchor="end"),
            *(_bar(panel, lane, bar, middle) for lane, bar in enumerate(row.bars) if bar),
            "</g>",
        ]
    )


def _bar(panel: Panel, lane: int, bar: Bar, middle: float) -> str:
    start, room = _ends(panel, lane)
    opacity = f' opacity="{_FADED}"' if bar.faded else ""
    parts = [
        f"<g{opacity}>",
        _block(start, _x(panel, lane, bar.value), middle, panel.lanes[lane].colour),
    ]
    if bar.part:
        parts.append(_block(start, _x(panel, lane, bar.part), middle, RED))
    if bar.interval:
        low, high = (_x(panel, lane, side) for side in bar.interval)
        parts.append(_line(low, middle, high, middle, BONE))
        ends = (low, high) if bar.interval.high <= panel.scale(lane) else (low,)
        parts += [_line(end, middle - 3, end, middle + 3, BONE) for end in ends]
    if bar.mark is not None:
        mark = _x(panel, lane, bar.mark)
        parts.append(_line(mark, middle - 11, mark, middle + 11, BONE, width=2.4))
    parts += ["</g>", _text(room + 14, middle + 4.5, bar.text, QUIET, size=12)]
    return "\n".join(parts)


def _block(start: float, end: float, middle: float, colour: str) -> str:
    return (
        f'<rect x="{start:.1f}" y="{middle - 8:.1f}" width="{max(0.0, end - start):.1f}"'
        f' height="16" rx="2" fill="{colour}"/>'
    )


def _ends(panel: Panel, lane: int) -> tuple[float, float]:
    """Where the bars of a lane begin, and where the longest can end."""
    whole = (panel.width - _LEFT) / len(panel.lanes)
    start = _LEFT + lane * whole
    return start, start + whole - _RIGHT


def _x(panel: Panel, lane: int, value: float) -> float:
    start, end = _ends(panel, lane)
    return start + (end - start) * min(1.0, value / panel.scale(lane))


def _text(  # noqa: PLR0913  # how a text can look
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    size: int,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{colour}" font-size="{size}" text-anchor="{anchor}"'
        f"{weight}>{_safe(text)}</text>"
    )


def _line(  # noqa: PLR0913  # two ends and a look
    x1: float, y1: float, x2: float, y2: float, colour: str, *, width: float = 1.2
) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        f' stroke="{colour}" stroke-width="{width}"/>'
    )


def _shortened(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def _safe(text: str) -> str:
    return escape(printable(text), quote=False)
