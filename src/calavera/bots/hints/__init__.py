"""Hints for a person: what the strongest bot would consider in their place, and why.

`reasons` lists what can be said, as codes with numbers that an interface puts into words,
`knowledge` is what one player knows, `weighing` picks the reasons that matter now, `engine` asks
the bot, `solved` has the best answer where two are left and the bot's plan says nothing, and
`adviser` makes a hint of it. A hint is a function of what its player has seen and knows.
"""

from calavera.bots.hints.adviser import Adviser, Considered, Hint, hint_of
from calavera.bots.hints.engine import Consultation, Engine
from calavera.bots.hints.reason_codes import REASONS, HintReason
from calavera.bots.hints.solved import Ending, settled
from calavera.bots.hints.weighing import MOST_REASONS

__all__ = [
    "MOST_REASONS",
    "REASONS",
    "Adviser",
    "Considered",
    "Consultation",
    "Ending",
    "Engine",
    "Hint",
    "HintReason",
    "hint_of",
    "settled",
]
