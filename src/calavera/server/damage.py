"""Histories that are not what was stored: how that is noticed, and what it is called.

Each entry has a checksum of its place and its body. Entries of earlier versions have none; they are
held to the rules alone.
"""

import zlib
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Final

from calavera.table.reasons import Reason, Refused

MOST_TOLD: Final = 20
"""How many damaged tables the log names when a server starts."""


class Damaged(Refused):
    """A table's history cannot be trusted; nothing is done with it until somebody repairs it."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(Reason.DAMAGED, "the history of this table is damaged")
        self.code = code
        self.what = what
        """What is wrong with it, for whoever runs the server; nothing of any game."""

    def __str__(self) -> str:
        return f"table {self.code} is damaged: {self.what}"


def checksum(code: str, version: int, body: bytes) -> int:
    """CRC-32 of an entry and its place: against accidents, not against anybody's will."""
    return zlib.crc32(body, zlib.crc32(f"{code} {version}".encode()))


def checked(code: str, after: int, rows: Iterable[tuple[int, bytes, int | None]]) -> list[bytes]:
    """The bodies of a history after so many entries; raises Damaged."""
    bodies: list[bytes] = []
    for version, body, kept in rows:
        due = after + len(bodies) + 1
        if version != due:
            raise Damaged(code, f"entry {due} is missing")
        is_text = not isinstance(body, bytes)  # a file says of each value what it is
        if is_text or (kept is not None and kept != checksum(code, version, body)):
            raise Damaged(code, f"entry {version} is not what was stored")
        bodies.append(body)
    return bodies


def checked_news(
    known: Mapping[str, int], rows: Iterable[tuple[str, int, bytes, int | None]]
) -> dict[str, list[bytes]]:
    """The same for some histories; their rows come one history after the other."""
    return {
        code: checked(code, known[code], [row[1:] for row in its])
        for code, its in groupby(rows, key=itemgetter(0))
    }
