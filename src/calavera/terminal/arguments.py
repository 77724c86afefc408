"""Command-line options of `play` and `rules`; imports nothing that is slow to load."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final

from calavera.client.arguments import SERVER
from calavera.rules import Placement
from calavera.rules.model.setup import SIMULTANEOUS

USUAL_PLAYERS = 4
NEW: Final = "new"
"""In place of a code; codes are longer."""
USUAL_LEVEL: Final = "easy"
USUAL_NAME: Final = "You"

SHELLS: Final = ("bash", "zsh", "fish")

COMPLETION: Final = """\
Print a script that completes commands, options, bots and file names in a shell.
"""

COMPLETION_EXAMPLES: Final = """\
examples:
  eval "$(calavera completion bash)"     in ~/.bashrc
  eval "$(calavera completion zsh)"      in ~/.zshrc, after compinit
  calavera completion fish | source      in ~/.config/fish/config.fish
"""


def describe_play(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera play`."""
    parser.add_argument(
        "--players",
        type=number,
        metavar="N",
        help="number of players including you, 2 to 12 (4, or one more than --against names)",
    )
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--against",
        nargs="+",
        default=(),
        metavar="BOT",
        help="your opponents, clockwise from you: names from calavera bots, or module:Class; "
        "the list repeats until every seat is taken",
    )
    others.add_argument(
        "--level",
        help="strength of all opponents: easy, medium, advanced, hard or expert (the full screen"
        " asks; otherwise easy)",
    )
    parser.add_argument(
        "--temper", help="with --level: cautious, bold, honest or trickster (one of each)"
    )
    parser.add_argument(
        "--tribes", type=number, default=1, metavar="N", help="tribes per player: 1 or 2 (1)"
    )
    parser.add_argument(
        "--placement",
        choices=[placement.value for placement in Placement],
        default=SIMULTANEOUS.value,
        help="order of placing the first discs (simultaneous)",
    )
    parser.add_argument("--name", default=USUAL_NAME, help="your name at the table (You)")
    parser.add_argument(
        "--seed", type=number, metavar="N", help="repeat the names and draws of an earlier game"
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="save the game with all its secrets to FILE"
    )
    parser.add_argument(
        "--table",
        metavar="CODE",
        help="sit down at a live table instead, by its code, or open one with --table new",
    )
    parser.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"the server of that table ({SERVER})"
    )
    parser.add_argument(
        "--token-file", metavar="FILE", help="with --table: be the same player in the next run"
    )
    parser.add_argument("--fast", action="store_true", help="do not pause between moves")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="line by line, as on anything but a terminal; for screen readers",
    )
    parser.add_argument(
        "--no-motion", dest="motion", action="store_false", help="do not animate the discs"
    )


def players_asked_for(players: int | None, against: int) -> int:
    """The number of players for `against` named opponents; raises ValueError for too many."""
    if players is None:
        return against + 1 if against > 1 else USUAL_PLAYERS
    if against > players - 1:
        raise ValueError(
            f"--against names {against} bots; --players {players} has room for {players - 1}"
        )
    return players


def describe_rules(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera rules`."""
    parser.add_argument(
        "numbers", nargs="*", metavar="RULE", help="print only these rules, such as R24"
    )


def describe_completion(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera completion`."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads the script")
