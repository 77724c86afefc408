"""One command, `calavera`: a table of subcommands.

What a command needs is imported when it runs: `calavera replay --json` on a thousand files should
not wait for anything that draws.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from calavera import __version__
from calavera.arena import arguments as arena
from calavera.client import arguments as client
from calavera.console.complaint import BAD_INPUT, complain
from calavera.console.help import DESCRIPTION, EXAMPLES
from calavera.console.parser import CommandParser, Commands, did_you_mean
from calavera.errors import UserError
from calavera.record import arguments as record
from calavera.server.commands import arguments as server
from calavera.server.commands.configuration import configure
from calavera.solve import arguments as solve
from calavera.terminal import arguments as terminal
from calavera.terminal.puzzles import arguments as puzzles
from calavera.terminal.review import arguments as review
from calavera.train import arguments as train

EXIT_CANNOT_WRITE: Final = 1
INTERRUPTED: Final = 130


class Command(NamedTuple):
    """A subcommand."""

    name: str
    """One word, or a group and a word."""

    help: str
    """A line for the list of commands."""

    run: str
    """The function that runs it: `module:function`."""

    describe: Callable[[argparse.ArgumentParser, Callable[[str], int]], None] | None = None
    """Adds its arguments; it is handed what reads a whole number."""

    description: str | None = None
    examples: str | None = None

    extra: str = ""
    """The extra of the package that it needs."""


GROUPS: Final = {
    "table": ("make a table on a server", client.TABLE),
    "store": ("back up, copy, check or purge a store of live tables", server.STORE),
    "puzzles": ("solve the puzzle of a day, or make new ones", puzzles.GROUP),
    "bot": ("have a bot play at a live table", client.BOT),
}
"""The help and the description of each group of commands."""

COMMANDS: Final = (
    Command("serve", "serve live tables to browsers and programs",
            "server.commands.serve:run_serve", server.describe_serve, server.SERVE,
            server.SERVE_EXAMPLES),
    Command("tables", "list live tables, or moderate them", "server.commands.admin:run_tables",
            server.describe_tables, server.TABLES, server.TABLES_EXAMPLES),
    Command("table new", "make a table and print its link", "client.command:run_table_new",
            client.describe_table_new, client.NEW, client.NEW_EXAMPLES),
    Command("doctor", "check whether this machine and configuration can run a server",
            "server.commands.doctor:run_doctor", server.describe_doctor, server.DOCTOR),
    Command("store copy", "copy everything into a new store",
            "server.commands.store:run_store_copy", server.describe_copy, server.STORE_COPY,
            server.STORE_EXAMPLES),
    Command("store backup", "write a backup", "server.commands.store:run_store_backup",
            server.describe_backup, server.STORE_BACKUP, server.STORE_BACKUP_EXAMPLES),
    Command("store purge", "delete what is old", "server.commands.store:run_store_purge",
            server.describe_purge, server.STORE_PURGE, server.STORE_PURGE_EXAMPLES),
    Command("store check", "look for damage", "server.commands.store:run_store_check",
            server.describe_check, server.STORE_CHECK, server.STORE_CHECK_EXAMPLES),
    Command("bot join", "sit down at a table and play", "client.command:run_bot_join",
            client.describe_bot_join, client.JOIN, client.JOIN_EXAMPLES),
    Command("play", "play a game in the terminal", "terminal.command:run_play",
            terminal.describe_play, "Play a game against bots in this terminal."),
    Command("replay", "show a written game, or its last position as JSON",
            "terminal.records:run_replay", record.describe_replay),
    Command("draw", "draw a position, or the card of a finished game, as SVG",
            "drawing.command:run_draw", record.describe_draw, record.DRAW, record.DRAW_EXAMPLES),
    Command("review", "review a finished game: skill, luck and key moments",
            "terminal.review.command:run_review", review.describe_review, review.REVIEW,
            review.REVIEW_EXAMPLES),
    Command("puzzles show", "show the puzzle of a day", "terminal.puzzles.command:run_show",
            puzzles.describe_show, puzzles.SHOW),
    Command("puzzles make", "make puzzles out of games of bots",
            "terminal.puzzles.command:run_make", puzzles.describe_make, puzzles.MAKE),
    Command("perft", "count the ways a game can go on", "terminal.records:run_perft",
            record.describe_perft),
    Command("verify", "check the dice of a live table's games", "terminal.records:run_verify",
            record.describe_verify),
    Command("bots", "list the built-in bots", "terminal.command:run_bots", None,
            "List the built-in bots, from the weakest to the strongest."),
    Command("arena", "play a match between bots", "arena.command:run_arena",
            arena.describe_arena, arena.ARENA, arena.ARENA_EXAMPLES),
    Command("stats", "count what happened in many records", "arena.stats.command:run_stats",
            arena.describe_stats, arena.STATS),
    Command("solve", "solve positions of two players, with proof",
            "solve.command:run_solve", solve.describe_solve, solve.SOLVE, solve.SOLVE_EXAMPLES,
            extra="research"),
    Command("train", "train a network to play by self-play", "train.command:run_train",
            train.describe_train, train.TRAIN, train.TRAIN_EXAMPLES, extra="train"),
    Command("rules", "print the rules with their numbers", "terminal.command:run_rules",
            terminal.describe_rules, "Print the rules of Skull."),
    Command("schema", "print the JSON Schema of actions, events and views",
            "terminal.records:run_schema", None,
            "Print the JSON Schema of actions, events and views."),
)  # fmt: skip


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
    parser = _parser()
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


def _parser() -> CommandParser:
    parser = CommandParser(prog="calavera", **_plain(DESCRIPTION, EXAMPLES))
    parser.add_argument("--version", action="version", version=f"calavera {__version__}")
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
