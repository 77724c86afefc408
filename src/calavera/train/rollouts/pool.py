"""Opponents of the learner: itself, earlier selves, exploiters, and the scripted regulars."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from calavera.train.checkpoints import read_network, save
from calavera.train.compiled.lockstep import LEARNER, Lineup
from calavera.train.compiled.regulars import COUNTER, RANDOM, SITTER
from calavera.train.network import Network, NetworkPolicy
from calavera.train.rollouts.rollout import Company, Policy, lineup_of

PAST: Final = "past"
EXPLOITER: Final = "exploiter"

_SEATED: Final = {1: PAST, 2: PAST, 3: EXPLOITER, 4: EXPLOITER}
"""The indices of the learner's opponent networks, and their kinds."""


def company(sitters: float) -> tuple[Company, ...]:
    """How often the learner plays each opponent; `sitters` is the share of both kinds of sitter."""
    others = (
        Company(0.56, LEARNER),
        Company(0.07, 1),
        Company(0.07, 2),
        Company(0.13, 3),
        Company(0.06, 4),
        Company(0.11, RANDOM),
    )
    rest = [each._replace(share=each.share * (1 - sitters)) for each in others]
    return (*rest, Company(sitters / 2, SITTER), Company(sitters / 2, COUNTER))


class Pool:
    """Networks in a folder, by kind and by the segment after which they joined."""

    def __init__(self, folder: Path, sitters: float) -> None:
        self._folder = folder
        self._company = company(sitters)

    def add(self, kind: str, network: Network, segment: int) -> None:
        """Add a network."""
        save(network.state_dict(), self._folder / f"{kind}-{segment:05}.pt")

    def members(self, kind: str, segment: int) -> list[Path]:
        """The members that joined before a segment; an interrupted run may have later ones."""
        found = sorted(self._folder.glob(f"{kind}-*.pt"))
        return [path for path in found if int(path.stem.split("-")[1]) <= segment]

    def seat(
        self, learner: Network, substitute: Network, segment: int, seed: int
    ) -> tuple[Mapping[int, Policy], Lineup]:
        """Draw the networks of a segment, always including the latest exploiter.

        The substitute plays for a kind without members.
        """
        rng = random.Random(f"{seed}/{segment}")
        policies: dict[int, Policy] = {LEARNER: NetworkPolicy(learner)}
        for number, kind in _SEATED.items():
            members = self.members(kind, segment)
            newest = kind == EXPLOITER and _SEATED.get(number - 1) != kind
            path = members[-1] if members and newest else rng.choice(members or [None])
            network = substitute if path is None else read_network(path)
            policies[number] = NetworkPolicy(network)
        return policies, lineup_of(self._company)
