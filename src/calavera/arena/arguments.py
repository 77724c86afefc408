"""Command-line options of `arena` and `stats`; imports nothing that is slow to load."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

from calavera.record.arguments import MOST
from calavera.rules import Placement

ARENA: Final = """\
Play a match between bots. The bots fill the seats in every mix, each mix in
every rotation, with the same dice for all of them; the number of games is
rounded up to whole rotations. The same bots, seats, games and seed give the same
result, whatever the number of processes.
"""

ARENA_EXAMPLES: Final = """\
examples:
  calavera arena cautious uniform                       300 games at 4 seats
  calavera arena belief cautious --games 5000 --jobs 8  on eight processes
  calavera arena my_module:MyBot cautious               your own, from this folder
  calavera arena mine:New mine:Old --sprt 0 20 0.05 0.05
  calavera arena "cmd:./engine" cautious --clock 10+0.1 --recover
  calavera arena belief cautious --games 100000 --save long.match
  calavera arena --resume long.match                    after a crash, or Ctrl-C

Ctrl-C ends a match with the result so far, status 130. A bot that raises an
error or breaks a rule ends it too: status 2, and the game is kept in a file.
With --recover it loses that game, and the match goes on.
"""

BOT: Final = "a bot's name or level, module:Class, or cmd:COMMAND for an engine"

STATS: Final = """\
Print statistics of any number of records: success by bid, wins of the first
player, bluffs, flips and players.
"""


def describe_arena(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera arena`."""
    parser.add_argument("bots", nargs="*", metavar="BOT", help=BOT)
    # What makes a match has no default here: a match that is taken up again has its own.
    parser.add_argument("--seats", type=number, metavar="N", help="players at a table, 2 to 12 (4)")
    parser.add_argument("--games", type=number, metavar="G", help="least number of games (300)")
    parser.add_argument(
        "--sprt", nargs=4, type=_decimal, metavar=("ELO0", "ELO1", "ALPHA", "BETA"),
        help="end the match once it is clear whether the first bot is stronger by ELO0 or by ELO1",
    )  # fmt: skip
    parser.add_argument(
        "--starts", type=Path, metavar="FILE",
        help="start from the positions in this file, one a line as FFFS/0 FS/1 -",
    )  # fmt: skip
    parser.add_argument("--seed", type=number, metavar="S", help="seed of all dice (0)")
    parser.add_argument("--tribes", type=number, metavar="N", help="tribes per player, 1 or 2 (1)")
    parser.add_argument(
        "--placement",
        choices=[placement.value for placement in Placement],
        help="how everybody places the first disc (simultaneous)",
    )
    parser.add_argument(
        "--mixes",
        choices=["all", "even"],
        help="with fewer bots than seats: every mix, or only the most even ones (all)",
    )
    parser.add_argument(
        "--jobs",
        type=number,
        default=1,
        metavar="J",
        help="worker processes; 0 means one per core (1)",
    )
    parser.add_argument(
        "--limit", type=_seconds, metavar="SECONDS",
        help="time limit for a move, such as 2 or 0.0005; exceeding it ends the match (none)",
    )  # fmt: skip
    parser.add_argument(
        "--clock", metavar="SECONDS+INCREMENT",
        help="time of a player for a game, such as 60+1, or 60 with no increment; a player without"
        " any loses (none)",
    )  # fmt: skip
    parser.add_argument(
        "--recover", action="store_true",
        help="a fault of a bot loses its game, in place of ending the match",
    )  # fmt: skip
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="run on this Ray cluster; local starts one"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    keep = parser.add_mutually_exclusive_group()
    keep.add_argument(
        "--save", type=Path, metavar="FILE", help="save results to this file as they arrive"
    )
    keep.add_argument(
        "--resume", type=Path, metavar="FILE", help="resume the match saved in this file"
    )
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="write every game to this folder as .skull"
    )


def _decimal(text: str) -> float:
    """The number that an option says; what argparse reports where it says none."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a number; expected a number such as 10 or 0.05"
        )
    return number


def _seconds(text: str) -> float:
    """The seconds that an option says; what argparse reports where it says none."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MOST:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a number of seconds; expected a number such as 2 or 0.5"
        )
    return seconds


def describe_stats(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera stats`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE",
        help="a .skull record, a folder of them, or - for stdin",
    )  # fmt: skip
    parser.add_argument(
        "--jobs",
        type=number,
        default=1,
        metavar="J",
        help="worker processes; 0 means one per core (1)",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--plot", type=Path, metavar="OUT.svg", help="draw them as an SVG")
