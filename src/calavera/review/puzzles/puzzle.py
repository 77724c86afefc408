"""One puzzle: a game as one player saw it, up to a decision."""

import json
from enum import Enum
from typing import Any, Final, NamedTuple

from calavera.bots.hints import HintReason
from calavera.protocol.hints import HINT_REASON
from calavera.record.codec.json_text import JsonObject
from calavera.record.codec.shapes import ACTION
from calavera.review.model import Choice
from calavera.review.shape import WHOLE
from calavera.rules import Action, Seat, seat_letter, seat_named


class Level(Enum):
    """How hard a puzzle is: how seldom the weaker bots find the answer."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


LEVELS: Final = ((0.9, Level.EASY), (0.6, Level.MEDIUM), (0.0, Level.HARD))
"""How often the weaker bots find the answer at least."""


class Puzzle(NamedTuple):
    """A decision with one right answer."""

    record: str
    """The game so far, as the player saw it: a view in the notation."""

    seat: Seat
    """Who is to decide."""

    answer: Action
    choices: tuple[Choice, ...]
    """Every move, the most promising first."""

    margin: float
    """How much more often the answer wins than any other move, at least."""

    is_exact: bool
    """Whether two players are left and the values are those of the solved game."""

    level: Level
    reasons: tuple[HintReason, ...]


def puzzle_json(puzzle: Puzzle) -> JsonObject:
    """A puzzle as JSON data; chances are in thousandths."""
    return {
        "record": puzzle.record,
        "seat": seat_letter(puzzle.seat),
        "answer": json.loads(ACTION.write(puzzle.answer)),
        "choices": [
            {
                "action": json.loads(ACTION.write(choice.action)),
                "share": round(WHOLE * choice.share),
                "wins": None if choice.wins is None else round(WHOLE * choice.wins),
            }
            for choice in puzzle.choices
        ],
        "margin": round(WHOLE * puzzle.margin),
        "exact": puzzle.is_exact,
        "level": puzzle.level.value,
        "reasons": [json.loads(HINT_REASON.write(reason)) for reason in puzzle.reasons],
    }


def read_puzzle(data: dict[str, Any]) -> Puzzle:
    """A puzzle from its JSON data."""
    return Puzzle(
        data["record"],
        seat_named(data["seat"]),
        ACTION.decode(data["answer"]),
        tuple(
            Choice(
                ACTION.decode(choice["action"]),
                choice["share"] / WHOLE,
                None if choice["wins"] is None else choice["wins"] / WHOLE,
            )
            for choice in data["choices"]
        ),
        data["margin"] / WHOLE,
        data["exact"],
        Level(data["level"]),
        tuple(HINT_REASON.decode(reason) for reason in data["reasons"]),
    )
