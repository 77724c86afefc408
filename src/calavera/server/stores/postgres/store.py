"""A store in PostgreSQL, for any number of servers.

One connection appends, with group commit: while a statement is on its way, the next entries gather.
Concurrency is optimistic: an entry is inserted only after its predecessor, and the key (table,
version) makes one of two servers get a conflict.

If the answer to an append is lost, it may or may not have been executed. The statement is retried
until there is an answer; if an entry is in its place by then, it is compared with ours, so that
appending is idempotent. Until then nobody is sent anything.
"""

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import asyncpg

from calavera.protocol.shapes import SUMMARY
from calavera.protocol.summary import Summary
from calavera.server.stores.checksums import checked_histories, checksum
from calavera.server.stores.games import Games, StoredGame, stored
from calavera.server.stores.interface import (
    VISITED_AGAIN,
    CannotWrite,
    CodeTaken,
    Store,
    StoreError,
)
from calavera.server.stores.postgres.connection import (
    ANSWERING,
    LOST,
    PATIENCE,
    PAUSE,
    Connection,
    ConnectionPool,
    explain,
)
from calavera.server.stores.sql import Append, for_postgres
from calavera.server.stores.tokens import Tokens
from calavera.table.live.ports import Conflict, Stored
from calavera.table.views.finished import ListChanges

_LOGGER: Final = logging.getLogger("calavera.store")

MOST_TOGETHER: Final = 500
"""Entries in one commit."""

READERS: Final = 3
"""Connections for queries."""

CONNECTIONS: Final = READERS + 2
"""With one that appends and one for heartbeats."""

LONG_LISTS: Final = 120.0
"""Seconds for a list of all tables."""

SHUTDOWN: Final = 5.0
"""Seconds in which queued entries are written when the server stops."""

# Sorted, so that two servers never deadlock. A statement has at most one entry of a table, so that
# its predecessor is already there or never will be.
APPEND: Final = """
WITH news AS MATERIALIZED (
    SELECT * FROM unnest(
        $1::text[], $2::int[], $3::bytea[], $4::bigint[], $5::bool[], $6::text[], $7::text[]
    ) AS news (code, version, body, checksum, listed, phase, summary)
), added AS (
    INSERT INTO calavera.entries (code, version, body, checksum)
    SELECT code, version, body, checksum FROM news
    WHERE version = 1 OR EXISTS (
        SELECT FROM calavera.entries AS old
        WHERE old.code = news.code AND old.version = news.version - 1)
    ORDER BY code
    ON CONFLICT DO NOTHING
    RETURNING code
), lines AS (
    INSERT INTO calavera.tables (code, listed, phase, changed, summary, visited)
    SELECT code, listed, phase, extract(epoch FROM clock_timestamp())::bigint, summary,
        extract(epoch FROM clock_timestamp())::bigint
    FROM news JOIN added USING (code) WHERE summary IS NOT NULL
    ON CONFLICT (code) DO UPDATE SET listed = excluded.listed, phase = excluded.phase,
        changed = excluded.changed, summary = excluded.summary, visited = excluded.visited
){more}
SELECT code FROM added
"""
INDEX: Final = """, games AS (
    INSERT INTO calavera.games
    SELECT news.* FROM unnest(
        $8::text[], $9::text[], $10::int[], $11::bigint[], $12::int[], $13::bool[], $14::text[],
        $15::bool[], $16::text[], $17::text[]
    ) AS news (identity, code, number, ended, players, won, rivals, hidden, line, tally)
    JOIN added USING (code)
    ON CONFLICT DO NOTHING
), barred AS (
    INSERT INTO calavera.removals
    SELECT identity, code FROM unnest($18::text[], $19::text[], $20::bool[])
        AS news (identity, code, is_removed) JOIN added USING (code) WHERE is_removed
    ON CONFLICT DO NOTHING
), readmitted AS (
    DELETE FROM calavera.removals AS old
    USING unnest($18::text[], $19::text[], $20::bool[]) AS news (identity, code, is_removed)
        JOIN added USING (code)
    WHERE old.identity = news.identity AND old.code = news.code AND NOT is_removed
)"""
APPEND_ONLY: Final = APPEND.format(more="")
APPEND_AND_INDEX: Final = APPEND.format(more=INDEX)
"""The lists of finished games change seldom, so the usual statement does without them."""

