"""A SQLite file as a heap of records."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from calavera.server.archive import (
    Count,
    StoredBan,
    StoredEntry,
    StoredPerson,
    StoredTable,
    with_tokens,
)
from calavera.server.claim import claimed
from calavera.server.damage import Damaged, checked, checksum
from calavera.server.marks import Marks, shortened
from calavera.server.sqlite_schema import (
    COPYING,
    NEWEST,
    check_file,
    failure,
    open_database,
    quick_check,
)
from calavera.server.store import StoreError


class SqliteArchive:
    """One file."""

    def __init__(
        self, database: sqlite3.Connection, address: str = "", marks: Marks | None = None
    ) -> None:
        self._database = database
        self._address = address
        self._marks = marks

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
            "SELECT version, body, checksum FROM entries WHERE code = ? ORDER BY version", code
        )
        line = (code, bool(listed), phase, changed, summary, visited)
        return StoredTable(*line, in_order(code, entries))

    async def put_table(self, table: StoredTable) -> None:
        """Keep a table, whole or not at all."""
        with self._transaction():
            self._rows("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", *table[:6])
            self._database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", entry_rows(table))

    async def people(self, after: str, most: int) -> list[StoredPerson]:
        """The next people by their hashes."""
        sql = "SELECT * FROM identities WHERE identity > ? ORDER BY identity LIMIT ?"
        people = self._rows(sql, after, most)
        last = people[-1][0] if people else after
        sql = "SELECT * FROM tokens WHERE identity > ? AND identity <= ? ORDER BY hash"
        return with_tokens(people, self._rows(sql, after, last))

    async def put_people(self, people: Sequence[StoredPerson]) -> None:
        """Keep some people."""
        with self._transaction():
            rows = [person[:3] for person in people]
            self._database.executemany("INSERT INTO identities VALUES (?, ?, ?)", rows)
            tokens = [token for person in people for token in person.tokens]
            self._database.executemany("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)", tokens)

    async def bans(self) -> list[StoredBan]:
        """Everybody who is kept out."""
        return [StoredBan(*row) for row in self._rows("SELECT * FROM bans ORDER BY identity")]

    async def put_bans(self, bans: Sequence[StoredBan]) -> None:
        """Keep all bans, and no others."""
        with self._transaction():
            self._rows("DELETE FROM bans")
            self._database.executemany("INSERT INTO bans VALUES (?, ?)", bans)

    # Beside a server.

    async def old_tables(self, before: int) -> list[str]:
        """Tables that nobody has visited since a moment."""
        return [code for (code,) in self._rows("SELECT code FROM tables WHERE visited < ?", before)]

    async def old_people(self, before: int) -> list[str]:
        """The identities of people who were not seen since."""
        rows = self._rows("SELECT identity FROM identities WHERE seen < ?", before)
        return [identity for (identity,) in rows]

    async def entries_with(
        self, words: Sequence[bytes], after: tuple[str, int], most: int
    ) -> list[StoredEntry]:
        """The next entries in which one of these occurs."""
        found = " OR ".join(["instr(body, ?)"] * len(words))
        sql = (
            f"SELECT code, version, body FROM entries WHERE (code, version) > (?, ?) AND ({found})"
            " ORDER BY code, version LIMIT ?"
        )
        return [StoredEntry(*row) for row in self._rows(sql, *after, *words, most)]

    async def replace_entry(self, entry: StoredEntry) -> None:
        """Put another body in an entry's place."""
        sql = "UPDATE entries SET body = ?, checksum = ? WHERE code = ? AND version = ?"
        self._rows(sql, entry.body, checksum(*entry), entry.code, entry.version)

    async def delete_table(self, code: str, before: int) -> int:
        """Delete a table unless somebody has come since."""
        with self._transaction():
            sql = "DELETE FROM tables WHERE code = ? AND visited < ?"
            if not self._database.execute(sql, (code, before)).rowcount:
                return 0
            gone = self._database.execute("DELETE FROM entries WHERE code = ?", (code,)).rowcount
        if self._marks is not None:
            self._marks.note([(code, 0)])
        return gone

    async def delete_people(self, identities: Sequence[str], before: int) -> int:
        """Delete people unless they were seen since."""
        with self._transaction():
            sql = "DELETE FROM identities WHERE identity = ? AND seen < ?"
            rows = [(identity, before) for identity in identities]
            count = self._database.executemany(sql, rows).rowcount
            self._rows("DELETE FROM tokens WHERE identity NOT IN (SELECT identity FROM identities)")
            return count

    async def shortened(self) -> Mapping[str, str]:
        """Tables whose history is shorter than players were told, in words, by their codes."""
        return shortened(self._database, self._marks)

    async def faults(self) -> str | None:
        """What SQLite finds wrong with the pages of the file."""
        return quick_check(self._database)

    async def accept(self) -> None:
        """Take all histories as they are for complete."""
        with claimed(self._address):
            if self._marks is not None:
                self._marks.write({})

    async def give_space_back(self) -> bool:
        """Shrink the file, unless a server runs on it: its moves would wait meanwhile."""
        try:
            with claimed(self._address):
                self._rows("VACUUM")
                self._rows("PRAGMA wal_checkpoint(TRUNCATE)")
        except StoreError:
            return False
        return True

    async def close(self) -> None:
        """Leave it to others."""
        self._database.close()

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise failure(error) from None

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


@contextlib.contextmanager
def shared(address: str, path: Path) -> Iterator[SqliteArchive]:
    """The archive of a file that a server may run on; raises StoreError."""
    if not path.exists():
        raise StoreError(f"there is no store {path}")
    try:
        database = sqlite3.connect(path, isolation_level=None, timeout=10)
        try:
            version = check_file(database, str(path))
            if version != NEWEST:
                raise StoreError(f"{path} is of version {version}: start a server on it first")
            yield SqliteArchive(database, address, Marks(path))
        finally:
            database.close()
    except sqlite3.Error as error:
        raise failure(error) from None


def in_order(code: str, rows: Sequence[tuple[int, bytes, int | None]]) -> tuple[bytes, ...]:
    """The bodies of a whole history; raises StoreError where it is damaged."""
    try:
        return tuple([bytes(body) for body in checked(code, 0, rows)])
    except Damaged as damaged:
        raise StoreError(str(damaged)) from None


def entry_rows(table: StoredTable) -> list[tuple[str, int, bytes, int]]:
    """The entries of a table as they are kept."""
    return [
        (table.code, at, body, checksum(table.code, at, body))
        for at, body in enumerate(table.bodies, start=1)
    ]
