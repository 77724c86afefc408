"""Our colours, for terminals with all colours, with sixteen, and with none."""

import os
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.style import Style

from calavera.rules import Seat
from calavera.terminal.drawing import theme


@dataclass(frozen=True, slots=True)
class Palette:
    """The styles of everything on the screen."""

    ground: Style
    """The night around the table."""
    felt: Style
    """The table."""
    chill: Style
    """The table after a skull."""
    text: Style
    strong: Style
    quiet: Style
    marigold: Style
    """What the person can do, and whose turn it is."""
    act: Style
    """The same, filled."""
    button: Style
    """A key that can be pressed."""
    cold: Style
    """Information."""
    red: Style
    """Skulls and losses."""
    tribes: tuple[Style, ...]
    """Each tribe's colour as the ground of a disc."""
    marks: tuple[Style, ...]
    """Each tribe's colour as text."""

    def lacquer(self, seat: Seat) -> Style:
        """The back of a seat's discs."""
        return self.tribes[seat]

    def mark(self, seat: Seat) -> Style:
        """A seat's letter and flowers."""
        return self.marks[seat]


_INK: Final = "#15121a"
_FELT: Final = "#1d2426"
_BONE: Final = "#ece4d4"
_MARIGOLD: Final = "#f0a929"
_DISC_INK: Final = "#100d14"
_SIXTEEN: Final = ("green", "magenta", "yellow", "bright_green", "bright_magenta", "bright_blue")

FULL: Final = Palette(
    ground=Style(color=_BONE, bgcolor=_INK),
    felt=Style(color=_BONE, bgcolor=_FELT),
    chill=Style(color=_BONE, bgcolor="#1b2436"),
    text=Style(color=_BONE),
    strong=Style(color="#fff8ea", bold=True),
    quiet=Style(color="#9a9284"),
    marigold=Style(color=_MARIGOLD, bold=True),
    act=Style(color=_MARIGOLD, reverse=True, bold=True),
    button=Style(color=_MARIGOLD, bgcolor="#3a3026", bold=True),
    cold=Style(color="#7fb4d4"),
    red=Style(color="#ff6a5a", bold=True),
    tribes=tuple(Style(color=_DISC_INK, bgcolor=tribe.colour.color) for tribe in theme.TRIBES),
    marks=tuple(tribe.colour + Style(bold=True) for tribe in theme.TRIBES),
)
"""All colours; a terminal with 256 shows the nearest ones."""

SIXTEEN: Final = Palette(
    ground=Style(),
    felt=Style(),
    chill=Style(),
    text=Style(),
    strong=Style(bold=True),
    quiet=Style(dim=True),  # "bright black" cannot be read in some terminals
    marigold=Style(color="yellow", bold=True),
    act=Style(color="yellow", reverse=True, bold=True),
    button=Style(reverse=True),
    cold=Style(color="cyan"),
    red=Style(color="red", bold=True),
    tribes=tuple(Style(color="black", bgcolor=colour) for colour in _SIXTEEN * 2),
    marks=tuple(Style(color=colour, bold=True) for colour in _SIXTEEN * 2),
)
"""The terminal's own sixteen, on its own ground."""

_LOUD: Final = Style(bold=True)
NONE: Final = Palette(
    ground=Style(),
    felt=Style(),
    chill=Style(),
    text=Style(),
    strong=_LOUD,
    quiet=Style(),
    marigold=_LOUD,
    act=Style(reverse=True, bold=True),
    button=Style(reverse=True),
    cold=Style(),
    red=_LOUD,
    tribes=(Style(),) * len(theme.TRIBES),
    marks=(_LOUD,) * len(theme.TRIBES),
)
"""Bold and reverse alone."""


_NO_COLOURS: Final = ("vt1", "vt2", "vt3", "dumb")
"""How the names of terminals without colours begin."""


def palette_of_terminal() -> Palette:
    """The palette that the environment asks for."""
    term = os.environ.get("TERM", "")
    if os.environ.get("NO_COLOR") or term.startswith(_NO_COLOURS):
        return NONE
    return palette_for(Console().color_system)


def palette_for(color_system: str | None) -> Palette:
    """The palette of a terminal, by what rich calls its colours."""
    if color_system is None:
        return NONE
    return FULL if color_system in ("truecolor", "256") else SIXTEEN
