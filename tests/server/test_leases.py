"""Leases when an answer of the store is lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from calavera.server.cluster.leases import Leases
from calavera.server.stores.interface import Store, StoreError
from calavera.server.stores.opening import open_store
from tests.server.backends import needs_postgres, postgres
from tests.server.raw import PATIENCE, run

pytestmark = needs_postgres


class Failing:
    """A store whose next operation fails, before or after it is done."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.before: set[str] = set()
        self.after: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def lease(self, *asked: Any) -> set[str]:
        self._fail("lease", self.before)
        leased = await self._store.lease(*asked)
        self._fail("lease", self.after)
        return leased

    async def release(self, *asked: Any) -> None:
        self._fail("release", self.before)
        await self._store.release(*asked)
        self._fail("release", self.after)

    def _fail(self, name: str, among: set[str]) -> None:
        if name in among:
            among.remove(name)
            raise StoreError("no answer")


class Case:
    """One server's leases, and another server that wants them."""

    def __init__(self, store: Failing, other: Store) -> None:
        self.store, self._other = store, other
        self.wished: Sequence[str] = ()
        self.leases = Leases(store, "one", lambda: self.wished, lambda: None)

    def wishes(self, *codes: str) -> None:
        """People join these tables, and leave all others."""
        self.wished = codes
        self.leases.want()

    async def holds(self, code: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while not self.leases.holds(code):
                await asyncio.sleep(0.02)

    async def is_free(self, code: str) -> None:
        """Wait until the other server gets a table."""
        async with asyncio.timeout(PATIENCE):
            while code not in await self._other.lease("two", 30, [code]):
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def case() -> AsyncIterator[Case]:
    address = await asyncio.to_thread(postgres().new_database)
    store, other = await open_store(address), await open_store(address)
    made = Case(Failing(store), other)
    keeping = asyncio.ensure_future(made.leases.keep())
    try:
        yield made
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await other.close()
        await store.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_table_that_could_not_be_given_back_is_given_back_later(when: str) -> None:
    async def test() -> None:
        async with case() as one:
            one.wishes("AAAA", "BBBB")
            await one.holds("AAAA")
            getattr(one.store, when).add("release")
            one.wishes("BBBB")
            await one.is_free("AAAA")
            assert not getattr(one.store, when), "it never failed"
            await one.holds("BBBB")
            assert not one.leases.holds("AAAA")

    run(test())


def test_a_table_that_may_have_been_taken_is_given_back() -> None:
    """Its people left while it was unknown whether this server has the lease."""

    async def test() -> None:
        async with case() as one:
            one.store.after.add("lease")
            one.wishes("AAAA")
            async with asyncio.timeout(PATIENCE):
                while one.store.after:
                    await asyncio.sleep(0)
            assert not one.leases.holds("AAAA")
            one.wishes()
            await one.is_free("AAAA")

    run(test())


def test_a_table_that_another_server_has_is_left_to_it() -> None:
    async def test() -> None:
        async with case() as one:
            await one.is_free("AAAA")
            one.wishes("AAAA", "BBBB")
            await one.holds("BBBB")
            assert not one.leases.holds("AAAA")
            one.wishes()
            await one.is_free("BBBB")
            await one.is_free("AAAA")

    run(test())
