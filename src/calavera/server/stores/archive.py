"""A store as a set of records, for backup, copy, check and purge."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar, NamedTuple

from calavera.console.wording import counted
from calavera.server.stores.checksums import Damaged, checked, checksum
from calavera.server.stores.games import StoredGame
from calavera.server.stores.interface import StoreError
from calavera.server.stores.tokens import StoredToken


class StoredPerson(NamedTuple):
    """Everything that a store keeps of one person."""

    identity: str
    """The hash of their first token."""
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
    """A ban."""

    identity: str
    until: int
    """In seconds since 1970."""


class StoredTable(NamedTuple):
    """Everything that a store keeps of one table; times are in seconds since 1970."""

    code: str
    listed: bool
    phase: str
    changed: int
    summary: str
    visited: int
    bodies: tuple[bytes, ...]
    """The whole history, from version 1 on without a gap."""
    games: tuple[StoredGame, ...] = ()
    """Its finished games in people's lists, by identity and number."""
    removed: tuple[str, ...] = ()
    """The identities that were removed from it."""
    is_indexed: bool = True
    """Whether the lists hold all games of the history."""


class Count(NamedTuple):
    """How much is in a store."""

    tables: int
    entries: int
    people: int

    def __str__(self) -> str:
        tables = counted(self.tables, "table", "tables")
        entries = counted(self.entries, "entry", "entries")
        return f"{tables}, {entries} and {counted(self.people, 'person', 'people')}"


