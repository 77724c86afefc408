"""Self-play on a Ray cluster: every CPU plays a part of each batch."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import torch

from calavera.arena.runner.ray_crew import connected
from calavera.train.compiled.lockstep import Gathered, Lineup
from calavera.train.rollouts.rollout import Policy, Rollout


class RayRollout:
    """The games of a segment, spread over workers that persist between segments."""

    def __init__(self, address: str, jobs: int) -> None:
        self._ray = connected(address, jobs)
        count = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        worker = self._ray.remote(_Worker).options(num_cpus=1, scheduling_strategy="SPREAD")
        self._workers = [worker.remote() for _ in range(count)]

    def close(self) -> None:
        """Disconnect from the cluster."""
        self._ray.shutdown()

    def begin(
        self, sizes: Sequence[int], slots: int, games: int, seed: int, **more: Any
    ) -> "RayRollout":
        """Begin new games on all workers."""
        share = -(-games // len(self._workers))
        for number, worker in enumerate(self._workers):
            worker.begin.remote(sizes, slots, share, seed + (number << 40), more)
        return self

    def gather(self, policies: Mapping[int, Policy], lineup: Lineup, decisions: int) -> Gathered:
        """Play until finished games have at least `decisions` decisions of the learner."""
        asked = self._ray.put((policies, lineup, -(-decisions // len(self._workers))))
        parts = self._ray.get([worker.gather.remote(asked) for worker in self._workers])
        return Gathered(*map(numpy.concatenate, zip(*parts, strict=True)))


class _Worker:
    """One process of the cluster."""

    def begin(
        self, sizes: Sequence[int], slots: int, games: int, seed: int, more: dict[str, Any]
    ) -> None:
        torch.set_num_threads(1)
        self._rollout = Rollout(sizes, slots, games, seed, **more)

    def gather(self, asked: tuple[Mapping[int, Policy], Lineup, int]) -> Gathered:
        policies, (shares, opponents, learners, scores), decisions = asked
        # Arrays from Ray are read-only.
        lineup = Lineup(shares.copy(), opponents.copy(), learners.copy(), scores.copy())
        return self._rollout.gather(policies, lineup, decisions)
