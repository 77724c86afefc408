"""Reads a table's history without the moves of earlier games.

Of those only the end matters. Their moves are nearly all of a long history, and skipping them
halves the time to load it.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from calavera.table.logic.entry import ENTRY, Entry, read_entry

_BEGAN: Final = b'"type":"game-began"'
"""Cannot occur in what people write: their quotation marks are escaped."""


def abridged(bodies: Sequence[bytes]) -> list[Entry]:
    """All entries, those of the current game in full; raises CodecError."""
    current = max((at for at, body in enumerate(bodies) if _BEGAN in body), default=0)
    return [_brief(body) for body in bodies[:current]] + [*map(read_entry, bodies[current:])]


def _brief(body: bytes) -> Entry:
    try:
        data = json.loads(body)
        facts = [brief for fact in data["facts"] for brief in _brief_fact(fact)]
        if not facts:
            return Entry(data["by"], data["id"], data["at"], ())
    except (ValueError, KeyError, TypeError):
        return read_entry(body)  # raises the right error
    return ENTRY.decode({**data, "facts": facts})


def _brief_fact(fact: dict[str, Any]) -> list[dict[str, Any]]:
    """A fact without moves, except that a game ended."""
    if fact["type"] != "played":
        return [fact]
    ends = [event for event in fact["events"] if event["type"] == "game-ended"]
    return [{**fact, "seat": None, "events": ends}] if ends else []
