"""Detects damaged histories.

Each entry has a checksum of its key and its body. Entries of earlier versions have none; they are
checked against the rules alone.
"""

import zlib
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Final

from calavera.protocol.reasons import Reason, Refused
from calavera.server.stores.interface import StoreDamaged

MOST_LOGGED: Final = 20
"""How many damaged tables are logged when a server starts."""


class Damaged(Refused):
    """A table's history is damaged; the table is unusable until it is repaired."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(Reason.DAMAGED, "the history of this table is damaged")
        self.code = code
        self.what = what
        """What is wrong, for the operator; nothing of any game."""

    def __str__(self) -> str:
        return f"table {self.code} is damaged: {self.what}"


def checksum(code: str, version: int, body: bytes) -> int:
    """CRC-32 of an entry and its key: against accidents, not against tampering."""
    return zlib.crc32(body, zlib.crc32(f"{code} {version}".encode()))


def checked(code: str, after: int, rows: Iterable[tuple[int, bytes, int | None]]) -> list[bytes]:
    """The bodies of a history after a version; raises Damaged."""
    bodies: list[bytes] = []
    for version, body, kept in rows:
        due = after + len(bodies) + 1
        if version != due:
            raise Damaged(code, f"entry {due} is missing")
        is_text = not isinstance(body, bytes)  # SQLite types each value
        if is_text or (kept is not None and kept != checksum(code, version, body)):
            raise Damaged(code, f"entry {version} is not what was stored")
        bodies.append(body)
    return bodies


def checked_histories(
    known: Mapping[str, int], rows: Iterable[tuple[str, int, bytes, int | None]]
) -> dict[str, list[bytes]]:
    """The same for several histories, whose rows are ordered by code."""
    return {
        code: checked(code, known[code], [row[1:] for row in its])
        for code, its in groupby(rows, key=itemgetter(0))
    }


def as_damage(code: str, error: Exception) -> Damaged:
    """What an error says about a history, without what it may quote."""
    if isinstance(error, Damaged):
        return error
    if isinstance(error, StoreDamaged):
        return Damaged(code, str(error))
    return Damaged(code, f"it cannot be read ({type(error).__name__})")
