"""What the command `solve` is asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

SOLVE: Final = """\
Two-player Skull, solved. Give a position at the start of a round, the player
who begins first: the discs of each as F, S or ? (not known), a slash and the
wins. The answer is how likely the first player wins, proven from both sides,
and what both should do.
"""

SOLVE_EXAMPLES: Final = """\
examples:
  calavera solve FFFS FFFS               the whole game
  calavera solve FS/1 "F?/1"             a known skull against one that may be gone
  calavera solve "??/1 ??/1" --beliefs 0.3 0.9
  calavera solve "???/1 ???/0" --plot beliefs.svg
  calavera solve "? ? ?" --seconds 60    three players: a profile and its NashConv
  calavera solve build --jobs 2          solve everything anew; Ctrl-C, and resume later
  calavera solve check                   prove it: every plan against its best answer

Where a disc is not known, the skull is as likely as after losses picked blind:
three discs 75 %, two 50 %, one 25 %. --beliefs says otherwise.
In the answer a is the player who begins and b the other: a1 is a bid of 1, a?
another disc face down.
"""


def describe_solve(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera solve`."""
    parser.add_argument(
        "what", nargs="+", metavar="POSITION", help="the seats, as FFS/1 F?/0; or build, or check"
    )
    parser.add_argument(
        "--beliefs", nargs=2, type=_share, metavar=("P", "Q"),
        help="how likely the first and the second have their skull, from 0 to 1",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=number, default=30, metavar="S",
        help="how long to improve a profile of three players or more (30)",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="also what hardly ever happens")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument("--plot", type=Path, metavar="OUT.svg", help="draw the value, too")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR",
        help="where build keeps the positions that it has solved (solved)",
    )  # fmt: skip
    parser.add_argument(
        "--booklet",
        type=Path,
        metavar="FILE",
        help="another booklet than the package's, to read, to check or to build",
    )
    parser.add_argument(
        "--jobs", type=number, default=1, metavar="J", help="processes; 0 is one per core (1)"
    )
    parser.add_argument(
        "--tolerance", type=_share, default=0.0001, metavar="T",
        help="stop when the bounds of a position are nowhere further apart (0.0001)",
    )  # fmt: skip


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1")
    return share
