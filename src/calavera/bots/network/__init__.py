"""Bots that learned by self-play, in standard-library Python.

`tracker` follows the public play, `inputs` computes a network's inputs, `choices` maps its outputs
to actions; `calavera.train` has the same, compiled, and a test compares the two at every decision
of random games. `weights_file` reads exported weights, `policy` is the mixed strategy of a network
and a `temper`, `reader` infers skulls from it, and `network_bot` is the bot.
"""

from calavera.bots.network.choices import action_of_choice, legal_choices
from calavera.bots.network.inputs import inputs
from calavera.bots.network.network_bot import Advice, NetworkBot, Thought
from calavera.bots.network.policy import Mix, Option, Policy
from calavera.bots.network.tracker import Tracker

__all__ = [
    "Advice", "Mix", "NetworkBot", "Option", "Policy", "Thought", "Tracker", "action_of_choice",
    "inputs", "legal_choices",
]  # fmt: skip
