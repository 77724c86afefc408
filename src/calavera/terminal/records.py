"""The commands `replay`, `perft` and `verify`, which read written games, and `schema`.

What draws is imported where it draws: `replay --json` on a thousand files should not wait for it.
"""

import argparse
import json
import sys

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
from calavera.record.replay import viewer_named
from calavera.terminal.complaint import BAD_INPUT, complain, one_line


def run_replay(options: argparse.Namespace) -> int:
    """Show games, or their last positions as JSON."""
    if options.view is not None and len(options.files) > 1:
        raise UserError("--view takes one file")
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
            sys.stdout.buffer.write(write_record(record).encode())  # a record is UTF-8 anywhere
        else:
            _show(record)
    return status


def _tell_error(name: str, error: Exception, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": str(error)}))
    else:
        complain(str(error) if isinstance(error, UserError) else f"{name}: {error}")


def _show(record: Record) -> None:
    from calavera.terminal.console import PlainConsole
    from calavera.terminal.replay import show_replay

    show_replay(record, PlainConsole())


def run_perft(options: argparse.Namespace) -> int:
    """Count the ways a game can go on."""
    try:
        _, position = _read(options.file, None)
    except RecordError as error:
        raise UserError(f"{options.file}: {error}") from None
    from calavera.terminal.counting import count_moves

    try:
        print(count_moves(position, options.depth, divide=options.divide))
    except RecursionError:
        raise UserError(f"--depth {options.depth} is deeper than this program can count") from None
    return 0


def run_verify(options: argparse.Namespace) -> int:
    """Check the dice of games."""
    from calavera.table.dice_tags import BadDice
    from calavera.table.verify import Verdict, verify

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
            told = f"{one_line(name)}: {report.text()}"
            sys.stdout.buffer.write(told.encode())  # a file's name can be anything
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
    from calavera.record.schema import schema

    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0
