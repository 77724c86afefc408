"""A store in PostgreSQL, for any number of servers.

One connection appends. While one statement is on its way the next entries gather, so that a busy
server makes one commit for many moves. An entry goes in only behind its predecessor and only where
nobody else's is: (table, version) is the key.

Where the answer to an append is lost, nobody knows whether it was carried out. It is asked again
until there is an answer, and where somebody's entry is in its place then, that one is read: it may
be this very entry. Until then nobody is told anything.
"""

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

import asyncpg

from calavera.server.damage import checked_news, checksum
from calavera.server.postgres_link import LOST, PATIENCE, PAUSE, Link, Links, why
from calavera.server.postgres_tokens import PostgresTokens
from calavera.server.rows import CLOSED, Append, listing_of
from calavera.server.store import (
    GATHERING_LATELY,
    PLAYING_LATELY,
    SEEN_AGAIN,
    VISITED_AGAIN,
    Announcement,
    CannotWrite,
    CodeTaken,
    Orders,
    StoredIdentity,
    StoreError,
)
from calavera.table.ports import Conflict, Stored
from calavera.table.shapes import SUMMARY
from calavera.table.summary import Listing, Summary
from calavera.table.table import TablePhase

_LOGGER: Final = logging.getLogger("calavera.store")

MOST_TOGETHER: Final = 500
"""How many entries go into one commit."""

READERS: Final = 3
"""Connections for questions."""

CONNECTIONS: Final = READERS + 2
"""With the one that appends and the one that says that the server is alive."""

LONG_LISTS: Final = 120.0
"""Seconds for a list of all tables."""

LAST_WORDS: Final = 5.0
"""Seconds in which what is left is written when the server stops."""

# Sorted, so that two servers never wait for each other. A table is once in a statement, so that
# its predecessor is there already or never.
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
)
SELECT code FROM added
"""
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
IDENTITY: Final = """
WITH seen AS (
    UPDATE calavera.identities SET seen = floor(extract(epoch FROM now()))::bigint
    WHERE identity = $1 AND seen < extract(epoch FROM now()) - $2::bigint
)
SELECT identity, name FROM calavera.identities WHERE identity = $1
"""
# Rows are locked in one order, so that two servers never wait for each other.
VISIT: Final = """
UPDATE calavera.tables SET visited = floor(extract(epoch FROM now()))::bigint WHERE code IN (
    SELECT code FROM calavera.tables
    WHERE code = ANY ($1::text[]) AND visited < extract(epoch FROM now()) - $2::bigint
    ORDER BY code FOR UPDATE)
"""
ANNOUNCE: Final = """
INSERT INTO calavera.announcement VALUES (
    1, $1, floor(extract(epoch FROM now())), floor(extract(epoch FROM now())) + $2::bigint)
ON CONFLICT (id) DO UPDATE SET text = excluded.text, at = excluded.at, until = excluded.until
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


