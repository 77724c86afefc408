"""Colours and ornaments of a night at the table.

Ordinary text keeps the terminal's own colour, which is bone on a dark ground and ink on a light
one; the rest are middle tones that can be read on both. No colour says anything that a sign or a
word does not say too.
"""

from typing import Final, NamedTuple

from rich.style import Style

from calavera.rules import Disc, Seat

PLAIN: Final = Style()
STRONG: Final = Style(bold=True)
SOFT: Final = Style(italic=True)
QUIET: Final = Style(color="#8f887a")
MARIGOLD: Final = Style(color="#d68f16", bold=True)
"""You can act; whose turn it is."""
COLD: Final = Style(color="#5f97b8")
"""Information, and nothing else."""
RED: Final = Style(color="#dd4f42", bold=True)
"""The skull and loss, and nothing else."""

FLOWER: Final = "✿"
SKULL: Final = "☠"
HIDDEN: Final = "●"
"""A disc in somebody's hand."""
UNKNOWN: Final = "?"
TURN: Final = "▸"
NOTHING: Final = "-"


class Tribe(NamedTuple):
    """How the backs of one tribe's discs look."""

    colour: Style
    """Its colour."""

    lacquer: Style
    """The same as a ground, for the back of a disc."""

    ornament: str
    """One sign of its pattern; the second box has a night version of each."""


_INK: Final = "#15121a"
_COLOURS: Final = ("#4aa583", "#9a80d4", "#b58a4a", "#8f9e3c", "#c271ad", "#7d90c0")
_ORNAMENTS: Final = ("·", "≈", "♧", "*", "∩", "∞", "∘", "~", "♤", "+", "⊔", "§")
TRIBES: Final = tuple(
    Tribe(Style(color=colour), Style(color=_INK, bgcolor=colour), ornament)
    for colour, ornament in zip(_COLOURS * 2, _ORNAMENTS, strict=True)
)


def tribe_of(seat: Seat) -> Tribe:
    """The tribe that plays from a seat: dots, waves, leaves, rays, scales, knots."""
    return TRIBES[seat]


def sign(disc: Disc | None) -> str:
    """One disc as one sign."""
    if disc is None:
        return UNKNOWN
    return SKULL if disc is Disc.SKULL else FLOWER


def face_style(disc: Disc | None, tribe: Tribe) -> Style:
    """Red for the skull alone."""
    if disc is None:
        return tribe.colour
    return RED if disc is Disc.SKULL else tribe.colour + STRONG
