"""The command `completion`: what a shell needs to complete `calavera`'s words."""

import argparse
from collections.abc import Iterable
from typing import Final

import shtab

from calavera.bots import BOTS, EVERY_BOT, Strength
from calavera.bots.characters import TEMPERS
from calavera.command_line import command_line

_FILES: Final = ("FILE", ".skull", ".svg", "CONFIG")
_FOLDER: Final = "DIR"

_WORDS: Final[dict[str, Iterable[str]]] = {
    "--level": [level.value for level in Strength if level is not Strength.YARDSTICK],
    "--temper": [*TEMPERS],
    "--against": [*EVERY_BOT],
    "--bot": [*EVERY_BOT],
    "--bots": [*BOTS],
}
"""What may follow an option that takes any word."""


def run_completion(options: argparse.Namespace) -> int:
    """Print the script for a shell."""
    parser = command_line()
    for one in _every_parser(parser):
        for argument in one._actions:
            _describe(argument)
    print(shtab.complete(parser, options.shell))
    return 0


def _every_parser(parser: argparse.ArgumentParser) -> Iterable[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for line, below in zip(action._choices_actions, action.choices.values(), strict=True):
                below.description = line.help  # one line, where a shell shows what a command does
                yield from _every_parser(below)


def _describe(argument: argparse.Action) -> None:
    """Say which words or files complete an argument."""
    for option in argument.option_strings:
        argument.choices = argument.choices or _WORDS.get(option)
    metavar = argument.metavar if isinstance(argument.metavar, str) else ""
    if metavar == "BOT" and not argument.option_strings:
        argument.choices = argument.choices or [*EVERY_BOT]
    if metavar.endswith(_FILES):
        argument.complete = shtab.FILE  # type: ignore[attr-defined]
    elif metavar == _FOLDER:
        argument.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
