"""Command-line options of `calavera puzzles`; imports nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

GROUP: Final = "Puzzles: positions in which one decision is clearly right."

SHOW: Final = """\
Show the puzzle of a day: the game as one player saw it, and what that player can do. The same
puzzle for everybody, from the date alone.
"""

MAKE: Final = """\
Make puzzles out of games of bots: decisions in which one move is clearly better than all others,
exactly where two players are left, by two networks elsewhere. The same numbers give the same file.
"""


def describe_show(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera puzzles show`."""
    parser.add_argument("--day", metavar="DATE", help="a date such as 2026-11-18 (today)")
    parser.add_argument("--answer", action="store_true", help="show the answer and why")


def describe_make(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera puzzles make`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write them (.json.gz)")
    parser.add_argument(
        "--count", type=number, default=330, metavar="N", help="number of puzzles (330)"
    )
    parser.add_argument(
        "--seed", type=number, default=5_000_000, metavar="N", help="the first game (5000000)"
    )
