"""The records of a store in PostgreSQL."""

import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import asyncpg

from calavera.server.stores.archive import Archive
from calavera.server.stores.interface import StoreError, without_secrets
from calavera.server.stores.postgres.connection import LOST, connected, explain
from calavera.server.stores.postgres.schema import COPYING, NEWEST, prepare
from calavera.server.stores.sql import for_postgres


class PostgresArchive(Archive):
    """One database."""

    CONTAINS = "position(?::bytea IN body) > 0"

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def is_copying(self) -> bool:
        return bool((await self._rows("SELECT version FROM store"))[0][0] == COPYING)

    async def mark(self, *, copying: bool) -> None:
        await self._rows("UPDATE store SET version = ?", COPYING if copying else NEWEST)

    async def give_space_back(self) -> bool:
        for name in ("entries", "tables", "games", "identities", "tokens"):
            await self._rows(f"VACUUM {name}")
        return True

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        with _store_errors():
            rows: list[Any] = await self._connection.fetch(for_postgres(sql), *values)
            return rows

    async def _insert(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        await self._connection.copy_records_to_table(table, schema_name="calavera", records=rows)

    @contextlib.asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        with _store_errors():
            async with self._connection.transaction():
                yield


@contextlib.contextmanager
def _store_errors() -> Iterator[None]:
    try:
        yield
    except (*LOST, asyncpg.PostgresError) as error:
        raise StoreError(f"PostgreSQL: {explain(error)}") from None


@contextlib.asynccontextmanager
async def _connected(address: str) -> AsyncIterator[PostgresArchive]:
    with _store_errors():
        connection = await connected(address)
    try:
        yield PostgresArchive(connection)
    finally:
        connection.terminate()


@contextlib.asynccontextmanager
async def opened(address: str, *, create: bool) -> AsyncIterator[PostgresArchive]:
    """The archive of a database that no server runs on; raises StoreError."""
    await prepare(address, create=create, copies=True)
    async with _connected(address) as archive:
        if (await archive._rows("SELECT count(*) FROM servers WHERE until > now()"))[0][0]:
            raise StoreError(
                f"a server is running on this store, {without_secrets(address)}, or was just killed"
            )
        yield archive


@contextlib.asynccontextmanager
async def shared(address: str) -> AsyncIterator[PostgresArchive]:
    """The archive of a database that servers may run on; raises StoreError."""
    shown = without_secrets(address)
    async with _connected(address) as archive:
        if not (await archive._rows("SELECT to_regclass('calavera.store') IS NOT NULL"))[0][0]:
            raise StoreError(f"there is no store {shown}")
        version = (await archive._rows("SELECT version FROM store"))[0][0]
        if version == COPYING:
            raise StoreError(f"{shown} is an unfinished copy")
        if version > NEWEST:
            raise StoreError(f"{shown} was written by a newer program")
        if version != NEWEST:
            raise StoreError(f"{shown} is of version {version}: start a server on it first")
        yield archive


@contextlib.asynccontextmanager
async def snapshot(address: str) -> AsyncIterator[PostgresArchive]:
    """The archive of a database as it is at one moment; raises StoreError."""
    async with shared(address) as archive:
        await archive._rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        await archive._rows("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield archive
