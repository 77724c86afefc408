"""Opponents of the learner: itself, earlier selves, exploiters, and the scripted regulars."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from calavera.train.checkpoints import read_network, save
from calavera.train.lockstep import LEARNER, Lineup
from calavera.train.network import Network, NetworkPolicy
from calavera.train.regulars import REGULARS
from calavera.train.rollout import Company, Policy, lineup_of

PAST: Final = "past"
EXPLOITER: Final = "exploiter"

_SEATED: Final = {1: PAST, 2: PAST, 3: EXPLOITER, 4: EXPLOITER}
"""The numbers of the networks that sit with the learner, and where they come from."""

COMPANY: Final = (
    Company(0.6, LEARNER),
    Company(0.1, 1),
    Company(0.1, 2),
    Company(0.06, 3),
    Company(0.06, 4),
    *[Company(0.02, number) for number in REGULARS.values()],
)
"""How often the learner plays whom."""


class Pool:
    """Networks in a folder, by kind and by the segment after which they joined."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, kind: str, network: Network, segment: int) -> None:
        """Have a network join."""
        save(network.state_dict(), self._folder / f"{kind}-{segment:05}.pt")

    def members(self, kind: str, segment: int) -> list[Path]:
        """Those that have joined before a segment; an interrupted run may hold later ones."""
        found = sorted(self._folder.glob(f"{kind}-*.pt"))
        return [path for path in found if int(path.stem.split("-")[1]) <= segment]

    def seat(
        self, learner: Network, substitute: Network, segment: int, seed: int
    ) -> tuple[Mapping[int, Policy], Lineup]:
        """Who plays in a segment: drawn anew for each, the latest exploiter always among them.

        The substitute plays for a kind of which there is nobody yet.
        """
        rng = random.Random(f"{seed}/{segment}")
        policies: dict[int, Policy] = {LEARNER: NetworkPolicy(learner)}
        for number, kind in _SEATED.items():
            members = self.members(kind, segment)
            newest = kind == EXPLOITER and _SEATED.get(number - 1) != kind
            path = members[-1] if members and newest else rng.choice(members or [None])
            network = substitute if path is None else read_network(path)
            policies[number] = NetworkPolicy(network)
        return policies, lineup_of(COMPANY)