class Archive:
    """The records of a store, with statements as for `sql.for_sqlite`; all raise StoreError."""

    CONTAINS: ClassVar[str]
    """The condition that an entry contains a text."""

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        raise NotImplementedError

    async def _insert(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        raise NotImplementedError

    def _transaction(self) -> AbstractAsyncContextManager[Any]:
        raise NotImplementedError

    async def is_copying(self) -> bool:
        """Whether a copy into it was begun and not finished."""
        raise NotImplementedError

    async def mark(self, *, copying: bool) -> None:
        """Mark the store as an unfinished copy, or as complete."""
        raise NotImplementedError

    async def give_space_back(self) -> bool:
        """Shrink the store after a purge; false if it cannot be done now."""
        raise NotImplementedError

    async def shortened(self) -> Mapping[str, str]:
        """Tables whose history is shorter than players were sent, in words, by their codes."""
        return {}

    async def faults(self) -> str | None:
        """What is wrong with the store besides its records, in one line."""
        return None

    async def accept(self) -> None:
        """Accept all histories as complete."""

    async def count(self) -> Count:
        names = ("tables", "entries", "identities")
        return Count(*[(await self._rows(f"SELECT count(*) FROM {n}"))[0][0] for n in names])

    async def codes(self, after: str, most: int) -> list[str]:
        sql = "SELECT code FROM tables WHERE code > ? ORDER BY code LIMIT ?"
        return [code for (code,) in await self._rows(sql, after, most)]

    async def table(self, code: str) -> StoredTable | None:
        rows = await self._rows("SELECT * FROM tables WHERE code = ?", code)
        if not rows:
            return None
        _, listed, phase, changed, summary, visited = rows[0]
        sql = "SELECT version, body, checksum FROM entries WHERE code = ? ORDER BY version"
        try:
            bodies = tuple(map(bytes, checked(code, 0, await self._rows(sql, code))))
        except Damaged as damaged:
            raise StoreError(str(damaged)) from None
        return StoredTable(
            code, bool(listed), phase, changed, summary, visited, bodies, *await self._index(code)
        )

    async def _index(self, code: str) -> tuple[tuple[StoredGame, ...], tuple[str, ...], bool]:
        """The finished games of a table, who was removed from it, and whether that is all."""
        sql = "SELECT * FROM games WHERE code = ? ORDER BY identity, number"
        games = [StoredGame(*row) for row in await self._rows(sql, code)]
        sql = "SELECT identity FROM removals WHERE code = ? ORDER BY identity"
        removed = [identity for (identity,) in await self._rows(sql, code)]
        waiting = await self._rows("SELECT code FROM unindexed WHERE code = ?", code)
        plain = [game._replace(won=bool(game.won), hidden=bool(game.hidden)) for game in games]
        return tuple(plain), tuple(removed), not waiting

    async def put_table(self, table: StoredTable) -> None:
        """Insert a table with its history, atomically."""
        code = table.code
        entries = [
            (code, version, body, checksum(code, version, body))
            for version, body in enumerate(table.bodies, start=1)
        ]
        async with self._transaction():
            await self._insert("tables", [table[:6]])
            await self._insert("entries", entries)
            await self._insert("games", table.games)
            await self._insert("removals", [(identity, code) for identity in table.removed])
            if not table.is_indexed:
                await self._insert("unindexed", [(code,)])

    async def people(self, after: str, most: int) -> list[StoredPerson]:
        """The next page of people, by identity."""
        sql = "SELECT * FROM identities WHERE identity > ? ORDER BY identity LIMIT ?"
        people = await self._rows(sql, after, most)
        last = people[-1][0] if people else after
        sql = "SELECT * FROM tokens WHERE identity > ? AND identity <= ? ORDER BY hash"
        tokens: dict[str, list[StoredToken]] = {}
        for row in await self._rows(sql, after, last):
            token = StoredToken(*row)
            tokens.setdefault(token.identity, []).append(token)
        return [
            StoredPerson(identity, name, seen, tuple(tokens.get(identity, ())))
            for identity, name, seen in people
        ]

    async def put_people(self, people: Sequence[StoredPerson]) -> None:
        async with self._transaction():
            await self._insert("identities", [person[:3] for person in people])
            await self._insert("tokens", [token for person in people for token in person.tokens])

    async def bans(self) -> list[StoredBan]:
        return [StoredBan(*row) for row in await self._rows("SELECT * FROM bans ORDER BY identity")]

    async def put_bans(self, bans: Sequence[StoredBan]) -> None:
        async with self._transaction():
            await self._rows("DELETE FROM bans")
            await self._insert("bans", bans)

    async def old_tables(self, before: int) -> list[str]:
        """Tables that nobody has visited since then, in seconds since 1970."""
        rows = await self._rows("SELECT code FROM tables WHERE visited < ?", before)
        return [code for (code,) in rows]

    async def old_people(self, before: int) -> list[str]:
        rows = await self._rows("SELECT identity FROM identities WHERE seen < ?", before)
        return [identity for (identity,) in rows]

    async def entries_with(
        self, words: Sequence[bytes], after: tuple[str, int], most: int
    ) -> list[StoredEntry]:
        """The next page of entries that contain one of these, by code and version."""
        found = " OR ".join([self.CONTAINS] * len(words))
        sql = (
            f"SELECT code, version, body FROM entries WHERE (code, version) > (?, ?) AND ({found})"
            " ORDER BY code, version LIMIT ?"
        )
        return [StoredEntry(*row) for row in await self._rows(sql, *after, *words, most)]

    async def replace_entry(self, entry: StoredEntry) -> None:
        sql = "UPDATE entries SET body = ?, checksum = ? WHERE code = ? AND version = ?"
        await self._rows(sql, entry.body, checksum(*entry), entry.code, entry.version)

    async def delete_table(self, code: str, before: int) -> int:
        """Delete a table unless it was visited since; returns how many entries it had."""
        async with self._transaction():
            sql = "DELETE FROM tables WHERE code = ? AND visited < ? RETURNING code"
            if not await self._rows(sql, code, before):
                return 0
            for index in ("games", "removals", "unindexed"):
                await self._rows(f"DELETE FROM {index} WHERE code = ?", code)
            sql = "DELETE FROM entries WHERE code = ? RETURNING version"
            return len(await self._rows(sql, code))

    async def delete_people(self, identities: Sequence[str], before: int) -> int:
        """Delete people unless they were seen since; returns how many."""
        count = 0
        async with self._transaction():
            sql = "DELETE FROM identities WHERE identity = ? AND seen < ? RETURNING identity"
            for identity in identities:
                if await self._rows(sql, identity, before):
                    for table in ("tokens", "games", "removals"):
                        await self._rows(f"DELETE FROM {table} WHERE identity = ?", identity)
                    count += 1
        return count
