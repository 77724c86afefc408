"""The plan of a training run: all settings that determine its result."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from calavera.train.errors import TrainError
from calavera.train.learner import Settings

FILE = "run.json"
RNAD_STRENGTH = 0.2


@dataclass(frozen=True)
class Plan:
    """The settings of a run, saved in its folder. Lengths are in segments."""

    sizes: tuple[int, ...]
    """The table sizes to train for; each game draws one."""

    seed: int = 0
    hidden: int = 256
    solved: bool = False
    """Whether games end where two players are left, with the value of the solved tables."""

    attention: str = "full"
    """What the network sees, see `calavera.train.attention`."""

    games: int = 1024
    """Games played in parallel."""

    batch: int = 32_768
    """Decisions per batch."""

    batches: int = 64
    """Batches per segment, which is the interval between checkpoints."""

    annealing: int = 43
    """Segments until entropy, magnet and learning rate reach their final values."""

    entropy: tuple[float, float] = (0.25, 0.02)
    magnet: tuple[float, float] = (0.01, 0.1)
    rate: tuple[float, float] = (1e-3, 1e-4)
    rnad: int = 0
    """Batches between magnets in regularised Nash dynamics; 0 means mirror descent."""

    endings: float = 0.0
    """The share of games that begin where discs and successes were already lost and won."""

    sitters: float = 0.04
    """The share of games with scripted players that sit and wait."""

    snapshots: int = 4
    """Segments between copies of the network that join the pool of opponents."""

    exploiters: int = 4
    """Segments between exploiters that are trained and join the pool."""

    exploiter_batches: int = 64
    """Batches that an exploiter learns from, with decisions of one seat per game."""

    def settings(self, segment: int) -> Settings:
        """The learner's settings for a segment."""
        done = min(1.0, segment / self.annealing)
        rate = _between(self.rate, done)
        if self.rnad:
            return Settings(entropy=0.0, magnet=RNAD_STRENGTH, rate=rate, rnad_batches=self.rnad)
        return Settings(
            entropy=_between(self.entropy, done), magnet=_between(self.magnet, done), rate=rate
        )


def _between(ends: Sequence[float], done: float) -> float:
    """A value between two ends, interpolated geometrically."""
    first, last = ends
    return float(first * (last / first) ** done)


def kept_plan(folder: Path, wanted: Plan) -> Plan:
    """The saved plan of a folder, or the wanted one; raises TrainError if they conflict."""
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
