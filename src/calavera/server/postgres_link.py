"""Connections to PostgreSQL that are made again when they are lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import asyncpg

from calavera.server.store import CannotWrite, StoreError

CONNECTING: Final = 3.0
ANSWERING: Final = 5.0
"""Seconds after which a connection that does not answer counts as lost."""

PAUSE: Final = 0.1
"""Seconds between two tries."""

PATIENCE: Final = 10.0
"""Seconds after which whoever asked is told that it failed, waiting for a connection and all."""

SETTINGS: Final = {
    "application_name": "calavera",
    # A server that is cut off must not hold what others wait for.
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
    asyncpg.OperatorInterventionError,  # it stops, starts, or gave up on us
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,  # another machine is the first one now
)
"""What does not tell whether something was done: it has to be asked again."""


class Link:
    """One connection; whoever uses it has it alone."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: Any = None
        self._is_closed = False
        self.lost = 0
        """How often no answer came."""

    async def fetch(self, sql: str, *values: Any, seconds: float = ANSWERING) -> list[Any]:
        """The rows of a statement; raises one of LOST where the answer is not known."""
        try:
            return await self._fetch(sql, *values, seconds=seconds)
        except (*LOST, asyncio.CancelledError):  # who gives up waiting had no answer either
            self.lost += 1
            raise

    async def _fetch(self, sql: str, *values: Any, seconds: float) -> list[Any]:
        await self._connect()
        try:
            async with asyncio.timeout(seconds):
                rows: list[Any] = await self._connection.fetch(sql, *values)
                return rows
        except asyncpg.InterfaceError as error:
            if isinstance(error, ValueError):  # what was asked cannot be said, now or later
                raise StoreError(f"cannot be written: {why(error)}") from None
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
            except asyncpg.PostgresError as error:  # says nothing of what was asked before
                raise ConnectionError(0, why(error)) from None
            if self._is_closed:  # meanwhile
                self.drop()
        self._check_open()

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("the store is closed")

    def drop(self) -> None:
        """Forget the connection; the next question makes another."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def close(self) -> None:
        """Forget the connection, for good."""
        self._is_closed = True
        self.drop()


class Links:
    """Some connections for whoever asks."""

    def __init__(self, address: str, count: int) -> None:
        self._all = [Link(address) for _ in range(count)]
        self._free: asyncio.LifoQueue[Link] = asyncio.LifoQueue()
        for link in self._all:
            self._free.put_nowait(link)

    @contextlib.asynccontextmanager
    async def _one(self) -> AsyncIterator[Link]:
        link = await self._free.get()
        try:
            yield link
        finally:
            self._free.put_nowait(link)

    async def fetch(
        self, sql: str, *values: Any, again: bool = True, seconds: float = ANSWERING
    ) -> list[Any]:
        """The rows of a statement that may be carried out twice; raises StoreError.

        A question whose answer is lost is asked again, as long as there is patience.
        """
        reason = "all connections are in use"
        try:
            async with asyncio.timeout(max(PATIENCE, seconds)):
                while True:
                    try:
                        async with self._one() as link:
                            reason = "no answer in time"
                            return await link.fetch(sql, *values, seconds=seconds)
                    except asyncpg.DiskFullError as error:
                        raise CannotWrite(f"cannot write: {why(error)}") from None
                    except LOST as error:
                        reason = why(error)
                    if not again:
                        break
                    await asyncio.sleep(PAUSE)
        except TimeoutError:
            pass
        except asyncpg.PostgresError as error:
            raise StoreError(f"PostgreSQL: {why(error)}") from None
        raise StoreError(f"PostgreSQL does not answer: {reason}")

    @property
    def lost(self) -> int:
        """How often no answer came on any of them."""
        return sum(link.lost for link in self._all)

    def close(self) -> None:
        """Close all of them."""
        for link in self._all:
            link.close()


async def connected(address: str) -> Any:
    """A new connection; raises one of LOST, or what the address is wrong in."""
    async with asyncio.timeout(CONNECTING):
        return await asyncpg.connect(address, timeout=CONNECTING, server_settings=SETTINGS)


def why(error: BaseException) -> str:
    """What went wrong, in one line."""
    if type(error) is ValueError:  # Python's words, of no help
        return "an address is postgresql://USER@HOST:PORT/DATABASE"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return str(error).partition("\n")[0] or type(error).__name__
