"""The whole command line as a parser, from `command_table`."""

import argparse
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from calavera import __version__
from calavera.command_table import COMMANDS, GROUPS
from calavera.console.help import DESCRIPTION, EXAMPLES
from calavera.console.parser import CommandParser, Commands
from calavera.record import arguments as record


def build() -> str:
    """Which build runs: compiled modules lie beside their sources."""
    beside = Path(__file__).parent / "rules"
    compiled = any((beside / f"decide{suffix}").is_file() for suffix in EXTENSION_SUFFIXES)
    return "compiled" if compiled else "plain Python"


def command_line() -> CommandParser:
    """The parser of `calavera` with all its commands."""
    parser = CommandParser(prog="calavera", **_plain(DESCRIPTION, EXAMPLES))
    parser.add_argument(
        "--version", action="version", version=f"calavera {__version__} ({build()})"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    groups: dict[str, Commands[CommandParser]] = {}
    for command in COMMANDS:
        group, _, name = command.name.rpartition(" ")
        if group and group not in groups:
            about, description = GROUPS[group]
            grouped = commands.add_parser(group, help=about, description=description)
            groups[group] = grouped.add_subparsers(metavar="COMMAND", required=True)
        described = (groups[group] if group else commands).add_parser(
            name, help=command.help, **_plain(command.description, command.examples)
        )
        if command.describe is not None:
            command.describe(described, record.natural_number)
        described.set_defaults(command=command)
    return parser


def _plain(description: str | None, examples: str | None) -> dict[str, Any]:
    """A description and examples that keep their lines."""
    if examples is None:
        return {"description": description}
    plain = argparse.RawDescriptionHelpFormatter
    return {"description": description, "epilog": examples, "formatter_class": plain}
