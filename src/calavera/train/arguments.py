"""What the command `train` is asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path

TRAIN = """\
Train a network to play Skull by self-play.

The run is kept in a folder after every segment; the same command resumes it. Ctrl-C loses the
segment under way and nothing else."""

TRAIN_EXAMPLES = """\
examples:
  calavera train --seats 3 --folder training/3 --hours 2
  calavera train --seats 3 4 5 6 --folder training/all"""


def describe_train(parser: argparse.ArgumentParser, natural_number: Callable[[str], int]) -> None:
    """Add the options of `train`."""
    parser.add_argument(
        "--seats", type=int, nargs="+", default=[3], choices=range(3, 7), metavar="N",
        help="table sizes to train for, 3 to 6; one network plays them all (3)",
    )  # fmt: skip
    parser.add_argument(
        "--folder", type=Path, required=True, help="where the run is kept, and resumed from"
    )
    parser.add_argument("--hours", type=float, help="stop after this time (never)")
    parser.add_argument(
        "--segments", type=natural_number, help="stop once this many segments are done (never)"
    )
    parser.add_argument(
        "--annealing", type=natural_number, default=120, metavar="SEGMENTS",
        help="segments until entropy and learning rate are at their last values (120)",
    )  # fmt: skip
    parser.add_argument("--seed", type=natural_number, default=0, help="other dice (0)")
