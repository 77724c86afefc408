"""A PostgreSQL database as a heap of records."""

import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

import asyncpg

from calavera.server.archive import (
    Count,
    StoredBan,
    StoredEntry,
    StoredPerson,
    StoredTable,
    with_tokens,
)
from calavera.server.damage import checksum
from calavera.server.postgres_link import LOST, connected, why
from calavera.server.postgres_schema import COPYING, NEWEST, prepare
from calavera.server.sqlite_archive import entry_rows, in_order
from calavera.server.store import StoreError, without_secrets


class PostgresArchive:
    """One database."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def count(self) -> Count:
        """How much is in it."""
        counts = [
            (await self._rows(f"SELECT count(*) FROM calavera.{name}"))[0][0]
            for name in ("tables", "entries", "identities")
        ]
        return Count(*counts)

    async def is_copying(self) -> bool:
        """Whether a copy into it was begun and not finished."""
        return bool((await self._rows("SELECT version FROM calavera.store"))[0][0] == COPYING)

    async def mark(self, *, copying: bool) -> None:
        """Say that a copy into it begins, or is finished."""
        await self._rows("UPDATE calavera.store SET version = $1", COPYING if copying else NEWEST)

    async def codes(self, after: str, most: int) -> list[str]:
        """The next codes in their order."""
        sql = "SELECT code FROM calavera.tables WHERE code > $1 ORDER BY code LIMIT $2"
        return [code for (code,) in await self._rows(sql, after, most)]

    async def table(self, code: str) -> StoredTable | None:
        """All of one table."""
        sql = "SELECT listed, phase, changed, summary, visited FROM calavera.tables WHERE code = $1"
        rows = await self._rows(sql, code)
        if not rows:
            return None
        entries = await self._rows(
            "SELECT version, body, checksum FROM calavera.entries WHERE code = $1 ORDER BY version",
            code,
        )
        listed, phase, changed, summary, visited = rows[0]
        line = (code, listed, phase, changed, summary, visited)
        return StoredTable(*line, in_order(code, entries))

    async def put_table(self, table: StoredTable) -> None:
        """Keep a table, whole or not at all."""
        with _in_words():
            async with self._connection.transaction():
                await self._connection.execute(
                    "INSERT INTO calavera.tables VALUES ($1, $2, $3, $4, $5, $6)", *table[:6]
                )
                await self._connection.copy_records_to_table(
                    "entries",
                    schema_name="calavera",
                    columns=("code", "version", "body", "checksum"),
                    records=entry_rows(table),
                )

    async def people(self, after: str, most: int) -> list[StoredPerson]:
        """The next people by their hashes."""
        sql = (
            "SELECT identity, name, seen FROM calavera.identities WHERE identity > $1"
            " ORDER BY identity LIMIT $2"
        )
        people = await self._rows(sql, after, most)
        last = people[-1][0] if people else after
        sql = (
            "SELECT hash, id, identity, made, used, device FROM calavera.tokens"
            " WHERE identity > $1 AND identity <= $2 ORDER BY hash"
        )
        return with_tokens(people, await self._rows(sql, after, last))

    async def put_people(self, people: Sequence[StoredPerson]) -> None:
        """Keep some people."""
        tokens = [token for person in people for token in person.tokens]
        with _in_words():
            async with self._connection.transaction():
                for table, rows in (
                    ("identities", [person[:3] for person in people]),
                    ("tokens", tokens),
                ):
                    await self._connection.copy_records_to_table(
                        table, schema_name="calavera", records=rows
                    )

    async def bans(self) -> list[StoredBan]:
        """Everybody who is kept out."""
        rows = await self._rows("SELECT identity, until FROM calavera.bans ORDER BY identity")
        return [StoredBan(*row) for row in rows]

    async def put_bans(self, bans: Sequence[StoredBan]) -> None:
        """Keep all bans, and no others."""
        with _in_words():
            async with self._connection.transaction():
                await self._connection.execute("DELETE FROM calavera.bans")
                await self._connection.copy_records_to_table(
                    "bans", schema_name="calavera", records=bans
                )

    # Beside servers.

    async def old_tables(self, before: int) -> list[str]:
        """Tables that nobody has visited since a moment."""
        sql = "SELECT code FROM calavera.tables WHERE visited < $1"
        return [code for (code,) in await self._rows(sql, before)]

    async def old_people(self, before: int) -> list[str]:
        """The identities of people who were not seen since."""
        sql = "SELECT identity FROM calavera.identities WHERE seen < $1"
        return [identity for (identity,) in await self._rows(sql, before)]

    async def entries_with(
        self, words: Sequence[bytes], after: tuple[str, int], most: int
    ) -> list[StoredEntry]:
        """The next entries in which one of these occurs."""
        sql = (
            "SELECT code, version, body FROM calavera.entries WHERE (code, version) > ($1, $2)"
            " AND EXISTS (SELECT FROM unnest($3::bytea[]) AS word WHERE position(word IN body) > 0)"
            " ORDER BY code, version LIMIT $4"
        )
        rows = await self._rows(sql, *after, [*words], most)
        return [StoredEntry(*row) for row in rows]

    async def replace_entry(self, entry: StoredEntry) -> None:
        """Put another body in an entry's place."""
        sql = (
            "UPDATE calavera.entries SET body = $1, checksum = $2 WHERE code = $3 AND version = $4"
        )
        await self._rows(sql, entry.body, checksum(*entry), entry.code, entry.version)

    async def delete_table(self, code: str, before: int) -> int:
        """Delete a table unless somebody has come since."""
        sql = (
            "WITH gone AS (DELETE FROM calavera.tables WHERE code = $1 AND visited < $2"
            " RETURNING code), entries AS ("
            "DELETE FROM calavera.entries USING gone WHERE entries.code = gone.code RETURNING 1)"
            " SELECT count(*) FROM entries"
        )
        return int((await self._rows(sql, code, before))[0][0])

    async def delete_people(self, identities: Sequence[str], before: int) -> int:
        """Delete people unless they were seen since."""
        sql = (
            "WITH gone AS (DELETE FROM calavera.identities"
            " WHERE identity = ANY ($1::text[]) AND seen < $2 RETURNING identity), tokens AS ("
            "DELETE FROM calavera.tokens USING gone WHERE tokens.identity = gone.identity)"
            " SELECT identity FROM gone"
        )
        return len(await self._rows(sql, [*identities], before))

    async def shortened(self) -> Mapping[str, str]:
        """None: nothing beside the database knows how long a history was."""
        return {}

    async def faults(self) -> str | None:
        """Nothing that PostgreSQL would tell."""
        return None

    async def accept(self) -> None:
        """There is nothing to be forgotten."""

    async def give_space_back(self) -> bool:
        """Let PostgreSQL use it again; nobody waits for that."""
        for name in ("entries", "tables", "identities", "tokens"):
            await self._rows(f"VACUUM calavera.{name}")
        return True

    async def close(self) -> None:
        """Leave it to others."""
        self._connection.terminate()

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        with _in_words():
            rows: list[Any] = await self._connection.fetch(sql, *values)
            return rows


