"""The records of a store in a SQLite file."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from calavera.server.stores.archive import Archive
from calavera.server.stores.claim import claimed
from calavera.server.stores.interface import StoreError
from calavera.server.stores.sqlite.schema import (
    COPYING,
    NEWEST,
    check_file,
    failure,
    open_database,
    quick_check,
)
from calavera.server.stores.sqlite.watermarks import Watermarks, shortened


class SqliteArchive(Archive):
    """One file."""

    CONTAINS = "instr(body, ?)"

    def __init__(
        self, database: sqlite3.Connection, address: str = "", watermarks: Watermarks | None = None
    ) -> None:
        self._database = database
        self._address = address
        self._watermarks = watermarks

    async def is_copying(self) -> bool:
        return bool((await self._rows("PRAGMA user_version"))[0][0] == COPYING)

    async def mark(self, *, copying: bool) -> None:
        await self._rows(f"PRAGMA user_version = {COPYING if copying else NEWEST}")

    async def delete_table(self, code: str, before: int) -> int:
        count = await super().delete_table(code, before)
        is_gone = not await self._rows("SELECT 1 FROM tables WHERE code = ?", code)
        if is_gone and self._watermarks is not None:
            self._watermarks.add([(code, 0)])
        return count

    async def shortened(self) -> Mapping[str, str]:
        return shortened(self._database, self._watermarks)

    async def faults(self) -> str | None:
        return quick_check(self._database)

    async def accept(self) -> None:
        with claimed(self._address):
            if self._watermarks is not None:
                self._watermarks.write({})

    async def give_space_back(self) -> bool:
        """Shrink the file, unless a server runs on it: its moves would wait meanwhile."""
        try:
            with claimed(self._address):
                await self._rows("VACUUM")
                await self._rows("PRAGMA wal_checkpoint(TRUNCATE)")
        except StoreError:
            return False
        return True

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return self._database.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise failure(error) from None

    async def _insert(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            values = ", ".join("?" * len(rows[0]))
            try:
                self._database.executemany(f"INSERT INTO {table} VALUES ({values})", rows)
            except sqlite3.Error as error:
                raise failure(error) from None

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        await self._rows("BEGIN IMMEDIATE")
        try:
            yield
            await self._rows("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def opened(address: str, path: Path) -> Iterator[SqliteArchive]:
    """The archive of a file that no server runs on; raises StoreError."""
    with claimed(address), contextlib.closing(open_database(str(path), copies=True)) as database:
        yield SqliteArchive(database)


@contextlib.contextmanager
def shared(address: str, path: Path) -> Iterator[SqliteArchive]:
    """The archive of a file that a server may run on; raises StoreError."""
    if not path.exists():
        raise StoreError(f"there is no store {path}")
    try:
        with contextlib.closing(
            sqlite3.connect(path, isolation_level=None, timeout=10)
        ) as database:
            version = check_file(database, str(path))
            if version != NEWEST:
                raise StoreError(f"{path} is of version {version}: start a server on it first")
            yield SqliteArchive(database, address, Watermarks(path))
    except sqlite3.Error as error:
        raise failure(error) from None
