"""What the commands that read records are asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from typing import Final

REPLAY: Final = """\
Show written games: each round, each mat, what each player knew. Every token is checked
against the rules.
"""

PERFT: Final = """\
Count the different sequences of N moves that can follow a record's last move: a
fingerprint to compare two implementations of the rules by.
"""

VERIFY: Final = """\
Check who began and every blind pick by the published formula, as far as the record opens
the secrets. Status 0: something was checked, and all of it fits.
"""


MOST: Final = 999_999_999
"""The highest number that an option takes."""


def natural_number(text: str) -> int:
    """The number that an option says; what argparse reports where it is none."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text[:40]!r} must be a whole number, 0 or more")
    digits = text.lstrip("0") or "0"
    if len(digits) > len(str(MOST)):
        shown = digits if len(digits) <= 20 else f"{digits[:20]}…"
        raise argparse.ArgumentTypeError(f"{shown} is more than {MOST:,}")
    return int(digits)


def describe_replay(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera replay`."""
    parser.description = REPLAY
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .skull record; - is stdin")
    parser.add_argument(
        "--json", action="store_true", help="print the last position of each file, a line each"
    )
    parser.add_argument(
        "--view", metavar="SEAT", help="write the record as that seat saw it (a, b, … or public)"
    )


def describe_perft(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera perft`."""
    parser.description = PERFT
    parser.add_argument("file", metavar="POSITION-FILE", help="a .skull record; - is stdin")
    parser.add_argument("--depth", type=number, required=True, metavar="N", help="how many moves")
    parser.add_argument(
        "--divide", action="store_true", help="print the count behind each first move, too"
    )


def describe_verify(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera verify`."""
    parser.description = VERIFY
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .skull record; - is stdin")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each file")
