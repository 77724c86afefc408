"""A server whose start has to wait for PostgreSQL."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator

import pytest

from calavera.server.stores.interface import StoreError
from calavera.server.stores.opening import open_store
from tests.server.backends import needs_postgres, postgres
from tests.server.heirs import ends_with_us
from tests.server.proxy import Proxy, Way
from tests.server.raw import PATIENCE, run

asyncpg = pytest.importorskip("asyncpg", reason="asyncpg is not installed")
schema = pytest.importorskip("calavera.server.stores.postgres.schema")

pytestmark = needs_postgres


@contextlib.asynccontextmanager
async def being_changed() -> AsyncIterator[str]:
    """The address of a store that another server seems to migrate."""
    address = await asyncio.to_thread(postgres().new_database)
    other = await asyncpg.connect(address)
    try:
        await other.execute("SELECT pg_advisory_lock($1)", schema._LOCK)
        yield address
    finally:
        other.terminate()


async def is_waited_for(address: str) -> None:
    """Wait until a server waits for the migration."""
    watcher = await asyncpg.connect(address)
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND application_name = 'calavera' AND query LIKE '%advisory%'"
    )
    async with asyncio.timeout(PATIENCE):
        while not await watcher.fetchval(waiting):
            await asyncio.sleep(0.05)
    watcher.terminate()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_waits_for_its_store_can_be_stopped(sign: signal.Signals) -> None:
    async def test() -> None:
        async with being_changed() as address:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "calavera", "serve", "--port", "0", "--store", address),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )
            ends_with_us(process.pid)
            try:
                await is_waited_for(address)
                process.send_signal(sign)
                async with asyncio.timeout(PATIENCE):
                    told, _ = await process.communicate()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            assert (process.returncode, told) == (0, b"stopped; the tables are kept\n")

    run(test())


def test_a_postgres_that_falls_silent_while_it_is_opened_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(schema, "ANSWERING", 0.5)

    async def test() -> None:
        link = Proxy(postgres().port)
        await link.start()
        async with being_changed() as address:
            there = address.replace(f":{postgres().port}", f":{link.port}")
            opening = asyncio.ensure_future(open_store(there))
            await is_waited_for(address)
            with link.being(Way.SILENT):
                async with asyncio.timeout(PATIENCE):
                    with pytest.raises(StoreError, match="no answer in time"):
                        await opening
        await link.stop()

    run(test())


def test_a_server_that_waits_for_a_migration_opens_the_store_then() -> None:
    async def test() -> None:
        async with being_changed() as address:
            opening = asyncio.ensure_future(open_store(address))
            await is_waited_for(address)
            assert not opening.done()
        async with asyncio.timeout(PATIENCE):
            store = await opening
        assert await store.entries("AAAA") == []
        await store.close()

    run(test())
