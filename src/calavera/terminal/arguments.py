"""What the commands `play` and `rules` are asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path

from calavera.rules import Placement
from calavera.rules.setup import SIMULTANEOUS

USUAL_PLAYERS = 4


def describe_play(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera play`."""
    parser.add_argument(
        "--players",
        type=number,
        metavar="N",
        help="2 to 12, you among them (4, or as many as --against names, and you)",
    )
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--against",
        nargs="+",
        default=(),
        metavar="BOT",
        help="who sits clockwise from you: names that calavera bots lists, or module:Class; "
        "from the first again where they are fewer than the seats",
    )
    others.add_argument(
        "--level",
        default="easy",
        help="or how hard all of them are to beat: easy, medium, advanced, hard (easy)",
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
        "--seed", type=number, metavar="N", help="the same names and draws as in that game"
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="keep the game, with every secret, in this file"
    )
    parser.add_argument("--fast", action="store_true", help="no pauses")


def players_asked_for(players: int | None, against: int) -> int:
    """How many sit down, where so many opponents are named; raises ValueError for too many."""
    if players is None:
        return against + 1 if against > 1 else USUAL_PLAYERS
    if against > players - 1:
        raise ValueError(f"--against names {against}; with --players {players} that is too many")
    return players


def describe_rules(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera rules`."""
    parser.add_argument("numbers", nargs="*", metavar="RULE", help="only these, as R24")
