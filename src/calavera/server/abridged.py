"""A table's history, read for a table that goes on.

Of games before the present one it matters that they came to an end, and not how: their moves are
left out, which are nearly all of a long history, and reading it takes less than half the time.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from calavera.server.following import read_entry
from calavera.table.entry import Entry
from calavera.table.shapes import ENTRY

_BEGAN: Final = b'"type":"game-began"'
"""In no text of people: their quotation marks are written in another way."""


def abridged(bodies: Sequence[bytes]) -> list[Entry]:
    """As many entries as there are, the present game whole; raises CodecError."""
    present = max((at for at, body in enumerate(bodies) if _BEGAN in body), default=0)
    return [_brief(body) for body in bodies[:present]] + [*map(read_entry, bodies[present:])]


def _brief(body: bytes) -> Entry:
    try:
        data = json.loads(body)
        facts = [brief for fact in data["facts"] for brief in _brief_fact(fact)]
        if not facts:
            return Entry(data["by"], data["id"], data["at"], ())
    except (ValueError, KeyError, TypeError):
        return read_entry(body)  # it says what is wrong with it
    return ENTRY.decode({**data, "facts": facts})


def _brief_fact(fact: dict[str, Any]) -> list[dict[str, Any]]:
    """Nothing of a move but that it was the last."""
    if fact["type"] != "played":
        return [fact]
    ends = [event for event in fact["events"] if event["type"] == "game-ended"]
    return [{**fact, "seat": None, "events": ends}] if ends else []
