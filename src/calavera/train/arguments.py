"""Command-line options of `train`; imports nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path

TRAIN = """\
Train a network to play Skull by self-play.

The run is saved to a folder after every segment; the same command resumes it. Ctrl-C loses only
the current segment."""

TRAIN_EXAMPLES = """\
examples:
  calavera train --seats 3 --folder training/3 --hours 2
  calavera train --seats 3 4 5 6 --folder training/all
  calavera train --seats 3 --folder training/exploiter --exploit training/3/latest.pt"""


def describe_train(parser: argparse.ArgumentParser, natural_number: Callable[[str], int]) -> None:
    """Add the options of `train`."""
    parser.add_argument(
        "--seats", type=int, nargs="+", default=[3], choices=range(2, 7), metavar="N",
        help="table sizes to train for, 2 to 6; one network plays them all (3)",
    )  # fmt: skip
    parser.add_argument(
        "--folder",
        type=Path,
        required=True,
        help="folder to save the run to, and to resume it from",
    )
    parser.add_argument("--hours", type=float, help="stop after this many hours (never)")
    parser.add_argument(
        "--segments", type=natural_number, help="stop once this many segments are done (never)"
    )
    parser.add_argument(
        "--annealing", type=natural_number, default=43, metavar="SEGMENTS",
        help="segments until entropy and learning rate reach their final values (43)",
    )  # fmt: skip
    parser.add_argument(
        "--hidden", type=natural_number, default=256, metavar="UNITS",
        help="width of each of the two hidden layers (256)",
    )  # fmt: skip
    parser.add_argument(
        "--solved", action="store_true",
        help="end games at two players, with the value of the solved tables (play on)",
    )  # fmt: skip
    parser.add_argument(
        "--attention", choices=["own", "talk", "full"], default="full",
        help="inputs of the network: its own discs, bids as well, or everything (full)",
    )  # fmt: skip
    parser.add_argument(
        "--entropy", type=float, nargs=2, default=[0.25, 0.02], metavar=("FIRST", "LAST"),
        help="entropy bonus at the beginning and after annealing (0.25 0.02)",
    )  # fmt: skip
    parser.add_argument(
        "--magnet", type=float, nargs=2, default=[0.01, 0.1], metavar=("FIRST", "LAST"),
        help="strength of the magnet at the beginning and after annealing (0.01 0.1)",
    )  # fmt: skip
    parser.add_argument(
        "--rate", type=float, nargs=2, default=[1e-3, 1e-4], metavar=("FIRST", "LAST"),
        help="learning rate at the beginning and after annealing (0.001 0.0001)",
    )  # fmt: skip
    parser.add_argument(
        "--endings", type=float, default=0.0, metavar="SHARE",
        help="share of games that begin late, with fewer discs and some successes (0)",
    )  # fmt: skip
    parser.add_argument(
        "--sitters", type=float, default=0.04, metavar="SHARE",
        help="share of games with players that bid late or never (0.04)",
    )  # fmt: skip
    parser.add_argument(
        "--start", type=Path, metavar="WEIGHTS",
        help="start a new run from a checkpoint or from exported weights (random)",
    )  # fmt: skip
    parser.add_argument(
        "--rnad", type=natural_number, default=0, metavar="BATCHES",
        help="use regularised Nash dynamics, with a new magnet every N batches (off)",
    )  # fmt: skip
    parser.add_argument(
        "--exploit", type=Path, metavar="CHECKPOINT",
        help="train an exploiter of this frozen network, starting from its weights (or --start)",
    )  # fmt: skip
    parser.add_argument(
        "--from-scratch", action="store_true", help="start the exploiter from random weights"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster; local starts one here"
    )
    parser.add_argument("--seed", type=natural_number, default=0, help="random seed (0)")
