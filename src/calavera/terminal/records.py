"""The commands `replay`, `perft` and `verify`, which read records, and `schema`.

Drawing code is imported where it is used, because `replay --json` does not need it.
"""

import argparse
import json
import sys

from calavera.console.complaint import BAD_INPUT, complain
from calavera.console.wording import printable
from calavera.errors import UserError
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
from calavera.record.files import read_bytes
from calavera.record.notation import write_move
from calavera.record.replay import viewer_named


def run_replay(options: argparse.Namespace) -> int:
    """Show games, or their last positions as JSON."""
    if options.view is not None and len(options.files) > 1:
        raise UserError(f"--view takes one file, not {len(options.files)}")
    if options.step:
        return _step_through(options)
    status = 0
    for name in options.files:
        try:
            record, position = _read(name, options.view)
        except (UserError, RecordError) as error:
            status = BAD_INPUT
            _tell_error(name, error, as_json=options.json)
            continue
        if options.json:
            print(json.dumps(snapshot(position)))
        elif options.view is not None:
            sys.stdout.buffer.write(write_record(record).encode())  # UTF-8 in every locale
        else:
            _show(record)
    return status


def _step_through(options: argparse.Namespace) -> int:
    """Show one game on the whole screen."""
    from calavera.terminal.drawing.paper import takes_the_screen
    from calavera.terminal.screen.replay import replay_app

    if len(options.files) > 1 or options.json or options.view is not None:
        raise UserError("--step takes one file, and neither --json nor --view")
    (name,) = options.files
    if name == "-" or not takes_the_screen():
        raise UserError("--step needs a terminal and a file; without it the game is printed")
    try:
        record = read(read_bytes(name)).record
    except RecordError as error:
        raise UserError(f"{name}: {error}") from None
    return replay_app(record).run() or 0


def _tell_error(name: str, error: Exception, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": str(error)}))
    else:
        complain(str(error) if isinstance(error, UserError) else f"{name}: {error}")


def _show(record: Record) -> None:
    from calavera.console.console import PlainConsole
    from calavera.terminal.replay.narration import show_replay

    show_replay(record, PlainConsole())


def run_perft(options: argparse.Namespace) -> int:
    """Count the move sequences that can follow."""
    try:
        _, position = _read(options.file, None)
    except RecordError as error:
        raise UserError(f"{options.file}: {error}") from None
    try:
        print(_count_moves(position, options.depth, divide=options.divide))
    except RecursionError:
        raise UserError(
            f"--depth {options.depth}: too deep to count; choose a smaller depth"
        ) from None
    return 0


def _count_moves(position: Position, depth: int, *, divide: bool) -> int:
    """Count the leaves; with `divide`, print how many follow each first move."""
    from rich.console import Console

    from calavera.console.progress import progress_bar
    from calavera.record.perft import perft_by_move

    total = 0
    with progress_bar(Console(stderr=True, quiet=divide), "counted", "first moves") as progress:
        for done, (move, count) in enumerate(perft_by_move(position, depth), start=1):
            total += count
            progress(done)
            if divide and move is not None:
                print(f"{write_move(move)} {count}")
    return total


def run_verify(options: argparse.Namespace) -> int:
    """Check the dice of games."""
    from calavera.table.dice.tags import BadDice
    from calavera.table.dice.verify import Verdict, verify

    status = 0
    for name in options.files:
        try:
            report = verify(read(read_bytes(name)).record)
        except (UserError, RecordError, BadDice) as error:
            status = BAD_INPUT
            if options.json:
                print(json.dumps({"file": name, "error": str(error)}))
            else:
                _tell_error(name, error, as_json=False)
            continue
        if report.verdict is not Verdict.FITS:
            status = BAD_INPUT
        if options.json:
            print(json.dumps({"file": name, **report.as_json()}))
        else:
            told = f"{printable(name)}: {report.text()}"
            sys.stdout.buffer.write(told.encode())  # a file name may hold any bytes
    return status


def _read(name: str, view: str | None) -> tuple[Record, Position]:
    reading = read(read_bytes(name))
    if view is None:
        return reading.record, reading.position
    try:
        viewer = viewer_named(reading.record.setup, view)
    except ValueError as error:
        raise UserError(f"--view {view}: {error}") from None
    record = seen_by(reading.record, viewer)
    return record, last_position(record)


def run_schema(_: argparse.Namespace) -> int:
    """Print the JSON Schema of the codec."""
    from calavera.record.codec.schema import schema

    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0
