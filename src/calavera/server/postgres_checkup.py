"""What `calavera doctor` asks a PostgreSQL: it reads, and changes nothing."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from calavera.server.findings import Finding, bad, good, note
from calavera.server.postgres_link import ANSWERING, LOST, connected, why
from calavera.server.postgres_schema import COPYING, NEWEST
from calavera.server.postgres_store import CONNECTIONS
from calavera.server.store import without_secrets
from calavera.table.table import TablePhase

SLOW: Final = 0.05
"""Seconds of an answer that people would notice."""

OFTEN: Final = 5
"""The quickest of so many answers counts: the first ones prepare what the others use."""

APART: Final = 1.0
"""Seconds by which clocks may differ before turns look too short or too long."""

FAILED: Final = (*LOST, asyncpg.PostgresError, asyncpg.ClientConfigurationError, ValueError)

DURABLE: Final = ("fsync", "synchronous_commit", "full_page_writes")
"""What has to be on, so that a move that was told is there after a crash."""


async def look_at_postgres(address: str, *, is_running: bool = False) -> list[Finding]:
    """Everything that can be seen from outside, or the one line why nothing can."""
    found: list[Finding] = []
    try:
        connection = await connected(address)
        try:
            async with asyncio.timeout(4 * ANSWERING), connection.transaction(readonly=True):
                async for finding in _looks(connection, is_running):
                    found.append(finding)
        finally:
            connection.terminate()
    except (
        asyncpg.InsufficientPrivilegeError,
        asyncpg.InvalidAuthorizationSpecificationError,
        asyncpg.InvalidCatalogNameError,
    ) as error:
        found.append(bad(f"PostgreSQL refuses: {why(error)}"))
    except FAILED as error:
        found.append(bad(f"PostgreSQL does not answer at {without_secrets(address)}: {why(error)}"))
    return found


async def _looks(connection: Any, is_running: bool) -> AsyncIterator[Finding]:
    yield await _answers(connection)
    yield await _schema(connection)
    yield await _durability(connection)
    yield await _clock(connection)
    yield await _room(connection, is_running)


async def _answers(connection: Any) -> Finding:
    version = await connection.fetchval("SHOW server_version")
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        return bad(f"PostgreSQL {version} answers and is a standby: nothing can be written there")
    took = []
    for _ in range(OFTEN):
        began = time.perf_counter()
        await connection.fetchval("SELECT 1")
        took.append(time.perf_counter() - began)
    told = f"PostgreSQL {version} answers in {1000 * min(took):.1f} ms"
    return good(told) if min(took) < SLOW else note(f"{told}; every move waits for that")


async def _schema(connection: Any) -> Finding:
    if not await connection.fetchval("SELECT to_regclass('calavera.store') IS NOT NULL"):
        if await connection.fetchval("SELECT has_database_privilege(current_database(), 'CREATE')"):
            return good("there is no store yet; the first server makes one")
        return bad(
            "there is no store yet, and this user may not make one: GRANT CREATE ON DATABASE"
        )
    version = await connection.fetchval("SELECT version FROM calavera.store")
    if version == COPYING:
        return bad("a copy into this store was not finished; run calavera store copy again")
    if version > NEWEST:
        return bad(f"the store has version {version}, of a newer program; this one knows {NEWEST}")
    if version < NEWEST:
        return note(f"the store has version {version}; the next server brings it to {NEWEST}")
    sql = "SELECT count(*) FROM calavera.tables WHERE phase != $1"
    tables = await connection.fetchval(sql, TablePhase.CLOSED.value)
    return good(f"the store has version {version} and holds {tables} open tables")


async def _durability(connection: Any) -> Finding:
    settings = {name: await connection.fetchval(f"SHOW {name}") for name in DURABLE}
    off = [name for name, value in settings.items() if value == "off"]
    if off:
        return note(
            f"{' and '.join(off)} off: when its machine fails, moves that were told are lost"
        )
    return good(
        f"what is stored is on the disk (synchronous_commit {settings['synchronous_commit']})"
    )


async def _clock(connection: Any) -> Finding:
    before = time.time()
    there = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())")
    apart = float(there) - (before + time.time()) / 2
    told = f"its clock is {abs(apart):.2f} s {'ahead of' if apart > 0 else 'behind'} the one here"
    return good(told) if abs(apart) < APART else note(f"{told}; let a time service set both")


async def _room(connection: Any, is_running: bool) -> Finding:
    sql = (
        "SELECT current_setting('max_connections')::int"
        " - current_setting('superuser_reserved_connections')::int"
        " - (SELECT sum(numbackends) FROM pg_stat_database)::int"
    )
    free = await connection.fetchval(sql) + 1  # this one is free again
    told = f"{free} connections are free; a server takes {CONNECTIONS}"
    if free < CONNECTIONS and not is_running:
        return bad(f"{told}: raise max_connections")
    return good(told) if free >= 2 * CONNECTIONS else note(f"{told}: no room for a second")
