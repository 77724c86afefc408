"""The puzzles of the package, and which one a day has."""

import gzip
import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from calavera.review.puzzles.puzzle import Puzzle, puzzle_json, read_puzzle

PATH: Final = Path(__file__).with_name("puzzles.json.gz")
FIRST_DAY: Final = date(2026, 1, 1)
"""The day of puzzle 0."""


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of the package, in the order of their days."""
    return tuple(read_puzzle(data) for data in json.loads(gzip.decompress(PATH.read_bytes())))


def puzzle_of_day(day: date) -> tuple[int, Puzzle]:
    """The number and the puzzle of a date: the same for everybody, from the date alone."""
    found = puzzles()
    number = (day - FIRST_DAY).days % len(found)
    return number, found[number]


def write_puzzles(made: Sequence[Puzzle]) -> bytes:
    """The content of the file; the same puzzles give the same bytes."""
    told = json.dumps([puzzle_json(puzzle) for puzzle in made], separators=(",", ":"))
    return gzip.compress(told.encode("ascii"), 9, mtime=0)
