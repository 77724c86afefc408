"""Inputs of the networks for lower levels.

Beginners do not play at random: they look at their own discs and forget who bid what. So the levels
below the champion are networks trained on fewer inputs.
"""

import torch
from torch import Tensor

from calavera.bots.network.inputs import DISCS, SEAT_INPUTS, TABLE_INPUTS, input_count

_HEIGHT = range(DISCS, 2 * DISCS)
_WINS, _PASSED, _FIRST, _BIDDER, _OPENER, _HAS_BID, _LAST_BID, _FLIPPED = range(
    2 * DISCS, 2 * DISCS + 8
)
OWN = frozenset([*_HEIGHT, _FLIPPED])
TALK = OWN | {_WINS, _PASSED, _FIRST, _BIDDER, _OPENER, _HAS_BID, _LAST_BID}
_SEEN = {"own": OWN, "talk": TALK, "full": frozenset(range(SEAT_INPUTS))}
"""The inputs of every seat that each kind of attention sees."""


def attention(kind: str, slots: int) -> Tensor:
    """Return 1 for each visible input, and 0 for the others."""
    weights = torch.zeros(input_count(slots))
    weights[:TABLE_INPUTS] = 1.0
    for slot in range(slots):
        for place in _SEEN[kind]:
            weights[TABLE_INPUTS + SEAT_INPUTS * slot + place] = 1.0
    return weights
