"""A training run, segment by segment, saved after each."""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch

from calavera.train.attention import attention
from calavera.train.checkpoints import read_network, resume_learner, save_learner
from calavera.train.compiled.regulars import REGULARS
from calavera.train.exploiter import train_exploiter
from calavera.train.learner import Learned, Learner
from calavera.train.learning_curves import draw_curves
from calavera.train.network import Network, new_network, slots_of
from calavera.train.plan import Plan
from calavera.train.rollouts.matches import score
from calavera.train.rollouts.pool import EXPLOITER, PAST, Pool
from calavera.train.rollouts.ray_rollout import RayRollout
from calavera.train.rollouts.rollout import Rollout

JOURNAL = "journal.jsonl"
CURVES = "curves.svg"
CHECKED_GAMES = 2048
"""Games of each small match after a segment."""


class Training:
    """A run in a folder, new or resumed.

    Each segment begins with new games, so it depends only on the checkpoint before it, the plan and
    its number: an interrupted run arrives at the same weights.
    """

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        cluster: RayRollout | None = None,
        start: Network | None = None,
    ) -> None:
        torch.set_num_threads(1)
        self._begin_rollout = cluster.begin if cluster else Rollout
        self.plan = plan
        self._folder = folder
        self._pool = Pool(folder / "pool", plan.sitters)
        fresh = new_network(max(plan.sizes), plan.seed, plan.hidden)
        network = start or fresh
        seen = attention(plan.attention, slots_of(network))
        self.learner = Learner(network, plan.seed, seen)
        self.segment = resume_learner(self.learner, folder)
        self.decisions = self.segment * plan.batches * plan.batch

    def run(self, until: Callable[[], bool], tell: Callable[[str], None]) -> None:
        """Train segment after segment until `until` returns true."""
        while not until():
            began, cpu = time.monotonic(), time.process_time()
            learned = self._learn_segment()
            spent = time.process_time() - cpu
            self.segment += 1
            row = {
                "segment": self.segment,
                "decisions": self.decisions,
                "entropy_bonus": self.plan.settings(self.segment - 1).entropy,
                **learned._asdict(),
                "cpu_seconds": spent,
                **self._check(),
                **self._fill_pool(),
            }
            save_learner(self.learner, self.segment, self._folder)
            row["seconds"] = time.monotonic() - began
            self._log(row)
            tell(_line(row))

    def _learn_segment(self) -> Learned:
        plan, learner = self.plan, self.learner
        policies, lineup = self._pool.seat(
            learner.network, learner.average, self.segment, plan.seed
        )
        rollout = self._begin_rollout(
            plan.sizes,
            slots_of(learner.network),
            plan.games,
            plan.seed * 1_000_003 + self.segment,
            solved=plan.solved,
            endings=plan.endings,
        )
        learned = learner.learn_all(
            lambda: rollout.gather(policies, lineup, plan.batch),
            plan.batches,
            plan.settings(self.segment),
            f"segment {self.segment + 1}",
        )
        self.decisions += plan.batches * plan.batch
        return learned

    def _check(self) -> dict[str, float]:
        """The averaged network's results against scripted players at its smallest table."""
        seats, network = max(3, min(self.plan.sizes)), self.learner.average
        match = partial(score, network, seats=seats, games=CHECKED_GAMES, solved=self.plan.solved)
        found = {}
        for name, number in REGULARS.items():
            among, alone = match(number, learners=seats - 1), match(number, learners=1)
            found[f"one_{name}_wins"] = 1.0 - among.wins
            found[f"wins_among_{name}s"] = alone.wins
        return found

    def _fill_pool(self) -> dict[str, float]:
        """Add a snapshot and an exploiter to the pool when they are due."""
        plan, found = self.plan, dict[str, float]()
        if self.segment % plan.snapshots == 0:
            self._pool.add(PAST, self.learner.network, self.segment)
        if self.segment % plan.exploiters == 0:
            seed = plan.seed * 1_000_003 + self.segment
            before = self._pool.members(EXPLOITER, self.segment)
            start = read_network(before[-1]) if before else self.learner.average
            exploiter = train_exploiter(start, self.learner.average, plan, seed)
            self._pool.add(EXPLOITER, exploiter, self.segment)
            for seats in plan.sizes:
                won = score(
                    exploiter, self.learner.average, seats=seats, learners=1, solved=plan.solved
                )
                found[f"exploiter_gain_{seats}"] = won.wins - 1 / seats
        return found

    def _log(self, row: dict[str, Any]) -> None:
        path = self._folder / JOURNAL
        with path.open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(row) + "\n")
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        (self._folder / CURVES).write_text(draw_curves(rows), encoding="utf-8")


def _line(row: dict[str, Any]) -> str:
    """A segment in one line."""
    regulars = ", ".join(
        f"{name} {100 * row[f'one_{name}_wins']:.0f}/{100 * row[f'wins_among_{name}s']:.0f}"
        for name in REGULARS
    )
    gains = [
        f"exploiter at {key.rsplit('_', 1)[1]} {100 * gain:+.1f}"
        for key, gain in row.items()
        if key.startswith("exploiter_gain")
    ]
    return "; ".join(
        [
            f"segment {row['segment']}: {row['decisions'] / 1e6:.1f} M decisions",
            f"entropy {row['entropy']:.2f}, from magnet {row['magnet_distance']:.4f}",
            f"one of/among % {regulars}",
            *gains,
            f"{row['seconds']:.0f} s ({row['cpu_seconds']:.0f} CPU)",
        ]
    )
