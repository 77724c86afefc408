"""What a store in PostgreSQL looks like, and how an older one becomes like it."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final, TypeVar

import asyncpg

from calavera.server.postgres_link import ANSWERING, LOST, PAUSE, connected, why
from calavera.server.store import StoreError, without_secrets

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
    # 3: when tables and people were last seen; bans and the announcement of who runs the server
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
    # 4: tokens of their own, several to an identity; until now an identity was its one token's hash
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
    # 5: a checksum for each entry; those of before have none
    "ALTER TABLE calavera.entries ADD COLUMN checksum bigint;",
)
"""The statements that lead from each version to the next."""

NEWEST: Final = len(STEPS)
COPYING: Final = -1
"""The version of a store that a copy is being made into."""

_LOCK: Final = 0x43616C61766572  # so that of servers that start together one does it

_MADE: Final = """
CREATE SCHEMA IF NOT EXISTS calavera;
CREATE TABLE calavera.store (version integer NOT NULL, name text NOT NULL);
INSERT INTO calavera.store VALUES (0, md5(random()::text || clock_timestamp()::text));
"""

Result = TypeVar("Result")


async def prepare(address: str, *, create: bool = True, copies: bool = False) -> str:
    """Make a store, or bring an older one up to date; returns its name. Raises StoreError."""
    shown = without_secrets(address)
    try:
        connection = await connected(address)
        try:
            transaction = connection.transaction()
            await _soon(transaction.start())
            name = await _prepared(connection, shown, create, copies)
            await _soon(transaction.commit())
            return name
        finally:
            connection.terminate()  # what is not done by then is taken back
    except (*LOST, asyncpg.PostgresError, asyncpg.ClientConfigurationError, ValueError) as error:
        raise StoreError(f"cannot open {shown}: {why(error)}") from None


async def _soon(answer: Awaitable[Result]) -> Result:
    """An answer that does not take long where there is one at all."""
    async with asyncio.timeout(ANSWERING):
        return await answer


async def _prepared(connection: Any, shown: str, create: bool, copies: bool) -> str:
    # Another server may take long for its steps; that PostgreSQL is gone is noticed meanwhile.
    while not await _soon(connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", _LOCK)):
        await asyncio.sleep(PAUSE)
    there = "SELECT to_regclass('calavera.store') IS NOT NULL"
    if not await _soon(connection.fetchval(there)):
        if not create:
            raise StoreError(f"there is no store {shown}")
        await _soon(connection.execute(_MADE))
    rows = await _soon(connection.fetch("SELECT version, name FROM calavera.store"))
    if len(rows) != 1:
        raise StoreError(f"{shown} was restored over another store; restore it into an empty one")
    version, name = rows[0]
    if version == COPYING and not copies:
        raise StoreError(f"a copy into {shown} was not finished; run calavera store copy again")
    if version > NEWEST:
        raise StoreError(f"{shown} was written by a newer program")
    if 0 <= version < NEWEST:
        for step in STEPS[version:]:
            await connection.execute(step)  # takes as long as it takes
        await _soon(connection.execute("UPDATE calavera.store SET version = $1", NEWEST))
    return str(name)
