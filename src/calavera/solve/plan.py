"""How a player keeps a promise: what it does in the round, and what it promises itself after it."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Shares: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.int32]


class Plan(NamedTuple):
    """A plan for one round of one position and one role."""

    own: float
    """The share of the player that has the skull."""

    edges: Shares
    """For each edge of the round how likely it is taken; nothing on the other's edges."""

    keep: Shares
    """For each attempt how often the skull is kept if one's own was turned over (R25)."""

    leaf: Places
    """For each part of a mixture where it belongs: three times the attempt, plus the end."""

    promise: Places
    """Which promise of the position that follows there."""

    weight: Shares
    """How much of the player keeps it."""
