"""What a trained network sees and may answer, in standard-library Python.

`tracker` follows the public play, `inputs` makes the numbers a network reads, `choices` turns its
answers into actions. `calavera.train` says the same once more, compiled; a test compares the two
at every decision of random games.
"""

from calavera.bots.champion.choices import action_of_choice, legal_choices
from calavera.bots.champion.inputs import inputs
from calavera.bots.champion.tracker import Tracker

__all__ = ["Tracker", "action_of_choice", "inputs", "legal_choices"]
