"""What the command `bot` is asked with. Needs nothing that is slow to load."""

import argparse
from collections.abc import Callable
from typing import Final

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

SERVER: Final = "http://127.0.0.1:8000"


def describe_bot_join(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera bot join`."""
    parser.add_argument("code", metavar="CODE", help="the table's code")
    parser.add_argument(
        "--bot", required=True, metavar="BOT", help="a bot's name, or module:Class from this folder"
    )
    parser.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"the server's address ({SERVER})"
    )
    parser.add_argument("--name", metavar="NAME", help="what the others call it (the bot's own)")
    parser.add_argument(
        "--games", type=number, metavar="N", help="leave after so many games (play on and on)"
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
