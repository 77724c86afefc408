"""What pictures are drawn with: pieces, colours, places of the seats, from the pages."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


class Spot(NamedTuple):
    """The place of a seat."""

    x: float
    y: float
    """Its middle."""
    inward_x: float
    inward_y: float
    """The direction to the middle of the table, a unit vector."""


class Seating(NamedTuple):
    """The places of all seats of a table, the nearest first, clockwise."""

    width: float
    height: float
    size: float
    """The width of a seat."""
    tall: float
    """Its height, with the plate."""
    free: tuple[float, float]
    """Width and height of the middle that no seat reaches into."""
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of day or night."""

    name: str
    colours: dict[str, Any]

    def __getitem__(self, name: str) -> str:
        """A colour by its name in the pages."""
        colour = self.colours[name]
        return str(colour if isinstance(colour, str) else colour[0])

    def cover(self, name: str) -> float:
        """How much the colour covers, 0 to 1."""
        colour = self.colours[name]
        return 1.0 if isinstance(colour, str) else float(colour[1])


@cache
def _art() -> dict[str, Any]:
    text = Path(__file__).with_name("art.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def theme(name: str) -> Theme:
    """Day or night."""
    return Theme(name, _art()["themes"][name])


def font(name: str) -> str:
    """The font stack for display, or for plain text."""
    return str(_art()["fonts"][name])


def seating(table: str, seats: int) -> Seating:
    """The seats around the table of a picture or of a card."""
    tables = _art()["tables"][table]
    (size, tall, *free), spots = tables[str(seats)]
    width, height = tables["area"]
    return Seating(
        width, height, size, tall, (free[0], free[1]), tuple(Spot(*spot) for spot in spots)
    )


def tribes() -> tuple[str, ...]:
    """The names of the tribes, in the order in which seats take them."""
    return tuple(_art()["tribes"])


def lacquer(tribe: str) -> str:
    """The colour of a tribe's discs."""
    return str(_art()["tribes"][tribe]["body"])


def piece(tribe: str, name: str) -> str:
    """The drawing of a piece, 200 by 200."""
    return str(_art()["tribes"][tribe][name])


def mark(name: str) -> str:
    """A drawing of the table itself: `definitions`, `stitching`, `success`."""
    return str(_art()[name])


def words(language: str) -> dict[str, Any]:
    """The messages of a language; one with a number is a pair: for one, and for more."""
    messages: dict[str, Any] = _art()["words"][language]
    return messages