FOUND: Final = """
SELECT entries.code, entries.body FROM calavera.entries
JOIN unnest($1::text[], $2::int[]) AS asked (code, version) USING (code, version)
"""
NEWS: Final = """
SELECT entries.code, entries.version, body, checksum
FROM unnest($1::text[], $2::int[]) AS known (code, version)
JOIN calavera.entries ON entries.code = known.code AND entries.version > known.version
ORDER BY entries.code, entries.version
"""
# Rows are locked in order, so that two servers never deadlock.
VISIT: Final = """
UPDATE calavera.tables SET visited = floor(extract(epoch FROM now()))::bigint WHERE code IN (
    SELECT code FROM calavera.tables
    WHERE code = ANY ($1::text[]) AND visited < extract(epoch FROM now()) - $2::bigint
    ORDER BY code FOR UPDATE)
"""
LEASE: Final = """
WITH beat AS (
    INSERT INTO calavera.servers VALUES ($1, now() + make_interval(secs => $2))
    ON CONFLICT (id) DO UPDATE SET until = excluded.until
), taken AS (
    INSERT INTO calavera.leases
    SELECT code, $1 FROM unnest($3::text[]) AS wished (code)
    WHERE NOT EXISTS (
        SELECT FROM calavera.leases JOIN calavera.servers ON id = holder
        WHERE leases.code = wished.code AND (until > now() OR id = $1))
    ORDER BY code
    ON CONFLICT (code) DO UPDATE SET holder = excluded.holder WHERE NOT EXISTS (
        SELECT FROM calavera.servers WHERE id = leases.holder AND until > now())
    RETURNING code
)
SELECT code FROM taken
UNION SELECT code FROM calavera.leases WHERE holder = $1 AND code = ANY ($3::text[])
"""


