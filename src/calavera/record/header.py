"""The header of a record: players, variants, starting position."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn

from calavera.record.errors import RecordError
from calavera.record.record import KNOWN_KEYS, Record
from calavera.rules.model.discs import Disc
from calavera.rules.model.seats import Seat, seat_letter, seat_named
from calavera.rules.model.setup import (
    OUT,
    SIMULTANEOUS,
    WHOLE_TRIBE,
    IllegalSetup,
    Placement,
    SeatStart,
    Setup,
    set_up,
)

VERSION: Final = "1"
MOST_KEYS: Final = 100


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a header."""

    line: int
    """Its line number."""

    value: str
    """The text after the colon."""


def read_header(lines: list[str]) -> Record:
    """A record without moves, from the lines before the first blank line."""
    fields = _read_fields(lines)
    _check_version(fields)
    end = len(lines) or 1
    if "players" not in fields:
        raise RecordError(end, "the header has no line players:")
    names = _read_names(fields["players"])
    setup = _read_setup(fields, len(names))
    first = _read_first(fields, setup)
    tags = tuple((key, field.value) for key, field in fields.items() if key not in KNOWN_KEYS)
    return Record(names, setup, first, tags=tags)


def write_header(record: Record) -> list[str]:
    """The lines of a record's header, defaults omitted."""
    setup = record.setup
    lines = [f"skull: {VERSION}", f"players: {', '.join(record.names)}"]
    if setup.tribes != 1:
        lines.append(f"tribes: {setup.tribes}")
    if setup.placement is not SIMULTANEOUS:
        lines.append(f"placement: {setup.placement.value}")
    if any(entry != WHOLE_TRIBE for entry in setup.start):
        lines.append(f"start: {write_start(setup.start)}")
    lines.append(f"first: {seat_letter(record.first)}")
    return lines + [f"{key}: {value}".rstrip() for key, value in record.tags]


def _read_fields(lines: list[str]) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or not key:
            _refuse(number, line.strip(), "a header line is a key, a colon and a value")
        if len(fields) == MOST_KEYS:
            _refuse(number, key, f"the header has more than {MOST_KEYS} lines")
        if key in fields:
            _refuse(number, key, f"repeats line {fields[key].line}")
        fields[key] = Field(number, value.strip())
    return fields


def _check_version(fields: dict[str, Field]) -> None:
    if next(iter(fields), None) != "skull":
        raise RecordError(1, f"a record starts with the line skull: {VERSION}")
    version = fields["skull"]
    if version.value != VERSION:
        _refuse(version.line, "skull", f"this program reads version {VERSION} of the notation")


def _read_names(field: Field) -> tuple[str, ...]:
    names = tuple(name.strip() for name in field.value.split(","))
    if not all(names):
        _refuse(field.line, "players", "names are separated by commas and not empty")
    return names


def _read_setup(fields: dict[str, Field], players: int) -> Setup:
    tribes, placement = _read_tribes(fields), _read_placement(fields)
    try:
        setup = set_up(players, tribes=tribes, placement=placement)
    except IllegalSetup as error:
        _refuse(fields["players"].line, "players", str(error))
    if "start" not in fields:
        return setup
    field = fields["start"]
    start = read_start(field.line, field.value)
    try:
        return set_up(players, tribes=tribes, placement=placement, start=start)
    except IllegalSetup as error:
        _refuse(field.line, "start", str(error))


def _read_tribes(fields: dict[str, Field]) -> int:
    field = fields.get("tribes")
    if field is None:
        return 1
    if field.value not in ("1", "2"):
        _refuse(field.line, "tribes", "a player has 1 tribe or 2 (R35)")
    return int(field.value)


def _read_placement(fields: dict[str, Field]) -> Placement:
    field = fields.get("placement")
    if field is None:
        return SIMULTANEOUS
    try:
        return Placement(field.value)
    except ValueError:
        _refuse(field.line, "placement", "is simultaneous or first-last (R7)")


def read_start(line: int, text: str) -> tuple[SeatStart, ...]:
    """What each seat begins with, from the value of `start:`; raises RecordError."""
    return tuple([_read_seat_start(line, entry) for entry in text.split()])


def write_start(start: Iterable[SeatStart]) -> str:
    """The value of `start:`."""
    return " ".join(map(_write_seat_start, start))


def _read_seat_start(line: int, entry: str) -> SeatStart:
    if entry == "-":
        return OUT
    letters, slash, wins = entry.partition("/")
    if not slash or not letters or set(letters) - {"F", "S"} or wins not in ("0", "1"):
        _refuse(line, entry, "a start is discs, a slash and wins, such as FFS/1, or -")
    return SeatStart(tuple(map(Disc, letters)), int(wins))


def _write_seat_start(entry: SeatStart) -> str:
    return f"{''.join(map(str, entry.discs))}/{entry.wins}" if entry.discs else "-"


def _read_first(fields: dict[str, Field], setup: Setup) -> Seat:
    field = fields.get("first")
    letter = field.value if field else "a"
    line = field.line if field else fields["players"].line
    try:
        seat = seat_named(letter)
    except ValueError:
        _refuse(line, "first", "is the letter of a seat")
    if seat not in setup.seats_in:
        _refuse(line, "first", f"seat {letter} is not in (R4)")
    return seat


def _refuse(line: int, token: str, reason: str) -> NoReturn:
    raise RecordError(line, reason, token=token)
