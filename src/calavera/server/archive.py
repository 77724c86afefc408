"""A store as a heap of records, for copying: every kind can be read and written like this."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from calavera.server.counted import counted


class StoredPerson(NamedTuple):
    """Everything that a store keeps of one person."""

    identity: str
    """A hash of the token."""
    name: str
    seen: int
    """In seconds since 1970."""


class StoredBan(NamedTuple):
    """Somebody who is kept out."""

    identity: str
    until: int
    """In seconds since 1970."""


class StoredTable(NamedTuple):
    """Everything that a store keeps of one table."""

    code: str
    listed: bool
    phase: str
    changed: int
    """In seconds since 1970."""
    summary: str
    visited: int
    """In seconds since 1970."""
    bodies: tuple[bytes, ...]
    """The whole history, from version 1 on without a gap."""


class Count(NamedTuple):
    """How much is in a store."""

    tables: int
    entries: int
    people: int

    def __str__(self) -> str:
        tables = counted(self.tables, "table", "tables")
        entries = counted(self.entries, "entry", "entries")
        return f"{tables}, {entries} and {counted(self.people, 'person', 'people')}"


class Archive(Protocol):
    """A store that nobody else uses at the moment."""

    async def count(self) -> Count:
        """How much is in it."""

    async def is_copying(self) -> bool:
        """Whether a copy into it was begun and not finished."""

    async def mark(self, *, copying: bool) -> None:
        """Say that a copy into it begins, or is finished."""

    async def codes(self, after: str, most: int) -> list[str]:
        """The next codes in their order, up to so many."""

    async def table(self, code: str) -> StoredTable | None:
        """All of one table."""

    async def put_table(self, table: StoredTable) -> None:
        """Keep a table, whole or not at all."""

    async def people(self, after: str, most: int) -> list[StoredPerson]:
        """The next people by their hashes, up to so many."""

    async def put_people(self, people: Sequence[StoredPerson]) -> None:
        """Keep some people."""

    async def bans(self) -> list[StoredBan]:
        """Everybody who is kept out."""

    async def put_bans(self, bans: Sequence[StoredBan]) -> None:
        """Keep all bans, and no others."""

    async def close(self) -> None:
        """Leave it to others."""
