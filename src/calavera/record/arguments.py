"""Command-line options of the commands that read records; imports nothing slow to load."""

import argparse
from collections.abc import Callable
from typing import Final

REPLAY: Final = """\
Show recorded games: each round, each mat, what each player knew. Every token is checked
against the rules.
"""

PERFT: Final = """\
Count the different sequences of N moves that can follow a record's last move: a
fingerprint to compare two implementations of the rules by.
"""

VERIFY: Final = """\
Check the first player and every blind pick against the published formula, as far as the
record contains the secrets. Status 0: at least one draw was checked, and all are correct.
"""

THEMES: Final = ("night", "day")
"""The looks of a picture."""

LANGUAGES: Final = ("en", "it", "fr", "de", "es")
"""The languages of its words."""

DRAW: Final = """\
Draw a position of a recorded game as an SVG picture: by default its last one, from the
public viewpoint while the game is not over, and with all discs open once it is.
"""

DRAW_EXAMPLES: Final = """\
examples:
  calavera draw game.skull --svg game.svg
  calavera draw game.skull --round 2 --viewpoint b --svg what-b-knew.svg
  calavera draw game.skull --card --language de --png card.png
"""

MOST: Final = 999_999_999
"""The highest value of a numeric option."""


def natural_number(text: str) -> int:
    """The value of a numeric option; raises ArgumentTypeError for anything else."""
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
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a .skull record; - for standard input"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the last position of each file as JSON, one per line",
    )
    parser.add_argument(
        "--view", metavar="SEAT", help="print the record as that seat saw it (a, b, … or public)"
    )
    parser.add_argument(
        "--step",
        action="store_true",
        help="step through one game on the whole screen, from any viewpoint; needs a terminal",
    )


def describe_perft(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera perft`."""
    parser.description = PERFT
    parser.add_argument(
        "file", metavar="POSITION-FILE", help="a .skull record; - for standard input"
    )
    parser.add_argument("--depth", type=number, required=True, metavar="N", help="number of moves")
    parser.add_argument(
        "--divide", action="store_true", help="also print the count for each first move"
    )


def describe_verify(parser: argparse.ArgumentParser, _: Callable[[str], int]) -> None:
    """The options of `calavera verify`."""
    parser.description = VERIFY
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a .skull record; - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON per file")


def describe_draw(parser: argparse.ArgumentParser, number: Callable[[str], int]) -> None:
    """The options of `calavera draw`."""
    parser.add_argument("file", metavar="FILE", help="a .skull record; - for standard input")
    parser.add_argument(
        "--svg", metavar="FILE", help="where to write it (default: standard output)"
    )
    parser.add_argument(
        "--png", metavar="FILE", help="write a PNG instead; needs the extra calavera[pictures]"
    )
    parser.add_argument("--round", type=number, metavar="N", help="draw the end of this round")
    parser.add_argument(
        "--viewpoint", metavar="SEAT", help="what this seat knew (a, b, … or public, or open)"
    )
    parser.add_argument(
        "--card", action="store_true", help="draw the card of a finished game, 1200 by 630"
    )
    parser.add_argument("--theme", choices=THEMES, default=THEMES[0])
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
