"""The spaces of actions and observations; `docs/arrays.md` explains each number."""

import numpy
from gymnasium.spaces import Box, Dict, Discrete

from calavera.arena.simulator import ACTIONS, OBSERVATION


def action_space() -> Discrete:
    """The numbers of all actions at any table."""
    return Discrete(ACTIONS)


def observation_space() -> Dict:
    """What a player knows, and its legal actions: a secret, as they tell of its hand."""
    return Dict(
        {
            "observation": Box(0, 127, (OBSERVATION,), numpy.int8),
            "action_mask": Box(0, 1, (ACTIONS,), numpy.int8),
        }
    )
