"""The checks of `calavera doctor` for PostgreSQL; they change nothing."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from calavera.protocol.fields import TablePhase
from calavera.server.ops.findings import Finding, bad, good, note
from calavera.server.stores.interface import without_secrets
from calavera.server.stores.postgres.connection import ANSWERING, LOST, connected, explain
from calavera.server.stores.postgres.schema import COPYING, NEWEST
from calavera.server.stores.postgres.store import CONNECTIONS

SLOW: Final = 0.05
"""Seconds above which people notice."""

ATTEMPTS: Final = 5
"""The quickest of these answers counts."""

APART: Final = 1.0
"""Seconds by which clocks may differ before turns look too short or too long."""

FAILED: Final = (*LOST, asyncpg.PostgresError, asyncpg.ClientConfigurationError, ValueError)

DURABLE: Final = ("fsync", "synchronous_commit", "full_page_writes")
"""Settings that must be on, so that a move that was sent survives a crash."""


async def check_postgres(address: str, *, is_running: bool = False) -> list[Finding]:
    """The findings, or the one line that says why there are none."""
    found: list[Finding] = []
    try:
        connection = await connected(address)
        try:
            async with asyncio.timeout(4 * ANSWERING), connection.transaction(readonly=True):
                async for finding in _checks(connection, is_running):
                    found.append(finding)
        finally:
            connection.terminate()
    except (
        asyncpg.InsufficientPrivilegeError,
        asyncpg.InvalidAuthorizationSpecificationError,
        asyncpg.InvalidCatalogNameError,
    ) as error:
        found.append(bad(f"PostgreSQL refuses: {explain(error)}"))
    except FAILED as error:
        found.append(
            bad(f"PostgreSQL does not answer at {without_secrets(address)}: {explain(error)}")
        )
    return found


async def _checks(connection: Any, is_running: bool) -> AsyncIterator[Finding]:
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
    for _ in range(ATTEMPTS):
        began = time.perf_counter()
        await connection.fetchval("SELECT 1")
        took.append(time.perf_counter() - began)
    summary = f"PostgreSQL {version} answers in {1000 * min(took):.1f} ms"
    return good(summary) if min(took) < SLOW else note(f"{summary}; every move waits for that")


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
            f"{' and '.join(off)} off: when its machine fails, moves that were summary are lost"
        )
    return good(
        f"what is stored is on the disk (synchronous_commit {settings['synchronous_commit']})"
    )


async def _clock(connection: Any) -> Finding:
    before = time.time()
    there = await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())")
    apart = float(there) - (before + time.time()) / 2
    summary = (
        f"its clock is {abs(apart):.2f} s {'ahead of' if apart > 0 else 'behind'} the one here"
    )
    return good(summary) if abs(apart) < APART else note(f"{summary}; let a time service set both")


async def _room(connection: Any, is_running: bool) -> Finding:
    sql = (
        "SELECT current_setting('max_connections')::int"
        " - current_setting('superuser_reserved_connections')::int"
        " - (SELECT sum(numbackends) FROM pg_stat_database)::int"
    )
    free = await connection.fetchval(sql) + 1  # this one is free again
    summary = f"{free} connections are free; a server takes {CONNECTIONS}"
    if free < CONNECTIONS and not is_running:
        return bad(f"{summary}: raise max_connections")
    return good(summary) if free >= 2 * CONNECTIONS else note(f"{summary}: no room for a second")
