"""Calavera: the game of Skull, complete.

The ten names a newcomer needs; `calavera.rules` has the rest of the game, `calavera.record` reads
and writes games.
"""

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
