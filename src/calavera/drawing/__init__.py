"""A position as an SVG picture in the game's own art, and the card of a finished game.

`art.json` holds what the pages draw with: `npm run drawing` in `web/` writes it.
"""

from calavera.drawing.card import Unfinished, draw_card
from calavera.drawing.picture import draw
from calavera.drawing.snapshot import (
    Moment,
    UnknownRound,
    moment_of_game,
    moment_of_record,
    moment_of_view,
)

__all__ = [
    "Moment",
    "Unfinished",
    "UnknownRound",
    "draw",
    "draw_card",
    "moment_of_game",
    "moment_of_record",
    "moment_of_view",
]
