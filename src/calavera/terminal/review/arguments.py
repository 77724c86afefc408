"""Command-line options of `calavera review`; imports nothing that is slow to load."""

import argparse
from collections.abc import Callable
from typing import Final

REVIEW: Final = """\
Review a finished game: what each player gave up at each decision, from what they knew, what was
luck, everybody's chance to win step by step, and the key moments.
"""

REVIEW_EXAMPLES: Final = """\
examples:
  calavera review game.skull           the key moments, the curve and the costly decisions
  calavera review game.skull --all     every decision
  calavera review game.skull --json    one JSON object (docs/review.md)
"""


def describe_review(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera review`."""
    parser.add_argument(
        "file", metavar="GAME.skull", help="a full record of a finished game; - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print the review as one JSON object")
    parser.add_argument("--all", action="store_true", help="list every decision, not only errors")
