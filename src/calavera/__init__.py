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