@contextlib.contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except (*LOST, asyncpg.PostgresError) as error:
        raise StoreError(f"PostgreSQL: {why(error)}") from None


@contextlib.asynccontextmanager
async def opened(address: str, *, create: bool) -> AsyncIterator[PostgresArchive]:
    """The archive of a database that no server runs on; raises StoreError."""
    await prepare(address, create=create, copies=True)
    with _in_words():
        connection = await connected(address)
    try:
        archive = PostgresArchive(connection)
        alive = "SELECT count(*) FROM calavera.servers WHERE until > now()"
        if (await archive._rows(alive))[0][0]:
            raise StoreError(
                f"a server is running on this store, {without_secrets(address)}, or was just killed"
            )
        yield archive
    finally:
        connection.terminate()


@contextlib.asynccontextmanager
async def shared(address: str) -> AsyncIterator[PostgresArchive]:
    """The archive of a database that servers may run on; raises StoreError."""
    shown = without_secrets(address)
    with _in_words():
        connection = await connected(address)
    try:
        archive = PostgresArchive(connection)
        if not (await archive._rows("SELECT to_regclass('calavera.store') IS NOT NULL"))[0][0]:
            raise StoreError(f"there is no store {shown}")
        version = (await archive._rows("SELECT version FROM calavera.store"))[0][0]
        if version == COPYING:
            raise StoreError(f"{shown} is an unfinished copy")
        if version > NEWEST:
            raise StoreError(f"{shown} was written by a newer program")
        if version != NEWEST:
            raise StoreError(f"{shown} is of version {version}: start a server on it first")
        yield archive
    finally:
        connection.terminate()


@contextlib.asynccontextmanager
async def snapshot(address: str) -> AsyncIterator[PostgresArchive]:
    """The archive of a database as it is at one moment; raises StoreError."""
    async with shared(address) as archive:
        await archive._rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        await archive._rows("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield archive
