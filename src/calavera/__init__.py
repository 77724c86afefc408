"""Calavera: the game of Skull, complete.

The names a newcomer needs, `Game` first; `calavera.rules` has the rest of the game,
`calavera.record` reads and writes games.
"""

from calavera.record.game import Game
from calavera.rules import (
    PUBLIC,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
    view,
)
from calavera.rules.view import View

__version__ = "0.1.0"

__all__ = [
    "PUBLIC",
    "Game",
    "State",
    "chance_outcomes",
    "decide",
    "evolve",
    "legal_actions",
    "new_game",
    "redact",
    "set_up",
    "view",
]


def _repr_svg_(shown: Game | View) -> str:
    """A picture for notebooks."""
    from calavera.drawing import draw, moment_of_game, moment_of_view  # noqa: PLC0415  on demand

    return draw(moment_of_game(shown) if isinstance(shown, Game) else moment_of_view(shown))


# The drawing lies above rules and records, which therefore cannot import it; this package can.
for _drawn in (Game, View):
    setattr(_drawn, _repr_svg_.__name__, _repr_svg_)
