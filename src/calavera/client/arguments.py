"""What the commands `bot` and `table` are asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from calavera.rules import Placement

BOT: Final = "Bots at live tables."

JOIN: Final = """\
Have a bot sit down at a live table and play game after game, until Ctrl-C: then
it leaves, and one of the server's own plays the game to its end. It can be one
of ours by its name, or yours: a class with choose(view, rng).
"""

JOIN_EXAMPLES: Final = """\
examples:
  calavera bot join KRTMWX --bot cautious
  calavera bot join KRTMWX --bot my_module:MyBot --name Magpie
  calavera bot join KRTMWX --bot cautious --server https://skull.example.org
"""

RUN: Final = """\
Have a bot play at several live tables at once, as a TOML file says: which tables
it joins or opens, with whom, how many, how fast. Ctrl-C leaves them properly.
"""

RUN_EXAMPLES: Final = """\
examples:
  calavera bot run magpie.toml

a configuration:
  bot = "magpie:Magpie"            # or "cautious", or "cmd:./engine"
  server = "https://skull.example.org"
  token_file = "tokens.json"
  [lobby]                          # sit down at public tables with people
"""

TABLE: Final = "Tables of a running server."

NEW: Final = """\
Make a table on a running server and print its code and its link. You are its host
until somebody else has been there for a minute without you; with --token-file you
stay who you are in later runs.
"""

NEW_EXAMPLES: Final = """\
examples:
  calavera table new
  calavera table new --players 3 --bots cautious belief --pace fast
  calavera table new --clock 30 --listed --server https://skull.example.org
"""

PACES: Final = ("usual", "fast")

SERVER: Final = "http://127.0.0.1:8000"


def describe_bot_join(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera bot join`."""
    parser.add_argument("code", metavar="CODE", help="the table's code")
    parser.add_argument(
        "--bot",
        required=True,
        metavar="BOT",
        help="a bot's name or level, module:Class from this folder, or cmd:COMMAND",
    )
    _describe_server(parser)
    parser.add_argument(
        "--name",
        metavar="NAME",
        help="what the others call it (its own name, or Guest bot for one of ours)",
    )
    parser.add_argument(
        "--games", type=number, metavar="N", help="leave after N games (default: play on)"
    )
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        help="be the same player in the next run: after a crash it takes its seat again",
    )
    parser.add_argument(
        "--patience",
        type=number,
        default=300,
        metavar="SECONDS",
        help="how long to try to reach a server that is away (300; 20 at the beginning)",
    )


def describe_bot_run(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera bot run`."""
    parser.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file")


def describe_table_new(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera table new`."""
    option, switch = parser.add_argument, argparse.BooleanOptionalAction
    option("--bots", nargs="+", default=[], metavar="BOT", help="bots to seat, by their names")
    option("--players", type=number, default=4, metavar="N", help="chairs, 2 to 12 (4)")
    option("--tribes", type=number, default=1, metavar="N", help="tribes per player, 1 or 2 (1)")
    option(
        "--placement", choices=[placement.value for placement in Placement],
        default=Placement.SIMULTANEOUS.value,
        help="how everybody places the first disc (simultaneous)",
    )  # fmt: skip
    option("--clock", type=number, metavar="SECONDS", help="time for a decision (no clock)")
    option(
        "--reserve", type=number, metavar="SECONDS",
        help="time for the whole game beyond that (60; only with --clock)",
    )  # fmt: skip
    option(
        "--showing", type=number, default=6, metavar="SECONDS",
        help="time for showing discs after a failure (6)",
    )  # fmt: skip
    option("--pace", choices=PACES, default=PACES[0], help="how long bots take for a move (usual)")
    option("--opens", action=switch, default=True, help="open the record to all after a game")
    option("--spectators", action=switch, default=True, help="let others watch")
    option("--listed", action=switch, default=False, help="show the table in the lobby")
    option("--talk", action=switch, default=True, help="have table talk")
    option("--guest-bots", action=switch, default=True, help="let bots of others sit down")
    _describe_server(parser)
    option("--name", metavar="NAME", help="what the others call you")
    option("--token-file", metavar="FILE", help="be the same host in the next run")


def _describe_server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"the server's address ({SERVER})"
    )
