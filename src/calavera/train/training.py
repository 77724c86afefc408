"""A run of training, segment by segment, each kept when it is done."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from calavera.train.checkpoints import resume_learner, save_learner
from calavera.train.curves import draw_curves
from calavera.train.exploiter import train_exploiter
from calavera.train.learner import Learned, Learner
from calavera.train.matches import score
from calavera.train.network import new_network
from calavera.train.plan import Plan
from calavera.train.pool import EXPLOITER, PAST, Pool
from calavera.train.regulars import REGULARS
from calavera.train.rollout import Rollout

JOURNAL = "journal.jsonl"
CURVES = "curves.svg"
CHECKED_GAMES = 2048
"""Games of each small match after a segment."""


class Training:
    """A run in a folder: begun there, or resumed.

    Each segment begins with new games, so what it brings depends on the checkpoint before it, the
    plan and the number of the segment alone: an interrupted run comes to the same weights.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        torch.set_num_threads(1)
        self.plan = plan
        self._folder = folder
        self._pool = Pool(folder / "pool")
        self.learner = Learner(new_network(max(plan.sizes), plan.seed, plan.hidden), plan.seed)
        self.segment = resume_learner(self.learner, folder)
        self.decisions = self.segment * plan.batches * plan.batch

    def run(self, until: Callable[[], bool], tell: Callable[[str], None]) -> None:
        """Train segment after segment until it is enough."""
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
            self._note(row)
            tell(_line(row))

    def _learn_segment(self) -> Learned:
        plan, learner = self.plan, self.learner
        policies, lineup = self._pool.seat(
            learner.network, learner.average, self.segment, plan.seed
        )
        rollout = Rollout(
            plan.sizes, max(plan.sizes), plan.games, plan.seed * 1_000_003 + self.segment
        )
        settings, learned = plan.settings(self.segment), Learned(0.0, 0.0, 0.0, 0.0)
        for _ in range(plan.batches):
            gathered = rollout.gather(policies, lineup, plan.batch)
            learned = learner.learn(gathered, settings)
        self.decisions += plan.batches * plan.batch
        return learned

    def _check(self) -> dict[str, float]:
        """How the averaged network does against scripted players at its smallest table."""
        seats, network = min(self.plan.sizes), self.learner.average
        found = {}
        for name, number in REGULARS.items():
            among = score(network, number, seats=seats, learners=seats - 1, games=CHECKED_GAMES)
            alone = score(network, number, seats=seats, learners=1, games=CHECKED_GAMES)
            found[f"one_{name}_wins"] = 1.0 - among.wins
            found[f"wins_among_{name}s"] = alone.wins
        return found

    def _fill_pool(self) -> dict[str, float]:
        """A snapshot and an exploiter, where they are due."""
        plan, found = self.plan, dict[str, float]()
        if self.segment % plan.snapshots == 0:
            self._pool.add(PAST, self.learner.network, self.segment)
        if self.segment % plan.exploiters == 0:
            seed = plan.seed * 1_000_003 + self.segment
            exploiter = train_exploiter(self.learner.average, plan, seed)
            self._pool.add(EXPLOITER, exploiter, self.segment)
            for seats in plan.sizes:
                won = score(exploiter, self.learner.average, seats=seats, learners=1)
                found[f"exploiter_gain_{seats}"] = won.wins - 1 / seats
        return found

    def _note(self, row: dict[str, Any]) -> None:
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
