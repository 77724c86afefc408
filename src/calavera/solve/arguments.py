"""Command-line options of `solve`; imports nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

SOLVE: Final = """\
Solve two-player Skull. Give a position at the start of a round, the player who
begins first: the discs of each as F, S or ? (unknown), a slash and the wins.
Prints the probability that the first player wins, with proven bounds, and an
optimal strategy for both.
"""

SOLVE_EXAMPLES: Final = """\
examples:
  calavera solve FFFS FFFS               the whole game
  calavera solve FS/1 "F?/1"             a known skull against one that may be gone
  calavera solve "??/1 ??/1" --beliefs 0.3 0.9
  calavera solve "???/1 ???/0" --plot beliefs.svg
  calavera solve "? ? ?" --seconds 60    three players: a profile and its NashConv
  calavera solve build --jobs 2          solve all positions again; Ctrl-C, then resume
  calavera solve check                   verify the proof: every plan against its best response

Without --beliefs, an unknown skull is as likely as after blind picks alone: 75 %
with three discs, 50 % with two, 25 % with one. In the answer, a is the player
who begins and b the other: a1 is a bid of 1, a? another disc face down.
"""


def describe_solve(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera solve`."""
    parser.add_argument(
        "what", nargs="+", metavar="POSITION", help="seats such as FFS/1 F?/0; or build; or check"
    )
    parser.add_argument(
        "--beliefs", nargs=2, type=_share, metavar=("P", "Q"),
        help="probabilities, 0 to 1, that the first and the second player have their skull",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=number, default=30, metavar="S",
        help="time to improve a profile of three players or more (30)",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="include what is unlikely")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument("--plot", type=Path, metavar="OUT.svg", help="draw the value as an SVG")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR",
        help="folder for the positions that build has solved (solved)",
    )  # fmt: skip
    parser.add_argument(
        "--booklet",
        type=Path,
        metavar="FILE",
        help="the booklet to read, check or build (the packaged one)",
    )
    parser.add_argument(
        "--jobs",
        type=number,
        default=1,
        metavar="J",
        help="worker processes; 0 means one per core (1)",
    )
    parser.add_argument(
        "--tolerance", type=_share, default=0.0001, metavar="T",
        help="largest gap between the bounds of a position (0.0001)",
    )  # fmt: skip


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return share