class PostgresStore:
    """Everything in the schema `calavera` of one database."""

    is_shared: Final = True
    shortened: Final[Mapping[str, str]] = {}

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        """By which servers of the same store know each other."""
        self._waiting: list[Append] = []
        self._come = asyncio.Event()
        self._is_closing = False
        self._link = Link(address)
        self._readers = Links(address, READERS)
        self._keeper = Links(address, 1)
        self.tokens = PostgresTokens(self._readers)
        """By which people are known."""
        self._writer = asyncio.ensure_future(self._write())

    @property
    def lost(self) -> int:
        """How often PostgreSQL did not answer and was asked again."""
        return self._link.lost + self._readers.lost + self._keeper.lost

    # Histories.

    def append(
        self, code: str, expected: int, entry: bytes, summary: Summary | None, done: Stored
    ) -> None:
        """Add an entry; `done` is told once it is durable."""
        self._waiting.append(Append(code, expected + 1, entry, summary, done))
        self._come.set()

    async def create(self, code: str, entry: bytes, summary: Summary) -> None:
        """Begin a history; raises CodeTaken.

        Whoever asked for a table does not wait for ever. One that is on its way may be made after
        they were told that it was not: nobody knows its code, and it is empty.
        """
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        making = Append(code, 1, entry, summary, lambda error: _settle(stored, error))
        self._waiting.append(making)
        self._come.set()
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
        """A table's history, after so many entries."""
        return (await self.news({code: after})).get(code, [])

    async def news(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        """What came to some histories after so many entries; those with nothing are left out."""
        if not known:
            return {}
        rows = await self._readers.fetch(NEWS, [*known], [*known.values()])
        return checked_news(known, rows)

    async def lobby(self, most: int, visited: Sequence[str] = ()) -> list[Listing]:
        """Listed tables that are not closed and changed lately or are visited, the latest first."""
        sql = (
            "SELECT summary, changed FROM calavera.tables WHERE listed AND phase != $1 AND"
            " (changed >= extract(epoch FROM now()) - CASE phase WHEN $2 THEN $3::int ELSE $4 END"
            " OR code = ANY ($5::text[])) ORDER BY changed DESC LIMIT $6"
        )
        times = (TablePhase.GATHERING.value, GATHERING_LATELY, PLAYING_LATELY)
        rows = await self._readers.fetch(sql, CLOSED, *times, [*visited], most)
        return [listing_of(*row) for row in rows]

    async def all_tables(self, most: int) -> list[Listing]:
        """Every table that is not closed, the latest first."""
        sql = (
            "SELECT summary, changed FROM calavera.tables WHERE phase != $1"
            " ORDER BY changed DESC LIMIT $2"
        )
        rows = await self._readers.fetch(sql, CLOSED, most, seconds=LONG_LISTS)
        return [listing_of(*row) for row in rows]

    async def put_summary(self, summary: Summary) -> None:
        """Replace the line of a table."""
        sql = (
            "UPDATE calavera.tables SET listed = $2, phase = $3, summary = $4,"
            " changed = floor(extract(epoch FROM now()))::bigint WHERE code = $1"
        )
        listed, phase = summary.settings.listed, summary.phase.value
        await self._readers.fetch(sql, summary.code, listed, phase, SUMMARY.write(summary))

    async def summary(self, code: str) -> Listing | None:
        """The line of one table."""
        sql = "SELECT summary, changed FROM calavera.tables WHERE code = $1"
        rows = await self._readers.fetch(sql, code)
        return listing_of(*rows[0]) if rows else None

    # People.

    async def find_identity(self, identity: str) -> StoredIdentity | None:
        """Somebody's name; notes that they were seen."""
        rows = await self._readers.fetch(IDENTITY, identity, SEEN_AGAIN)
        return StoredIdentity(*rows[0]) if rows else None

    async def save_identity(self, person: StoredIdentity) -> None:
        """Keep somebody's name."""
        sql = (
            "INSERT INTO calavera.identities (identity, name) VALUES ($1, $2)"
            " ON CONFLICT (identity) DO UPDATE SET name = excluded.name"
        )
        await self._readers.fetch(sql, *person)

    # Whoever runs the servers.

    async def visit(self, codes: Sequence[str]) -> None:
        """Note that somebody is at these tables."""
        await self._readers.fetch(VISIT, [*codes], VISITED_AGAIN)

    async def orders(self) -> Orders:
        """The announcement and the bans that hold now."""
        now = "extract(epoch FROM now())"
        told = await self._readers.fetch(
            f"SELECT text, at FROM calavera.announcement WHERE until > {now}"
        )
        banned = await self._readers.fetch(
            f"SELECT identity FROM calavera.bans WHERE until > {now}"
        )
        announcement = Announcement(*told[0]) if told else None
        return Orders(announcement, frozenset([identity for (identity,) in banned]))

    async def announce(self, text: str, seconds: int) -> None:
        """Replace the announcement."""
        await self._readers.fetch(ANNOUNCE, text, seconds if text else 0)

    async def ban(self, identity: str, seconds: int) -> None:
        """Keep somebody out for so long."""
        sql = (
            "INSERT INTO calavera.bans VALUES ($1, floor(extract(epoch FROM now())) + $2::bigint)"
            " ON CONFLICT (identity) DO UPDATE SET until = excluded.until"
        )
        await self._readers.fetch(sql, identity, seconds)

    # Other servers.

    async def try_writing(self) -> None:
        """Write the number of the schema once more."""
        await self._readers.fetch("UPDATE calavera.store SET version = version")

    async def changed_elsewhere(self) -> bool:
        """It may always have been: to ask for news costs no more than to find out."""
        return True

    async def lease(self, holder: str, seconds: float, codes: Sequence[str]) -> set[str]:
        """Be alive for so long; returns which of these tables the holder is to run."""
        rows = await self._keeper.fetch(LEASE, holder, seconds, sorted(codes), again=False)
        return {code for (code,) in rows}

    async def release(self, holder: str, codes: Sequence[str] | None = None) -> None:
        """Give some tables back, or all of them for good."""
        sql = "DELETE FROM calavera.leases WHERE holder = $1"
        if codes is not None:
            await self._keeper.fetch(f"{sql} AND code = ANY ($2::text[])", holder, [*codes])
        else:
            await self._keeper.fetch(sql, holder, again=False)
            gone = "DELETE FROM calavera.servers WHERE id = $1 OR until < now() - interval '1 day'"
            await self._keeper.fetch(gone, holder, again=False)

    async def others(self, holder: str) -> int:
        """How many other servers are alive."""
        sql = "SELECT count(*) FROM calavera.servers WHERE id != $1 AND until > now()"
        ((count,),) = await self._keeper.fetch(sql, holder)
        return int(count)

    async def close(self) -> None:
        """Write what is left and close; what cannot be written in time is not done."""
        self._is_closing = True
        self._come.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._writer
        for link in (self._link, self._readers, self._keeper):
            link.close()
        await asyncio.sleep(0)

    # The writer.

    async def _write(self) -> None:
        while self._waiting or not self._is_closing:
            if not self._waiting:
                self._come.clear()
                await self._come.wait()
                await asyncio.sleep(0)  # whatever else comes in this turn of the loop
                continue
            together = self._next_together()
            try:
                answers = await self._commit(together)
            except asyncpg.DiskFullError as error:
                answers = [CannotWrite(f"cannot write: {why(error)}")] * len(together)
            except (asyncpg.PostgresError, StoreError) as error:
                answers = [StoreError(f"cannot write: {why(error)}")] * len(together)
            except Exception:  # a mistake of ours: it must not keep all later entries waiting
                _LOGGER.exception("entries could not be written")
                answers = [StoreError("cannot write")] * len(together)
            for append, answer in zip(together, answers, strict=True):
                append.answer(answer)

    def _next_together(self) -> list[Append]:
        """The first entries that wait; of each table only one."""
        codes: set[str] = set()
        for append in self._waiting:
            if append.code in codes or len(codes) == MOST_TOGETHER:
                break
            codes.add(append.code)
        together, self._waiting = self._waiting[: len(codes)], self._waiting[len(codes) :]
        return together

    async def _commit(self, together: list[Append]) -> list[Exception | None]:
        columns = [*zip(*map(_row, together), strict=True)]
        rows, was_lost = await self._asked(APPEND, *columns)
        added = {code for (code,) in rows}
        if was_lost and len(added) < len(together):
            found, _ = await self._asked(FOUND, *columns[:2], surely=True)
            bodies = dict(found)
            added |= {one.code for one in together if bodies.get(one.code) == one.body}
        return [None if one.code in added else Conflict(one.code) for one in together]

    async def _asked(self, sql: str, *values: Any, surely: bool = False) -> tuple[list[Any], bool]:
        """The rows, however often it takes, and whether an answer was lost on the way.

        That it cannot be done now does not say that it was not done when the answer was lost.
        """
        was_lost = False
        while True:
            try:
                return await self._link.fetch(sql, *values), was_lost
            except asyncpg.DiskFullError:  # it says for certain that nothing was done
                if not was_lost:
                    raise
            except LOST:
                was_lost = True
            except asyncpg.PostgresError:
                if was_lost and not surely:
                    return [], True
                if not surely:
                    raise
            await asyncio.sleep(PAUSE)


def _settle(stored: "asyncio.Future[Exception | None]", error: Exception | None) -> None:
    if not stored.done():
        stored.set_result(error)


def _row(one: Append) -> tuple[Any, ...]:
    summary = one.summary
    entry = (one.code, one.version, one.body, checksum(one.code, one.version, one.body))
    if summary is None:
        return (*entry, None, None, None)
    return (*entry, summary.settings.listed, summary.phase.value, SUMMARY.write(summary))
