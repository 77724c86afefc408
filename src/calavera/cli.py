"""One command, `calavera`, with the subcommands of `command_table`.

What a command needs is imported when it runs: `calavera replay --json` on a thousand files should
not wait for anything that draws.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from calavera.command_line import command_line
from calavera.command_table import Command
from calavera.console.complaint import BAD_INPUT, complain
from calavera.console.parser import CommandParser, did_you_mean
from calavera.errors import UserError
from calavera.record import arguments as record
from calavera.server.commands import arguments as server
from calavera.server.commands.configuration import configure

EXIT_CANNOT_WRITE: Final = 1
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:  # closed by whoever started us
        return EXIT_CANNOT_WRITE
    try:
        status = _run(_options(arguments))
        sys.stdout.flush()
    except UserError as error:
        complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        print("calavera: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()  # whoever read it has enough
        return 0
    except OSError as error:
        complain(f"cannot write: {error.strerror}")
        _forget_output()
        return EXIT_CANNOT_WRITE
    return status


def _run(options: argparse.Namespace) -> int:
    command: Command = options.command
    module, _, function = command.run.partition(":")
    try:
        run: Callable[..., int] = getattr(import_module(f"calavera.{module}"), function)
    except ModuleNotFoundError as error:
        if not command.extra:
            raise
        raise UserError(
            f"{command.name} needs {error.name}, which is not installed:"
            f" pip install 'calavera[{command.extra}]'"
        ) from None
    return run(options)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line over the configuration file and the environment."""
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    parser = command_line()
    _check_first(parser, given)
    # `calavera` alone is a server for this machine, in the browser.
    options = parser.parse_args(given or ["serve"])
    configurable = getattr(options, "configurable", None)
    if configurable is not None:
        configure(configurable, getattr(options, "config", None), server.CONFIGURED)
        options = parser.parse_args(given or ["serve"])
    options.browser = not given
    return options


def _check_first(parser: CommandParser, arguments: Sequence[str]) -> None:
    """Refuse an option before a command: argparse would take its value for the command."""
    first = arguments[0].partition("=")[0] if arguments else ""
    if first.startswith("-") and first not in parser._option_string_actions:
        serving = CommandParser()
        server.describe_serve(serving, record.natural_number)
        hint = did_you_mean(first, serving._option_string_actions, "calavera serve ")
        parser.error(f"unrecognized arguments: {first}{hint}")


def _forget_output() -> None:
    """Keep Python from complaining at exit about output that cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
