"""One command, `calavera`.

What a command needs is imported when it runs: `calavera replay --json` on a thousand files should
not wait for anything that draws.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from calavera import __version__
from calavera.arena.arguments import ARENA, ARENA_EXAMPLES, STATS, describe_arena, describe_stats
from calavera.arena.errors import ArenaError
from calavera.client.arguments import (
    BOT,
    JOIN,
    JOIN_EXAMPLES,
    NEW,
    NEW_EXAMPLES,
    TABLE,
    describe_bot_join,
    describe_table_new,
)
from calavera.record.arguments import (
    describe_perft,
    describe_replay,
    describe_verify,
    natural_number,
)
from calavera.rules import IllegalAction
from calavera.server.arguments import (
    CONFIGURED,
    DOCTOR,
    SERVE,
    SERVE_EXAMPLES,
    STORE,
    TABLES,
    TABLES_EXAMPLES,
    describe_doctor,
    describe_serve,
    describe_store,
    describe_tables,
)
from calavera.server.configuration import ConfigurationError, configure
from calavera.solve.arguments import SOLVE, SOLVE_EXAMPLES, describe_solve
from calavera.solve.errors import SolveError
from calavera.terminal.arguments import describe_play
from calavera.terminal.complaint import BAD_INPUT, Refused, complain
from calavera.terminal.help import DESCRIPTION, EXAMPLES
from calavera.terminal.parser import CommandParser, Commands, did_you_mean
from calavera.train.arguments import TRAIN, TRAIN_EXAMPLES, describe_train
from calavera.train.errors import TrainError

CANNOT_WRITE = 1
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:  # closed by whoever started us
        return CANNOT_WRITE
    try:
        options = _options(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        sys.stdout.flush()
    except Refused as refusal:
        complain(str(refusal))
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
        return CANNOT_WRITE
    return status


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for; where the command line is silent, what is configured."""
    parser = _parser()
    _check_first(parser, sys.argv[1:] if arguments is None else arguments)
    options = parser.parse_args(arguments)
    configurable = getattr(options, "configurable", None)
    if configurable is None:
        return options
    try:
        configure(configurable, getattr(options, "config", None), CONFIGURED)
    except ConfigurationError as error:
        raise Refused(str(error)) from None
    return parser.parse_args(arguments)


def _check_first(parser: CommandParser, arguments: Sequence[str]) -> None:
    """Refuse an option before a command: argparse would take its value for the command."""
    first = arguments[0].partition("=")[0] if arguments else ""
    if first.startswith("-") and first not in parser._option_string_actions:
        server = CommandParser()
        describe_serve(server, natural_number)
        hint = did_you_mean(first, server._option_string_actions, "calavera serve ")
        parser.error(f"unrecognized arguments: {first}{hint}")


