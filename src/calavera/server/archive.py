"""A store as a heap of records, for copying: every kind can be read and written like this."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from calavera.server.counted import counted
from calavera.server.token_store import StoredToken


class StoredPerson(NamedTuple):
    """Everything that a store keeps of one person."""

    identity: str
    """A hash of the first token."""
    name: str
    seen: int
    """In seconds since 1970."""
    tokens: tuple[StoredToken, ...] = ()
    """By their hashes."""


class StoredEntry(NamedTuple):
    """One entry of one table."""

    code: str
    version: int
    body: bytes


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

    # Beside servers.

    async def old_tables(self, before: int) -> list[str]:
        """Tables that nobody has visited since a moment, in seconds since 1970."""

    async def old_people(self, before: int) -> list[str]:
        """The identities of people who were not seen since."""

    async def entries_with(
        self, words: Sequence[bytes], after: tuple[str, int], most: int
    ) -> list[StoredEntry]:
        """The next entries in which one of these occurs, by code and version."""

    async def replace_entry(self, entry: StoredEntry) -> None:
        """Put another body in an entry's place."""

    async def delete_table(self, code: str, before: int) -> int:
        """Delete a table unless somebody has come since; returns how many entries it had."""

    async def delete_people(self, identities: Sequence[str], before: int) -> int:
        """Delete people unless they were seen since; returns how many."""

    async def shortened(self) -> Mapping[str, str]:
        """Tables whose history is shorter than players were told, in words, by their codes."""

    async def faults(self) -> str | None:
        """What is wrong with the store besides its records, in one line."""

    async def accept(self) -> None:
        """Take all histories as they are for complete."""

    async def give_space_back(self) -> bool:
        """Shrink the store after something was deleted; returns whether it could be done now."""

    async def close(self) -> None:
        """Leave it to others."""


def with_tokens(people: Sequence[Any], tokens: Sequence[Any]) -> list[StoredPerson]:
    """Rows of people, each with the tokens that are theirs."""
    theirs: dict[str, list[StoredToken]] = {}
    for row in tokens:
        token = StoredToken(*row)
        theirs.setdefault(token.identity, []).append(token)
    return [
        StoredPerson(identity, name, seen, tuple(theirs.get(identity, ())))
        for identity, name, seen in people
    ]
