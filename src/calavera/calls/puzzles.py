"""The puzzle of a day, with its game as its player saw it."""

import json
from datetime import date

from calavera.protocol.reasons import Reason, Refused
from calavera.record.codec.json_text import Json, write_json
from calavera.record.retelling.shape import RETELLING
from calavera.review.puzzles import puzzle_of_day, puzzles
from calavera.review.puzzles.position import retold
from calavera.review.puzzles.puzzle import puzzle_json


def puzzle_of(text: str) -> bytes:
    """The puzzle of a date such as 2026-11-18, as JSON; raises Refused."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused(Reason.NOT_FOUND, "expected a date such as 2026-11-18") from None
    number, puzzle = puzzle_of_day(day)
    replay: Json = json.loads(RETELLING.write(retold(puzzle)))
    return write_json(
        {
            "number": number + 1,
            "count": len(puzzles()),
            "day": day.isoformat(),
            **{key: value for key, value in puzzle_json(puzzle).items() if key != "record"},
            "replay": replay,
        }
    )
