"""What the command `play` is asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path

from calavera.rules import Placement
from calavera.rules.setup import SIMULTANEOUS


def describe_play(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera play`."""
    parser.add_argument(
        "--players", type=number, default=4, metavar="N", help="2 to 12, you among them (4)"
    )
    parser.add_argument(
        "--tribes", type=number, default=1, metavar="N", help="tribes per player, 1 or 2 (1)"
    )
    parser.add_argument(
        "--placement",
        choices=[placement.value for placement in Placement],
        default=SIMULTANEOUS.value,
        help="how everybody places the first disc (simultaneous)",
    )
    parser.add_argument("--name", default="You", help="what the others call you")
    parser.add_argument(
        "--seed",
        type=number,
        metavar="N",
        help="the same opponents, names and draws as in that game",
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="keep the game, with every secret, in this file"
    )
    parser.add_argument("--fast", action="store_true", help="no pauses")
