"""The schema of a store in PostgreSQL, and its migrations."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

import asyncpg

from calavera.server.stores.interface import StoreError, without_secrets
from calavera.server.stores.postgres.connection import ANSWERING, LOST, PAUSE, connected, explain

STEPS: Final = (
    # 1: histories and people
    """
    CREATE TABLE calavera.tables (
        code text COLLATE "C" PRIMARY KEY,
        listed boolean NOT NULL,
        phase text NOT NULL,
        changed bigint NOT NULL,
        summary text NOT NULL
    );
    CREATE INDEX tables_by_change ON calavera.tables (phase, listed, changed);
    CREATE TABLE calavera.entries (
        code text COLLATE "C" NOT NULL,
        version integer NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (code, version)
    );
    CREATE TABLE calavera.identities (
        identity text COLLATE "C" PRIMARY KEY,
        name text NOT NULL
    );
    """,
    # 2: which server runs the clocks of which table; nothing that a crash may not lose
    """
    CREATE UNLOGGED TABLE calavera.servers (
        id text PRIMARY KEY,
        until timestamptz NOT NULL
    );
    CREATE UNLOGGED TABLE calavera.leases (
        code text COLLATE "C" PRIMARY KEY,
        holder text NOT NULL
    );
    """,
    # 3: when tables and people were last seen; bans and the announcement of the operator
    """
    ALTER TABLE calavera.tables ADD COLUMN visited bigint NOT NULL
        DEFAULT extract(epoch FROM now())::bigint;
    UPDATE calavera.tables SET visited = changed;
    ALTER TABLE calavera.identities ADD COLUMN seen bigint NOT NULL
        DEFAULT extract(epoch FROM now())::bigint;
    CREATE TABLE calavera.bans (
        identity text COLLATE "C" PRIMARY KEY,
        until bigint NOT NULL
    );
    CREATE TABLE calavera.announcement (
        id integer PRIMARY KEY CHECK (id = 1),
        text text NOT NULL,
        at bigint NOT NULL,
        until bigint NOT NULL
    );
    """,
    # 4: several tokens for an identity; before, an identity was its only token's hash
    """
    CREATE TABLE calavera.tokens (
        hash text COLLATE "C" PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        identity text COLLATE "C" NOT NULL,
        made bigint NOT NULL,
        used bigint NOT NULL,
        device text NOT NULL
    );
    CREATE INDEX tokens_by_identity ON calavera.tokens (identity);
    CREATE INDEX tokens_by_use ON calavera.tokens (used);
    INSERT INTO calavera.tokens
        SELECT identity, left(replace(gen_random_uuid()::text, '-', ''), 16), identity,
            seen, seen, '' FROM calavera.identities;
    """,
    # 5: a checksum for each entry; older ones have none
    "ALTER TABLE calavera.entries ADD COLUMN checksum bigint;",
    # 6: the finished games of each person; what older histories hold is added by the servers
    """
    CREATE TABLE calavera.games (
        identity text COLLATE "C" NOT NULL,
        code text COLLATE "C" NOT NULL,
        number integer NOT NULL,
        ended bigint NOT NULL,
        players integer NOT NULL,
        won boolean NOT NULL,
        rivals text NOT NULL,
        hidden boolean NOT NULL,
        line text NOT NULL,
        tally text NOT NULL,
        PRIMARY KEY (identity, code, number)
    );
    CREATE INDEX games_by_end ON calavera.games (identity, ended);
    CREATE INDEX games_by_table ON calavera.games (code);
    CREATE TABLE calavera.removals (
        identity text COLLATE "C" NOT NULL,
        code text COLLATE "C" NOT NULL,
        PRIMARY KEY (identity, code)
    );
    CREATE TABLE calavera.unindexed (
        code text COLLATE "C" PRIMARY KEY
    );
    INSERT INTO calavera.unindexed SELECT code FROM calavera.tables;
    """,
)
"""The migrations from each version to the next."""

NEWEST: Final = len(STEPS)
COPYING: Final = -1
"""The version of an unfinished copy."""

_LOCK: Final = 0x43616C61766572  # so that of servers that start together one migrates

_CREATE: Final = """
CREATE SCHEMA IF NOT EXISTS calavera;
CREATE TABLE calavera.store (version integer NOT NULL, name text NOT NULL);
INSERT INTO calavera.store VALUES (0, md5(random()::text || clock_timestamp()::text));
"""

Result = TypeVar("Result")


async def prepare(address: str, *, create: bool = True, copies: bool = False) -> str:
    """Create or migrate a store; returns its name. Raises StoreError."""
    shown = without_secrets(address)
    try:
        connection = await connected(address)
        try:
            transaction = connection.transaction()
            await _in_time(transaction.start())
            name = await _prepared(connection, shown, create, copies)
            await _in_time(transaction.commit())
            return name
        finally:
            connection.terminate()  # rolls back what was not committed
    except (*LOST, asyncpg.PostgresError, asyncpg.ClientConfigurationError, ValueError) as error:
        raise StoreError(f"cannot open {shown}: {explain(error)}") from None


async def _in_time(answer: Awaitable[Result]) -> Result:
    """An answer within the usual time."""
    async with asyncio.timeout(ANSWERING):
        return await answer


async def _prepared(connection: Any, shown: str, create: bool, copies: bool) -> str:
    # Polled, so that a lost connection is noticed while another server migrates.
    while not await _in_time(connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _LOCK)):
        await asyncio.sleep(PAUSE)
    there = "SELECT to_regclass('calavera.store') IS NOT NULL"
    if not await _in_time(connection.fetchval(there)):
        if not create:
            raise StoreError(f"there is no store {shown}")
        await _in_time(connection.execute(_CREATE))
    rows = await _in_time(connection.fetch("SELECT version, name FROM calavera.store"))
    if len(rows) != 1:
        raise StoreError(f"{shown} was restored over another store; restore it into an empty one")
    version, name = rows[0]
    if version == COPYING and not copies:
        raise StoreError(f"a copy into {shown} was not finished; run calavera store copy again")
    if version > NEWEST:
        raise StoreError(f"{shown} was written by a newer program")
    if 0 <= version < NEWEST:
        for step in STEPS[version:]:
            await connection.execute(step)  # without a timeout
        await _in_time(connection.execute("UPDATE calavera.store SET version = $1", NEWEST))
    return str(name)
