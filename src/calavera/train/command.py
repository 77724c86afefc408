"""`calavera train` as a command: options in, a trained network and a status out."""

import argparse
import sys
import time

from calavera.train.checkpoints import claimed
from calavera.train.plan import Plan, kept_plan
from calavera.train.training import Training

FINISHED = 0
INTERRUPTED = 130


def run_train(options: argparse.Namespace) -> int:
    """Begin or resume a run; raises TrainError where it cannot be."""
    sizes = tuple(sorted(set(options.seats)))
    wanted = Plan(sizes, options.seed, annealing=max(1, options.annealing))
    with claimed(options.folder):
        return _train(Training(kept_plan(options.folder, wanted), options.folder), options)


def _train(training: Training, options: argparse.Namespace) -> int:
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
