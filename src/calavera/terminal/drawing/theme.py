"""Colours and ornaments.

Ordinary text keeps the terminal's own colour. The rest are mid-tones that are readable on dark and
light backgrounds. Colour never carries information that a symbol or a word does not carry too.
"""

from typing import Final, NamedTuple

from rich.style import Style

from calavera.rules import Disc, Seat

PLAIN: Final = Style()
STRONG: Final = Style(bold=True)
SOFT: Final = Style(italic=True)
QUIET: Final = Style(color="#8f887a")
MARIGOLD: Final = Style(color="#d68f16", bold=True)
"""The seat in turn, and what the user can do."""
COLD: Final = Style(color="#5f97b8")
"""Information only."""
RED: Final = Style(color="#dd4f42", bold=True)
"""Skulls and losses only."""

FLOWER: Final = "✿"
SKULL: Final = "☠"
HIDDEN: Final = "●"
"""A disc in somebody's hand."""
UNKNOWN: Final = "?"
TURN: Final = "▸"
NOTHING: Final = "-"


class TribeStyle(NamedTuple):
    """How the backs of one tribe's discs look."""

    colour: Style  # its colour
    lacquer: Style  # the same as a background, for the back of a disc
    ornament: str  # one character of its pattern; the second box has a night version of each


_INK: Final = "#15121a"
_COLOURS: Final = ("#4aa583", "#9a80d4", "#b58a4a", "#8f9e3c", "#c271ad", "#7d90c0")
_ORNAMENTS: Final = ("·", "≈", "♧", "*", "∩", "∞", "∘", "~", "♤", "+", "⊔", "§")
TRIBES: Final = tuple(
    TribeStyle(Style(color=colour), Style(color=_INK, bgcolor=colour), ornament)
    for colour, ornament in zip(_COLOURS * 2, _ORNAMENTS, strict=True)
)


def tribe_of(seat: Seat) -> TribeStyle:
    """The tribe that plays from a seat: dots, waves, leaves, rays, scales, knots."""
    return TRIBES[seat]


def sign(disc: Disc | None) -> str:
    """A disc as a single character."""
    if disc is None:
        return UNKNOWN
    return SKULL if disc is Disc.SKULL else FLOWER


def face_style(disc: Disc | None, tribe: TribeStyle) -> Style:
    """The style of a face: red for the skull only."""
    if disc is None:
        return tribe.colour
    return RED if disc is Disc.SKULL else tribe.colour + STRONG