def _forget_output() -> None:
    """Keep Python from complaining at exit about output that cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> CommandParser:
    parser = CommandParser(prog="calavera", **_plain(DESCRIPTION, EXAMPLES))
    parser.add_argument("--version", action="version", version=f"calavera {__version__}")
    parser.set_defaults(run=_open)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_serve(commands)
    _add_tables(commands)
    _add_table(commands)
    _add_doctor(commands)
    _add_store(commands)
    _add_bot(commands)
    _add_play(commands)
    _add_replay(commands)
    _add_perft(commands)
    _add_verify(commands)
    _add_bots(commands)
    _add_arena(commands)
    _add_stats(commands)
    _add_solve(commands)
    _add_train(commands)
    _add_rules(commands)
    _add_schema(commands)
    return parser


def _plain(description: str, examples: str) -> dict[str, Any]:
    """A description and examples that keep their lines."""
    plain = argparse.RawDescriptionHelpFormatter
    return {"description": description, "epilog": examples, "formatter_class": plain}


def _add_serve(commands: "Commands[CommandParser]") -> None:
    about = "serve live tables to browsers and programs"
    parser = commands.add_parser("serve", help=about, **_plain(SERVE, SERVE_EXAMPLES))
    describe_serve(parser, natural_number)
    parser.set_defaults(run=_serve)


def _add_tables(commands: "Commands[CommandParser]") -> None:
    about = "list live tables, or moderate them"
    parser = commands.add_parser("tables", help=about, **_plain(TABLES, TABLES_EXAMPLES))
    describe_tables(parser, natural_number)
    parser.set_defaults(run=_tables)


def _add_table(commands: "Commands[CommandParser]") -> None:
    table = commands.add_parser("table", help="make a table on a server", description=TABLE)
    deeds = table.add_subparsers(metavar="COMMAND", required=True)
    about = "make a table and print its link"
    parser = deeds.add_parser("new", help=about, **_plain(NEW, NEW_EXAMPLES))
    describe_table_new(parser, natural_number)
    parser.set_defaults(run=_table_new)


def _add_doctor(commands: "Commands[CommandParser]") -> None:
    about = "check whether this machine and configuration can run a server"
    parser = commands.add_parser("doctor", help=about, description=DOCTOR)
    describe_doctor(parser, natural_number)
    parser.set_defaults(run=_doctor)


def _add_store(commands: "Commands[CommandParser]") -> None:
    about = "back up, copy, check or purge a store of live tables"
    parsers = describe_store(commands.add_parser("store", help=about, description=STORE))
    parsers.copy.set_defaults(run=_store_copy)
    parsers.backup.set_defaults(run=_store_backup)
    parsers.purge.set_defaults(run=_store_purge)
    parsers.check.set_defaults(run=_store_check)


def _add_bot(commands: "Commands[CommandParser]") -> None:
    bot = commands.add_parser("bot", help="have a bot play at a live table", description=BOT)
    deeds = bot.add_subparsers(metavar="COMMAND", required=True)
    about = "sit down at a table and play"
    parser = deeds.add_parser("join", help=about, **_plain(JOIN, JOIN_EXAMPLES))
    describe_bot_join(parser, natural_number)
    parser.set_defaults(run=_bot_join)


def _add_replay(commands: "Commands[CommandParser]") -> None:
    parser = commands.add_parser("replay", help="show a written game, or its last position as JSON")
    describe_replay(parser)
    parser.set_defaults(run=_replay)


def _add_perft(commands: "Commands[CommandParser]") -> None:
    parser = commands.add_parser("perft", help="count the ways a game can go on")
    describe_perft(parser, natural_number)
    parser.set_defaults(run=_perft)


def _add_verify(commands: "Commands[CommandParser]") -> None:
    parser = commands.add_parser("verify", help="check the dice of a live table's games")
    describe_verify(parser)
    parser.set_defaults(run=_verify)


def _add_rules(commands: "Commands[CommandParser]") -> None:
    parser = commands.add_parser(
        "rules", help="print the rules with their numbers", description="Print the rules of Skull."
    )
    parser.add_argument("numbers", nargs="*", metavar="RULE", help="only these, as R24")
    parser.set_defaults(run=_rules)


def _add_schema(commands: "Commands[CommandParser]") -> None:
    what = "the JSON Schema of actions, events and views"
    parser = commands.add_parser("schema", help=f"print {what}", description=f"Print {what}.")
    parser.set_defaults(run=_schema)


def _add_play(commands: "Commands[CommandParser]") -> None:
    about = "Play a whole game against bots, right here."
    parser = commands.add_parser("play", help="play a game in the terminal", description=about)
    describe_play(parser, natural_number)
    parser.set_defaults(run=_play)


def _add_bots(commands: "Commands[CommandParser]") -> None:
    about = "List the opponents there are, from the weakest to the strongest."
    parser = commands.add_parser("bots", help="list the opponents there are", description=about)
    parser.set_defaults(run=_bots)


def _add_arena(commands: "Commands[CommandParser]") -> None:
    about = "play a match between bots"
    parser = commands.add_parser("arena", help=about, **_plain(ARENA, ARENA_EXAMPLES))
    describe_arena(parser, natural_number)
    parser.set_defaults(run=_arena)


def _add_stats(commands: "Commands[CommandParser]") -> None:
    about = "count what happened in many records"
    parser = commands.add_parser("stats", help=about, description=STATS)
    describe_stats(parser, natural_number)
    parser.set_defaults(run=_stats)


def _add_solve(commands: "Commands[CommandParser]") -> None:
    about = "what two players should do, and how likely they win"
    parser = commands.add_parser("solve", help=about, **_plain(SOLVE, SOLVE_EXAMPLES))
    describe_solve(parser, natural_number)
    parser.set_defaults(run=_solve)


def _add_train(commands: "Commands[CommandParser]") -> None:
    about = "train a network to play by self-play"
    parser = commands.add_parser("train", help=about, **_plain(TRAIN, TRAIN_EXAMPLES))
    describe_train(parser, natural_number)
    parser.set_defaults(run=_train)


def _replay(options: argparse.Namespace) -> int:
    from calavera.terminal.records import run_replay

    return run_replay(options)


def _perft(options: argparse.Namespace) -> int:
    from calavera.terminal.records import run_perft

    return run_perft(options)


def _verify(options: argparse.Namespace) -> int:
    from calavera.terminal.records import run_verify

    return run_verify(options)


def _rules(options: argparse.Namespace) -> int:
    from calavera.terminal.console import PlainConsole
    from calavera.terminal.rulebook import show_rules

    try:
        show_rules(PlainConsole(), options.numbers)
    except ValueError as error:
        raise Refused(str(error)) from None
    return 0


def _schema(_: argparse.Namespace) -> int:
    from calavera.record.schema import schema

    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0


def _bots(_: argparse.Namespace) -> int:
    from calavera.terminal.console import PlainConsole
    from calavera.terminal.opponents import show_bots

    show_bots(PlainConsole())
    return 0


def _play(options: argparse.Namespace) -> int:
    from calavera.terminal.command import run_play

    try:
        return run_play(options)
    except IllegalAction:
        raise  # a bot's mistake is ours, not the person's
    except ValueError as error:
        raise Refused(str(error)) from None


def _open(_: argparse.Namespace) -> int:
    """`calavera` alone: a server for this machine, in the browser."""
    from calavera.server.command import run_serve

    options = _options(["serve"])
    return _outward(lambda: run_serve(options, browser=True))


def _serve(options: argparse.Namespace) -> int:
    from calavera.server.command import run_serve

    return _outward(lambda: run_serve(options))


def _tables(options: argparse.Namespace) -> int:
    from calavera.server.tables_command import run_tables

    return _outward(lambda: run_tables(options))


def _doctor(options: argparse.Namespace) -> int:
    from calavera.server.doctor import run_doctor

    return run_doctor(options)


def _store_copy(options: argparse.Namespace) -> int:
    from calavera.server.store_command import run_store_copy

    return _outward(lambda: run_store_copy(options))


def _store_backup(options: argparse.Namespace) -> int:
    from calavera.server.store_command import run_store_backup

    return _outward(lambda: run_store_backup(options))


def _store_check(options: argparse.Namespace) -> int:
    from calavera.server.store_command import run_store_check

    return _outward(lambda: run_store_check(options))


def _store_purge(options: argparse.Namespace) -> int:
    from calavera.server.store_command import run_store_purge

    return _outward(lambda: run_store_purge(options))


def _bot_join(options: argparse.Namespace) -> int:
    from calavera.client.command import ClientCommandError, run_bot_join

    try:
        return run_bot_join(options)
    except ClientCommandError as error:
        raise Refused(str(error)) from None


def _table_new(options: argparse.Namespace) -> int:
    from calavera.client.command import ClientCommandError, run_table_new

    try:
        return run_table_new(options)
    except ClientCommandError as error:
        raise Refused(str(error)) from None


def _outward(command: Callable[[], int]) -> int:
    from calavera.server.command import ServeError

    try:
        return command()
    except ServeError as error:
        raise Refused(str(error)) from None


def _arena(options: argparse.Namespace) -> int:
    from calavera.arena.command import run_arena

    try:
        return run_arena(options)
    except ArenaError as error:
        raise Refused(str(error)) from None


def _stats(options: argparse.Namespace) -> int:
    from calavera.arena.statistics.command import run_stats

    try:
        return run_stats(options, _bytes_to_count)
    except ArenaError as error:
        raise Refused(str(error)) from None


def _solve(options: argparse.Namespace) -> int:
    try:
        from calavera.solve.command import run_solve
    except ModuleNotFoundError as error:
        raise Refused(
            f"solve needs {error.name}, which is not installed: pip install 'calavera[solve]'"
        ) from None
    try:
        return run_solve(options)
    except SolveError as error:
        raise Refused(str(error)) from None


def _train(options: argparse.Namespace) -> int:
    try:
        from calavera.train.command import run_train
    except ModuleNotFoundError as error:
        raise Refused(
            f"train needs {error.name}, which is not installed: pip install 'calavera[train]'"
        ) from None
    try:
        return run_train(options)
    except TrainError as error:
        raise Refused(str(error)) from None


def _bytes_to_count(name: str) -> bytes:
    from calavera.terminal.records import read_bytes

    try:
        return read_bytes(name)
    except Refused as refusal:  # of one file among many: the others still count
        raise ArenaError(str(refusal)) from None
