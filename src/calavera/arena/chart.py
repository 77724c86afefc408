"""Bar charts as SVG: a few panels on a night ground, readable without the file that made them."""

from dataclasses import dataclass
from html import escape
from typing import Final

from calavera.arena.interval import Interval
from calavera.arena.words import printable

GROUND: Final = "#15121a"
PAPER: Final = "#1e1a25"
BONE: Final = "#e8dfcf"
QUIET: Final = "#a39b8b"
LINE: Final = "#37313f"
COLD: Final = "#5f97b8"
"""Information."""
RED: Final = "#dd4f42"
"""The skull, and nothing else."""

WIDTH: Final = 460
"""Of a panel."""
GAP: Final = 20
ROW: Final = 26
_HEAD: Final = 74
_FOOT: Final = 18
_LEFT: Final = 96
_RIGHT: Final = 136
_LONGEST: Final = 13


@dataclass(frozen=True, slots=True)
class Bar:
    """One figure."""

    label: str
    """What it is about."""

    value: float
    """How long it is drawn."""

    text: str
    """How it is written at its end."""

    interval: Interval | None = None
    """Where the true value lies: drawn as a thin line."""

    mark: float | None = None
    """What would be fair: drawn as a tick."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart."""

    title: str
    """What it shows."""

    note: str
    """How to read it, in a line."""

    bars: tuple[Bar, ...]
    """From the top on."""

    most: float = 1.0
    """The value that fills the whole width."""

    colour: str = COLD
    """Red where it is about skulls."""

    @property
    def height(self) -> int:
        """In pixels."""
        return _HEAD + ROW * len(self.bars) + _FOOT


def draw(title: str, panels: list[Panel]) -> str:
    """An SVG with the panels in two columns, each put where there is more room."""
    bottoms = [64, 64]
    drawn = []
    for panel in panels:
        column = bottoms.index(min(bottoms))
        drawn.append(_panel(panel, GAP + column * (WIDTH + GAP), bottoms[column]))
        bottoms[column] += panel.height + GAP
    width, height = 2 * WIDTH + 3 * GAP, max(bottoms)
    told = "; ".join(panel.title for panel in panels)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" role="img"'
            ' font-family="ui-sans-serif, system-ui, Helvetica, Arial, sans-serif">',
            f"<title>{_safe(title)}</title>",
            f"<desc>{_safe(told)}</desc>",
            f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
            _text(GAP + 4, 42, title, BONE, size=22),
            *drawn,
            "</svg>",
            "",
        ]
    )


def _panel(panel: Panel, x: int, y: int) -> str:
    rows = [_bar(panel, bar, y=_HEAD + ROW * number) for number, bar in enumerate(panel.bars)]
    return "\n".join(
        [
            f'<g transform="translate({x} {y})">',
            f'<rect width="{WIDTH}" height="{panel.height}" rx="10" fill="{PAPER}"/>',
            _text(20, 32, panel.title, BONE, size=16, bold=True),
            _text(20, 53, panel.note, QUIET, size=12),
            _line(_LEFT, _HEAD - 6, _LEFT, panel.height - _FOOT + 2, LINE),
            *rows,
            "</g>",
        ]
    )


def _bar(panel: Panel, bar: Bar, y: int) -> str:
    middle = y + ROW / 2 - 2
    end = _x(panel, bar.value)
    parts = [
        f"<g><title>{_safe(f'{bar.label}: {bar.text}')}</title>",
        _text(_LEFT - 10, middle + 4.5, _shortened(bar.label), BONE, size=13, anchor="end"),
        f'<rect x="{_LEFT}" y="{middle - 8:.1f}" width="{max(0.0, end - _LEFT):.1f}" height="16"'
        f' rx="2" fill="{panel.colour}"/>',
    ]
    if bar.mark is not None:
        mark = _x(panel, bar.mark)
        parts.append(_line(mark, middle - 11, mark, middle + 11, BONE, width=2))
    if bar.interval:
        low, high = (_x(panel, side) for side in bar.interval)
        parts += [
            _line(low, middle, high, middle, BONE),
            _line(low, middle - 3, low, middle + 3, BONE),
            _line(high, middle - 3, high, middle + 3, BONE),
        ]
    parts += [_text(WIDTH - 16, middle + 4.5, bar.text, QUIET, size=12, anchor="end"), "</g>"]
    return "\n".join(parts)


def _x(panel: Panel, value: float) -> float:
    room = WIDTH - _LEFT - _RIGHT
    return _LEFT + room * min(1.0, value / panel.most if panel.most else 0.0)


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
