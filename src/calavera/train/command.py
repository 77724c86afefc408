"""`calavera train` as a command: options in, a trained network and a status out."""

import argparse
import os
import sys
import time

from calavera.train.checkpoints import claimed, read_network
from calavera.train.errors import TrainError
from calavera.train.exploiter import Exploiting
from calavera.train.network import new_network, slots_of
from calavera.train.plan import Plan, kept_plan
from calavera.train.rollouts.ray_rollout import RayRollout
from calavera.train.training import Training

FINISHED = 0
INTERRUPTED = 130


def run_train(options: argparse.Namespace) -> int:
    """Begin or resume a run; raises TrainError."""
    sizes = tuple(sorted(set(options.seats)))
    wanted = Plan(
        sizes,
        options.seed,
        hidden=max(1, options.hidden),
        solved=options.solved,
        attention=options.attention,
        annealing=max(1, options.annealing),
        entropy=_range("--entropy", options.entropy),
        magnet=_range("--magnet", options.magnet),
        rate=_range("--rate", options.rate),
        rnad=options.rnad,
        endings=_share("--endings", options.endings),
        sitters=_share("--sitters", options.sitters),
    )
    with claimed(options.folder):
        plan = kept_plan(options.folder, wanted)
        start = read_network(options.start, max(sizes)) if options.start else None
        if options.exploit is None:
            cluster = RayRollout(options.ray, os.cpu_count() or 1) if options.ray else None
            try:
                return _train(Training(plan, options.folder, cluster, start), options)
            finally:
                if cluster is not None:
                    cluster.close()
        victim = read_network(options.exploit, max(sizes))
        if options.from_scratch:
            start = new_network(slots_of(victim), plan.seed, plan.hidden)
        return _train(Exploiting(victim, plan, options.folder, start or victim), options)


def _range(option: str, ends: list[float]) -> tuple[float, float]:
    """Two strengths; TrainError where they cannot be annealed in even ratios."""
    first, last = ends
    if not (0 < first < 10 and 0 < last < 10):
        raise TrainError(f"{option} {first} {last}: both must be above 0 and below 10")
    return first, last


def _share(option: str, share: float) -> float:
    if not 0 <= share < 1:
        raise TrainError(f"{option} {share}: must be at least 0 and below 1")
    return share


def _train(training: Training | Exploiting, options: argparse.Namespace) -> int:
    began = time.monotonic()

    def is_enough() -> bool:
        if options.segments is not None and training.segment >= options.segments:
            return True
        return options.hours is not None and time.monotonic() - began >= 3600 * options.hours

    try:
        training.run(is_enough, lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        print(
            f"calavera: interrupted; the same command resumes after segment {training.segment}",
            file=sys.stderr,
        )
        return INTERRUPTED
    return FINISHED
