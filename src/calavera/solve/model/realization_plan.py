"""A realization plan: what a player does in the round, and which promises it keeps after it.

A plan is made of whole numbers. A flow says how much of the player takes a way, out of `WHOLE`, so
what arrives at a choice is what leaves it, to the last unit, and a proof needs no rounding.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from calavera.bots.ending.booklet import WHOLE
from calavera.solve.model.duel_position import DuelPosition
from calavera.solve.model.flat_tree import flat_round

Flows: TypeAlias = npt.NDArray[np.int64]
Places: TypeAlias = npt.NDArray[np.int32]

KEPT: Final = 0
LOST: Final = 1
"""The columns of `RealizationPlan.discards`."""


class RealizationPlan(NamedTuple):
    """A plan for one round of one position and one role."""

    own: int  # how much of the player has the skull, out of `WHOLE`
    # For each edge of the round how much of the player takes it; nothing on the other's edges.
    edges: Flows
    # For each attempt how much keeps and how much loses a skull that it turned over (R25).
    discards: Flows
    # For each part of a mixture where it belongs: three times the attempt, plus the end.
    leaf: Places
    promise: Places  # which promise of the position that follows there
    weight: Flows  # how much of the player keeps it


def shares_of(position: DuelPosition, role: int, plan: RealizationPlan) -> npt.NDArray[np.float64]:
    """For each edge how likely the player takes it; evenly where its plan never leads."""
    shares = np.zeros(len(plan.edges))
    for first, last in flat_round(position).choice_edges[role].tolist():
        total = int(plan.edges[first:last].sum())
        shares[first:last] = plan.edges[first:last] / total if total else 1.0 / (last - first)
    return shares


def units(share: float) -> int:
    """A share in whole units."""
    return round(share * WHOLE)
