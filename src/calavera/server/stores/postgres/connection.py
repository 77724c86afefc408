"""Connections to PostgreSQL that reconnect, and a pool of them with retries."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from calavera.server.stores.interface import CannotWrite, StoreError

CONNECTING: Final = 3.0
ANSWERING: Final = 5.0
"""Seconds without an answer after which a connection counts as lost."""

PAUSE: Final = 0.1
"""Seconds between two attempts."""

PATIENCE: Final = 10.0
"""Seconds after which a query fails, including the wait for a connection."""

SETTINGS: Final = {
    "application_name": "calavera",
    "search_path": "calavera",
    # A server that is cut off must not hold locks.
    "idle_in_transaction_session_timeout": "10000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}

LOST: Final = (
    OSError,
    TimeoutError,
    asyncio.IncompleteReadError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it stops, starts, or dropped us
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # a failover made it a standby
)
"""Errors after which a statement may or may not have been executed, so that it is retried."""


class Connection:
    """One connection for one user at a time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._is_closed = False
        self.lost = 0
        """How many answers were lost."""

    async def fetch(self, sql: str, *values: Any, seconds: float = ANSWERING) -> list[Any]:
        """The rows of a statement; raises one of LOST if the answer is unknown."""
        try:
            return await self._fetch(sql, *values, seconds=seconds)
        except (*LOST, asyncio.CancelledError):  # a caller that gives up had no answer either
            self.lost += 1
            raise

    async def _fetch(self, sql: str, *values: Any, seconds: float) -> list[Any]:
        await self._connect()
        try:
            async with asyncio.timeout(seconds):
                rows: list[Any] = await self._connection.fetch(sql, *values)
                return rows
        except asyncpg.InterfaceError as error:
            if isinstance(error, ValueError):  # an invalid value: retrying is pointless
                raise StoreError(f"cannot be written: {explain(error)}") from None
            self.drop()
            raise
        except BaseException as error:
            if not isinstance(error, asyncpg.PostgresError) or isinstance(error, LOST):
                self.drop()
            raise

    async def _connect(self) -> None:
        if self._connection is None or self._connection.is_closed():
            self._check_open()
            try:
                self._connection = await connected(self._address)
            except asyncpg.PostgresError as error:  # says nothing about the statement
                raise ConnectionError(0, explain(error)) from None
            if self._is_closed:  # meanwhile
                self.drop()
        self._check_open()

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("the store is closed")

    def drop(self) -> None:
        """Drop the connection; the next query reconnects."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def close(self) -> None:
        self._is_closed = True
        self.drop()


class ConnectionPool:
    """Connections for concurrent queries."""

    def __init__(self, address: str, count: int) -> None:
        self._all = [Connection(address) for _ in range(count)]
        self._free: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for connection in self._all:
            self._free.put_nowait(connection)

    @contextlib.asynccontextmanager
    async def _acquire(self) -> AsyncIterator[Connection]:
        connection = await self._free.get()
        try:
            yield connection
        finally:
            self._free.put_nowait(connection)

    async def fetch(
        self, sql: str, *values: Any, is_retried: bool = True, seconds: float = ANSWERING
    ) -> list[Any]:
        """The rows of an idempotent statement, with retries; raises StoreError."""
        reason = "all connections are in use"
        try:
            async with asyncio.timeout(max(PATIENCE, seconds)):
                while True:
                    try:
                        async with self._acquire() as connection:
                            reason = "no answer in time"
                            return await connection.fetch(sql, *values, seconds=seconds)
                    except asyncpg.DiskFullError as error:
                        raise CannotWrite(f"cannot write: {explain(error)}") from None
                    except LOST as error:
                        reason = explain(error)
                    if not is_retried:
                        break
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            pass
        except asyncpg.PostgresError as error:
            raise StoreError(f"PostgreSQL: {explain(error)}") from None
        raise StoreError(f"PostgreSQL does not answer: {reason}")

    @property
    def lost(self) -> int:
        return sum(connection.lost for connection in self._all)

    def close(self) -> None:
        for connection in self._all:
            connection.close()


async def connected(address: str) -> Any:
    """A new connection; raises one of LOST, or an error about the address."""
    async with asyncio.timeout(CONNECTING):
        return await asyncpg.connect(address, timeout=CONNECTING, server_settings=SETTINGS)


def explain(error: BaseException) -> str:
    """An error in one line."""
    if type(error) is ValueError:  # Python's message does not help
        return "an address is postgresql://USER@HOST:PORT/DATABASE"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(error).partition("\n")[0] or type(error).__name__
