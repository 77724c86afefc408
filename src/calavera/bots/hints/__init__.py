"""Hints for a person: what the strongest bot would consider in their place, and why.

`reasons` lists what can be said, as codes with numbers that an interface puts into words,
`knowledge` is what one player knows, `choosing` picks the reasons that matter now, `engine` asks
the bot, and `adviser` makes a hint of its answer. A hint is a function of what its player has seen
and knows.
"""

from calavera.bots.hints.adviser import Adviser, Considered, Hint, hint_of
from calavera.bots.hints.engine import Consultation, Engine
from calavera.bots.hints.reason_codes import REASONS, HintReason
from calavera.bots.hints.weighing import MOST_REASONS

__all__ = [
    "MOST_REASONS",
    "REASONS",
    "Adviser",
    "Considered",
    "Consultation",
    "Engine",
    "Hint",
    "HintReason",
    "hint_of",
]
