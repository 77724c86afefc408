"""A SQLite file as a heap of records."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

from calavera.server.archive import Count, StoredBan, StoredPerson, StoredTable
from calavera.server.claim import claimed
from calavera.server.sqlite_schema import COPYING, NEWEST, open_database
from calavera.server.store import StoreError


class SqliteArchive:
    """One file."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    async def count(self) -> Count:
        """How much is in it."""
        return Count(*[self._number(name) for name in ("tables", "entries", "identities")])

    def _number(self, name: str) -> int:
        return int(self._rows(f"SELECT count(*) FROM {name}")[0][0])

    async def is_copying(self) -> bool:
        """Whether a copy into it was begun and not finished."""
        return bool(self._rows("PRAGMA user_version")[0][0] == COPYING)

    async def mark(self, *, copying: bool) -> None:
        """Say that a copy into it begins, or is finished."""
        self._rows(f"PRAGMA user_version = {COPYING if copying else NEWEST}")

    async def codes(self, after: str, most: int) -> list[str]:
        """The next codes in their order."""
        sql = "SELECT code FROM tables WHERE code > ? ORDER BY code LIMIT ?"
        return [code for (code,) in self._rows(sql, after, most)]

    async def table(self, code: str) -> StoredTable | None:
        """All of one table."""
        rows = self._rows("SELECT * FROM tables WHERE code = ?", code)
        if not rows:
            return None
        _, listed, phase, changed, summary, visited = rows[0]
        entries = self._rows(
            "SELECT version, body FROM entries WHERE code = ? ORDER BY version", code
        )
        line = (code, bool(listed), phase, changed, summary, visited)
        return StoredTable(*line, in_order(code, entries))

    async def put_table(self, table: StoredTable) -> None:
        """Keep a table, whole or not at all."""
        with self._transaction():
            self._rows("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", *table[:6])
            entries = [(table.code, at, body) for at, body in enumerate(table.bodies, start=1)]
            self._database.executemany("INSERT INTO entries VALUES (?, ?, ?)", entries)

    async def people(self, after: str, most: int) -> list[StoredPerson]:
        """The next people by their hashes."""
        sql = "SELECT * FROM identities WHERE identity > ? ORDER BY identity LIMIT ?"
        return [StoredPerson(*row) for row in self._rows(sql, after, most)]

    async def put_people(self, people: Sequence[StoredPerson]) -> None:
        """Keep some people."""
        with self._transaction():
            self._database.executemany("INSERT INTO identities VALUES (?, ?, ?)", people)

    async def bans(self) -> list[StoredBan]:
        """Everybody who is kept out."""
        return [StoredBan(*row) for row in self._rows("SELECT * FROM bans ORDER BY identity")]

    async def put_bans(self, bans: Sequence[StoredBan]) -> None:
        """Keep all bans, and no others."""
        with self._transaction():
            self._rows("DELETE FROM bans")
            self._database.executemany("INSERT INTO bans VALUES (?, ?)", bans)

    async def close(self) -> None:
        """Leave it to others."""
        self._database.close()

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"SQLite: {error}") from None

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._rows("BEGIN IMMEDIATE")
        try:
            yield
            self._rows("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise


@contextlib.asynccontextmanager
async def opened(address: str, path: Path) -> AsyncIterator[SqliteArchive]:
    """The archive of a file that no server runs on; raises StoreError."""
    with claimed(address):
        database = open_database(str(path), copies=True)
        try:
            yield SqliteArchive(database)
        finally:
            database.close()


def in_order(code: str, entries: Sequence[tuple[int, bytes]]) -> tuple[bytes, ...]:
    """Bodies by their versions, which have no gap."""
    if [version for version, _ in entries] != [*range(1, len(entries) + 1)]:
        raise StoreError(f"{code}: there is a gap in the history")
    return tuple([bytes(body) for _, body in entries])
