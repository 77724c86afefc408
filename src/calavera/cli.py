"""One command, `calavera`.

What a command needs is imported when it runs: `calavera replay --json` on a thousand files should
not wait for anything that draws.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from calavera import __version__
from calavera.arena.arguments import ARENA, ARENA_EXAMPLES, STATS, describe_arena, describe_stats
from calavera.arena.errors import ArenaError
from calavera.record import (
    Position,
    Record,
    RecordError,
    last_position,
    read,
    seen_by,
    snapshot,
    write_record,
)
from calavera.record.perft import perft_by_move
from calavera.record.reading import MOST_BYTES
from calavera.record.tokens import write_move
from calavera.rules import PUBLIC, IllegalAction, Placement, Viewer, seat_letter, seat_named
from calavera.rules.setup import SIMULTANEOUS
from calavera.solve.arguments import SOLVE, SOLVE_EXAMPLES, describe_solve
from calavera.solve.errors import SolveError

BAD_INPUT = 2
CANNOT_WRITE = 1
INTERRUPTED = 130

DESCRIPTION = """\
The game of Skull: every rule, every variant, and who may know what.

Each player has three flowers and a skull. Everybody puts discs face down on
a mat; somebody claims that they can turn over so many without a skull; the
others raise or pass; the last bidder turns their own stack first, then the
tops of others. Two successes win. A skull costs a disc for good.
"""

EXAMPLES = """\
examples:
  calavera play                          a game against three opponents
  calavera replay game.skull             a written game, told round by round
  calavera replay game.skull --view b    the record as seat b saw it
  calavera replay *.skull --json         the last position of each, a line a file
  calavera perft start.skull --depth 4   how many ways the next four moves can go
  calavera arena cautious uniform        a match between bots
  calavera stats games/*.skull           what happened in many games
  calavera solve FS/1 FF?/0              the best play of two, with proof
  calavera rules R24 R25                 what the rules say about a lost disc

A file named - is standard input. Status 0 is success, 2 is bad input.
"""


class Refused(Exception):
    """Bad input: one line for standard error, status 2."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:  # closed by whoever started us
        return CANNOT_WRITE
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        status = run(options)
        sys.stdout.flush()
    except Refused as refusal:
        _complain(str(refusal))
        return BAD_INPUT
    except KeyboardInterrupt:
        print("calavera: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()  # whoever read it has enough
        return 0
    except OSError as error:
        _complain(f"cannot write: {error.strerror}")
        _forget_output()
        return CANNOT_WRITE
    return status


def _complain(message: str) -> None:
    """One line on standard error, whatever the message quotes."""
    line = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in message
    )
    print(f"calavera: {line}", file=sys.stderr)


def _forget_output() -> None:
    """Keep Python from complaining at exit about output that cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    plain = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="calavera", description=DESCRIPTION, epilog=EXAMPLES, formatter_class=plain
    )
    parser.add_argument("--version", action="version", version=f"calavera {__version__}")
    parser.set_defaults(run=lambda _: _help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_play(commands)
    _add_replay(commands)
    _add_perft(commands)
    _add_arena(commands)
    _add_stats(commands)
    _add_solve(commands)
    _add_rules(commands)
    _add_schema(commands)
    return parser


def _help(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return 0


_Commands = argparse._SubParsersAction  # the type that add_subparsers returns has no public name


def _add_replay(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "replay",
        help="show a written game, or its last position as JSON",
        description="Show written games: each round, each mat, what each player knew. "
        "Every token is checked against the rules.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a .skull record; - is stdin")
    parser.add_argument(
        "--json", action="store_true", help="print the last position of each file, a line each"
    )
    parser.add_argument(
        "--view", metavar="SEAT", help="write the record as that seat saw it (a, b, … or public)"
    )
    parser.set_defaults(run=_replay)


def _add_perft(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "perft",
        help="count the ways a game can go on",
        description="Count the different sequences of N moves that can follow a record's last "
        "move: a fingerprint to compare two implementations of the rules by.",
    )
    parser.add_argument("file", metavar="POSITION-FILE", help="a .skull record; - is stdin")
    parser.add_argument(
        "--depth", type=_natural_number, required=True, metavar="N", help="how many moves"
    )
    parser.add_argument(
        "--divide", action="store_true", help="print the count behind each first move, too"
    )
    parser.set_defaults(run=_perft)


def _add_rules(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "rules", help="print the rules with their numbers", description="Print the rules of Skull."
    )
    parser.add_argument("numbers", nargs="*", metavar="RULE", help="only these, as R24")
    parser.set_defaults(run=_rules)


def _add_schema(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of actions, events and views",
        description="Print the JSON Schema of actions, events and views.",
    )
    parser.set_defaults(run=_schema)


def _add_play(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a whole game against bots, right here.",
    )
    parser.add_argument(
        "--players",
        type=_natural_number,
        default=4,
        metavar="N",
        help="2 to 12, you among them (4)",
    )
    parser.add_argument(
        "--tribes",
        type=_natural_number,
        default=1,
        metavar="N",
        help="tribes per player, 1 or 2 (1)",
    )
    parser.add_argument(
        "--placement",
        choices=[placement.value for placement in Placement],
        default=SIMULTANEOUS.value,
        help="how everybody places the first disc (simultaneous)",
    )
    parser.add_argument("--name", default="You", help="what the others call you")
    parser.add_argument(
        "--seed",
        type=_natural_number,
        metavar="N",
        help="the same opponents, names and draws as in that game",
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="keep the game, with every secret, in this file"
    )
    parser.add_argument("--fast", action="store_true", help="no pauses")
    parser.set_defaults(run=_play)


def _add_arena(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "arena",
        help="play a match between bots",
        description=ARENA,
        epilog=ARENA_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    describe_arena(parser, _natural_number)
    parser.set_defaults(run=_arena)


def _add_stats(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "stats", help="count what happened in many records", description=STATS
    )
    describe_stats(parser)
    parser.set_defaults(run=_stats)


def _add_solve(commands: "_Commands[_Parser]") -> None:
    parser = commands.add_parser(
        "solve",
        help="what two players should do, and how likely they win",
        description=SOLVE,
        epilog=SOLVE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    describe_solve(parser, _natural_number)
    parser.set_defaults(run=_solve)


def _natural_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def _replay(options: argparse.Namespace) -> int:
    if options.view is not None and len(options.files) > 1:
        raise Refused("--view takes one file")
    status = 0
    for name in options.files:
        try:
            record, position = _read(name, options.view)
        except (Refused, RecordError) as error:
            status = BAD_INPUT
            _tell_error(name, error, as_json=options.json)
            continue
        if options.json:
            print(json.dumps(snapshot(position)))
        elif options.view is not None:
            sys.stdout.buffer.write(write_record(record).encode())  # a record is UTF-8 anywhere
        else:
            _show(record)
    return status


def _tell_error(name: str, error: Exception, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": str(error)}))
    else:
        _complain(f"{name}: {error}" if isinstance(error, RecordError) else str(error))


def _show(record: Record) -> None:
    from calavera.terminal.console import PlainConsole
    from calavera.terminal.replay import show_replay

    show_replay(record, PlainConsole())


def _perft(options: argparse.Namespace) -> int:
    try:
        _, position = _read(options.file, None)
    except RecordError as error:
        raise Refused(f"{options.file}: {error}") from None
    try:
        print(_counted(position, options.depth, divide=options.divide))
    except RecursionError:
        raise Refused(f"--depth {options.depth} is deeper than this program can count") from None
    return 0


def _counted(position: Position, depth: int, *, divide: bool) -> int:
    total = 0
    for done, (move, count) in enumerate(perft_by_move(position, depth), start=1):
        total += count
        if divide and move is not None:
            print(f"{write_move(move)} {count}")
        elif sys.stderr.isatty():
            print(f"\r{done} first moves counted: {total}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty() and not divide:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return total


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


def _play(options: argparse.Namespace) -> int:
    from calavera.terminal.console import PlainConsole
    from calavera.terminal.game import play_game

    if options.record is not None and options.record.exists():
        raise Refused(f"{options.record}: there is a file already; choose another name")
    try:
        return play_game(
            PlainConsole(),
            players=options.players,
            name=options.name,
            seed=options.seed,
            tribes=options.tribes,
            placement=Placement(options.placement),
            record_path=options.record,
            fast=options.fast,
        )
    except IllegalAction:
        raise  # a bot's mistake is ours, not the person's
    except ValueError as error:
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


def _bytes_to_count(name: str) -> bytes:
    try:
        return _bytes(name)
    except Refused as refusal:  # of one file among many: the others still count
        raise ArenaError(str(refusal)) from None


def _read(name: str, view: str | None) -> tuple[Record, Position]:
    reading = read(_bytes(name))
    if view is None:
        return reading.record, reading.position
    record = seen_by(reading.record, _viewer(reading.record, view))
    return record, last_position(record)


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            if sys.stdin is None:
                raise Refused("-: there is no standard input")
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(f"{name}: {reason}") from None


def _viewer(record: Record, name: str) -> Viewer:
    if name == "public":
        return PUBLIC
    seats = record.setup.seats
    try:
        seat = seat_named(name)
    except ValueError:
        seat = None
    if seat is None or seat not in seats:
        letters = ", ".join(map(seat_letter, seats))
        raise Refused(f"--view {name}: the seats are {letters}; or public")
    return record.setup.viewer(record.setup.owner(seat))
