"""The command `draw`."""

import argparse
import sys
from pathlib import Path

from calavera.drawing.card import Unfinished, draw_card
from calavera.drawing.picture import draw
from calavera.drawing.raster import png
from calavera.drawing.snapshot import UnknownRound, moment_of_record
from calavera.errors import UserError
from calavera.record.errors import RecordError
from calavera.record.files import read_bytes
from calavera.record.reading import read_record
from calavera.record.record import Record
from calavera.record.retelling.steps import viewpoints_of


def run_draw(options: argparse.Namespace) -> int:
    """Write the picture of a position, or a card."""
    try:
        record = read_record(read_bytes(options.file))
    except RecordError as error:
        raise UserError(f"{options.file}: {error}") from None
    if options.png is not None and options.svg is not None:
        raise UserError("--svg, --png: choose one of the two")
    picture = _drawn(record, options)
    if options.png is not None:
        _write(options.png, png(picture))
    else:
        _write(options.svg or "-", picture.encode())  # UTF-8 in every locale
    return 0


def _drawn(record: Record, options: argparse.Namespace) -> str:
    look = {"theme": options.theme, "language": options.language}
    if options.card:
        for option in ("round", "viewpoint"):
            if getattr(options, option) is not None:
                raise UserError(f"--{option}: a card shows the end of the game to everybody")
        try:
            return draw_card(record, **look)
        except Unfinished as error:
            raise UserError(f"{options.file}: {error}") from None
    choice = viewpoints_of(record)
    if options.viewpoint not in (None, *choice):
        raise UserError(f"--viewpoint {options.viewpoint}: expected one of {', '.join(choice)}")
    try:
        return draw(moment_of_record(record, options.viewpoint, options.round), **look)
    except UnknownRound as error:
        raise UserError(f"--round {options.round}: {error}") from None


def _write(name: str, picture: bytes) -> None:
    if name == "-":
        sys.stdout.buffer.write(picture)
        return
    try:
        Path(name).write_bytes(picture)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UserError(f"{name}: {reason}") from None