class PostgresStore(Store):
    """Everything in the schema `calavera` of one database."""

    is_shared = True
    shortened: Mapping[str, str] = {}

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self._waiting: list[Append] = []
        self._has_news = asyncio.Event()
        self._is_closing = False
        self._connection = Connection(address)
        self._readers = ConnectionPool(address, READERS)
        self._keeper = ConnectionPool(address, 1)
        self.tokens = Tokens(self._rows)
        self.games = Games(self._rows)
        self._writer = asyncio.ensure_future(self._write())

    @property
    def lost(self) -> int:
        return self._connection.lost + self._readers.lost + self._keeper.lost

    # Histories.

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        self._waiting.append(Append(code, expected + 1, entry, lists, done))
        self._has_news.set()

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Create a table, or give up after a while.

        It may still be created afterwards: nobody knows its code, and it is empty.
        """
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        making = Append(code, 1, entry, ListChanges(summary), lambda error: _settle(stored, error))
        self._waiting.append(making)
        self._has_news.set()
        try:
            async with asyncio.timeout(PATIENCE):
                error = await stored
        except TimeoutError:
            raise StoreError("PostgreSQL does not answer") from None
        finally:
            if making in self._waiting:
                self._waiting.remove(making)
        if isinstance(error, Conflict):
            raise CodeTaken(code)
        if error is not None:
            raise error

    async def entries(self, code: str, after: int = 0) -> list[bytes]:
        return (await self.news({code: after})).get(code, [])

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        if not known:
            return {}
        rows = await self._readers.fetch(NEWS, [*known], [*known.values()])
        return checked_histories(known, rows)

    async def visit(self, codes: Sequence[str]) -> None:
        await self._readers.fetch(VISIT, [*codes], VISITED_AGAIN)

    async def _rows(self, sql: str, *values: Any, is_long: bool = False) -> list[Any]:
        seconds = LONG_LISTS if is_long else ANSWERING
        return await self._readers.fetch(for_postgres(sql), *values, seconds=seconds)

    # Other servers.

    async def try_writing(self) -> None:
        await self._readers.fetch("UPDATE calavera.store SET version = version")

    async def changed_elsewhere(self) -> bool:
        """Always true: reading news costs no more than finding out."""
        return True

    async def lease(self, holder: str, seconds: float, codes: Sequence[str]) -> set[str]:
        rows = await self._keeper.fetch(LEASE, holder, seconds, sorted(codes), is_retried=False)
        return {code for (code,) in rows}

    async def release(self, holder: str, codes: Sequence[str] | None = None) -> None:
        sql = "DELETE FROM calavera.leases WHERE holder = $1"
        if codes is not None:
            await self._keeper.fetch(f"{sql} AND code = ANY ($2::text[])", holder, [*codes])
        else:
            await self._keeper.fetch(sql, holder, is_retried=False)
            gone = "DELETE FROM calavera.servers WHERE id = $1 OR until < now() - interval '1 day'"
            await self._keeper.fetch(gone, holder, is_retried=False)

    async def others(self, holder: str) -> int:
        sql = "SELECT count(*) FROM calavera.servers WHERE id != $1 AND until > now()"
        ((count,),) = await self._keeper.fetch(sql, holder)
        return int(count)

    async def close(self) -> None:
        """Write what is queued, as far as possible in time, and close."""
        self._is_closing = True
        self._has_news.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN):
                await self._writer
        for connection in (self._connection, self._readers, self._keeper):
            connection.close()
        await asyncio.sleep(0)

    # The writer.

    async def _write(self) -> None:
        while self._waiting or not self._is_closing:
            if not self._waiting:
                self._has_news.clear()
                await self._has_news.wait()
                await asyncio.sleep(0)  # let this turn of the loop queue more
                continue
            together = self._next_together()
            try:
                answers = await self._commit(together)
            except asyncpg.DiskFullError as error:
                answers = [CannotWrite(f"cannot write: {explain(error)}")] * len(together)
            except (asyncpg.PostgresError, StoreError) as error:
                answers = [StoreError(f"cannot write: {explain(error)}")] * len(together)
            except Exception:  # a bug must not keep all later entries waiting
                _LOGGER.exception("entries could not be written")
                answers = [StoreError("cannot write")] * len(together)
            for append, answer in zip(together, answers, strict=True):
                append.answer(answer)

    def _next_together(self) -> list[Append]:
        """The first queued entries, at most one of each table."""
        codes: set[str] = set()
        for append in self._waiting:
            if append.code in codes or len(codes) == MOST_TOGETHER:
                break
            codes.add(append.code)
        together, self._waiting = self._waiting[: len(codes)], self._waiting[len(codes) :]
        return together

    async def _commit(self, together: list[Append]) -> list[Exception | None]:
        columns = [*zip(*map(_row, together), strict=True)]
        changes = [one for one in together if one.lists.finished or one.lists.removals]
        rows, was_lost = (
            await self._fetch(APPEND_AND_INDEX, *columns, *_index_columns(changes))
            if changes
            else await self._fetch(APPEND_ONLY, *columns)
        )
        added = {code for (code,) in rows}
        if was_lost and len(added) < len(together):
            found, _ = await self._fetch(FOUND, *columns[:2], is_certain=True)
            bodies = dict(found)
            added |= {one.code for one in together if bodies.get(one.code) == one.body}
        return [None if one.code in added else Conflict(one.code) for one in together]

    async def _fetch(
        self, sql: str, *values: Any, is_certain: bool = False
    ) -> tuple[list[Any], bool]:
        """Fetch rows with retries; returns also whether an answer was lost on the way.

        An error of a retry does not mean that the lost attempt failed, too.
        """
        was_lost = False
        while True:
            try:
                return await self._connection.fetch(sql, *values), was_lost
            except asyncpg.DiskFullError:  # nothing was written for certain
                if not was_lost:
                    raise
            except LOST:
                was_lost = True
            except asyncpg.PostgresError:
                if was_lost and not is_certain:
                    return [], True
                if not is_certain:
                    raise
            await asyncio.sleep(PAUSE)


def _settle(stored: "asyncio.Future[Exception | None]", error: Exception | None) -> None:
    if not stored.done():
        stored.set_result(error)


def _row(one: Append) -> tuple[Any, ...]:
    summary = one.lists.summary
    entry = (one.code, one.version, one.body, checksum(one.code, one.version, one.body))
    if summary is None:
        return (*entry, None, None, None)
    return (*entry, summary.settings.listed, summary.phase.value, SUMMARY.write(summary))


def _index_columns(changes: Sequence[Append]) -> list[Sequence[Any]]:
    """The columns of the games and of the removals that come with some entries."""
    games = [stored(game) for one in changes for game in one.lists.finished]
    removals = [
        (removal.identity, one.code, removal.is_removed)
        for one in changes
        for removal in one.lists.removals
    ]
    return [*_columns(games, len(StoredGame._fields)), *_columns(removals, 3)]


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[Sequence[Any]]:
    return [[row[column] for row in rows] for column in range(width)]
