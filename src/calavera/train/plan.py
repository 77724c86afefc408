"""What a run of training is: everything that its result depends on, as functions of progress."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from calavera.train.errors import TrainError
from calavera.train.learner import Settings

FILE = "run.json"


@dataclass(frozen=True)
class Plan:
    """The settings of a run, kept in its folder. Lengths are counted in segments."""

    sizes: tuple[int, ...]
    """The table sizes that the network is for; each game draws one."""

    seed: int = 0
    hidden: int = 256
    games: int = 1024
    """Games that are played side by side."""

    batch: int = 32_768
    """Decisions that are learned from at once."""

    batches: int = 64
    """Batches in a segment: what is played between two checkpoints."""

    annealing: int = 120
    """Segments until entropy, magnet and learning rate are down to their last values."""

    entropy: tuple[float, float] = (0.25, 0.03)
    magnet: tuple[float, float] = (0.05, 0.2)
    rate: tuple[float, float] = (5e-4, 1e-4)
    snapshots: int = 4
    """Every so manyth segment a copy of the network joins the pool of opponents."""

    exploiters: int = 6
    """Every so manyth segment an exploiter is trained and joins the pool."""

    exploiter_batches: int = 48
    """What an exploiter learns from; decisions of one seat a game."""

    def settings(self, segment: int) -> Settings:
        """How to learn in a segment."""
        done = min(1.0, segment / self.annealing)
        return Settings(
            entropy=_between(self.entropy, done),
            magnet=_between(self.magnet, done),
            rate=_between(self.rate, done),
        )


def _between(ends: Sequence[float], done: float) -> float:
    """A value on the way from one end to the other, in even ratios."""
    first, last = ends
    return float(first * (last / first) ** done)


def kept_plan(folder: Path, wanted: Plan) -> Plan:
    """The plan of a folder, which a new one is given; TrainError where it is another run's."""
    path = folder / FILE
    try:
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(asdict(wanted), indent=2) + "\n", encoding="utf-8")
            return wanted
        kept = json.loads(path.read_text(encoding="utf-8"))
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()
        }
        plan = Plan(**fields)
    except (OSError, ValueError, TypeError) as error:
        raise TrainError(f"{path}: {error}") from None
    if plan.sizes != wanted.sizes or plan.seed != wanted.seed:
        sizes = " ".join(map(str, plan.sizes))
        raise TrainError(
            f"{folder} holds a run for --seats {sizes} --seed {plan.seed}; choose another --folder"
        )
    return plan
