"""The PostgreSQL store beyond the contract: lost answers and restarts of the database."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import pytest

from calavera.server.stores.interface import CodeTaken, Store, StoredIdentity, StoreError
from calavera.server.stores.opening import open_store
from calavera.table.live.ports import Conflict
from tests.contracts.stores import append, line
from tests.server.backends import Postgres, needs_postgres, postgres
from tests.server.proxy import Proxy, Way

asyncpg = pytest.importorskip("asyncpg", reason="asyncpg is not installed")

READERS: int = pytest.importorskip("calavera.server.stores.postgres.store").READERS

pytestmark = needs_postgres

PATIENCE = 60.0


@contextlib.asynccontextmanager
async def linked(delay: float = 0.15) -> AsyncIterator[tuple[Store, Proxy, Store]]:
    """A store behind a link that can be broken, the link, and the same store without it."""
    address = await asyncio.to_thread(postgres().new_database)
    link = Proxy(postgres().port, delay)
    await link.start()
    there = address.replace(f":{postgres().port}", f":{link.port}")
    store, direct = await open_store(there), await open_store(address)
    try:
        yield store, link, direct
    finally:
        await direct.close()
        await store.close()
        await link.stop()


@pytest.mark.parametrize("way", [Way.CUT, Way.SILENT])
def test_an_append_whose_answer_was_lost_is_found_again(way: Way) -> None:
    """The link breaks while the entry is in flight: sometimes before it arrives, mostly after."""

    async def test() -> None:
        rng = random.Random(1)
        async with linked(0.03) as (store, link, direct), asyncio.timeout(PATIENCE):
            await store.create("AAAA", b"1", line("AAAA"))
            seen: set[bool] = set()
            version = 0
            while len(seen) < 2:  # until both happened: stored with its answer lost, and not stored
                version += 1
                body = b"entry %d" % version
                with link.being(Way.SLOW):
                    answer = asyncio.ensure_future(append(store, "AAAA", version, body))
                    await asyncio.sleep(rng.uniform(0, 0.2))
                    is_answered = answer.done()
                with link.being(way):
                    await asyncio.sleep(0.05)
                    if not is_answered:
                        seen.add(len(await direct.entries("AAAA")) == version + 1)
                assert await answer is None
                assert await direct.entries("AAAA", version) == [body]

    asyncio.run(test())


def test_somebody_elses_entry_in_its_place_is_a_conflict() -> None:
    async def test() -> None:
        async with linked() as (store, link, direct), asyncio.timeout(PATIENCE):
            await store.create("AAAA", b"1", line("AAAA"))
            with link.being(Way.SILENT):
                answer = asyncio.ensure_future(append(store, "AAAA", 1, b"mine"))
                await asyncio.sleep(0.05)
                assert await append(direct, "AAAA", 1, b"theirs") is None
            assert isinstance(await answer, Conflict)
            assert await direct.entries("AAAA") == [b"1", b"theirs"]

    asyncio.run(test())


def test_a_code_is_not_taken_by_the_answer_that_was_lost() -> None:
    async def test() -> None:
        async with linked(0.05) as (store, link, direct), asyncio.timeout(PATIENCE):
            with link.being(Way.SLOW):
                making = asyncio.ensure_future(store.create("AAAA", b"mine", line("AAAA")))
                while not await direct.entries("AAAA"):
                    await asyncio.sleep(0.002)
            with link.being(Way.CUT):
                await asyncio.sleep(0.05)
            await making
            with pytest.raises(CodeTaken):
                await store.create("AAAA", b"other", line("AAAA"))

    asyncio.run(test())


def test_what_cannot_be_done_any_more_may_have_been_done() -> None:
    """The answer is lost, and then nothing can be written: a stored entry is still found."""

    async def test() -> None:
        async with linked(0.05) as (store, link, direct), asyncio.timeout(PATIENCE):
            await store.create("AAAA", b"1", line("AAAA"))
            with link.being(Way.SLOW):
                answer = asyncio.ensure_future(append(store, "AAAA", 1, b"mine"))
                while len(await direct.entries("AAAA")) == 1:
                    await asyncio.sleep(0.002)
            with link.being(Way.CUT):
                connection = await asyncpg.connect(direct._connection._address)  # type: ignore[attr-defined]
                await connection.execute("ALTER TABLE calavera.tables RENAME TO elsewhere")
            assert await answer is None
            refused = await append(store, "AAAA", 2, b"more")
            assert isinstance(refused, StoreError)
            await connection.execute("ALTER TABLE calavera.elsewhere RENAME TO tables")
            await connection.close()
            assert await append(store, "AAAA", 2, b"more") is None

    asyncio.run(test())


def test_an_entry_goes_in_behind_its_predecessor_only() -> None:
    """A server ahead of its store, which was restored from a backup, makes no gap."""

    async def test() -> None:
        async with linked() as (store, _, _direct):
            await store.create("AAAA", b"1", line("AAAA"))
            assert isinstance(await append(store, "AAAA", 2, b"3"), Conflict)
            assert isinstance(await append(store, "BBBB", 1, b"2"), Conflict)
            assert await store.entries("AAAA") == [b"1"]

    asyncio.run(test())


def test_two_stores_that_write_to_many_tables_never_wait_for_each_other_in_a_ring() -> None:
    async def test() -> None:
        codes = [f"AAA{chr(65 + number)}" for number in range(24)]
        async with linked() as (one, _, two), asyncio.timeout(PATIENCE):
            for code in codes:
                await one.create(code, b"1", line(code))
            for version in range(1, 20):
                answers = await asyncio.gather(
                    *[append(one, code, version, b"one") for code in codes],
                    *[append(two, code, version, b"two") for code in reversed(codes)],
                )
                mine, theirs = answers[:24], answers[24:][::-1]
                for pair in zip(mine, theirs, strict=True):
                    assert sorted(type(answer).__name__ for answer in pair) == [
                        "Conflict",
                        "NoneType",
                    ]

    asyncio.run(test())


def test_after_a_crash_of_postgres_everything_goes_on() -> None:
    backend = Postgres()
    try:
        backend.start()
        address = backend.new_database()

        async def test() -> None:
            store = await open_store(address)
            await store.create("AAAA", b"1", line("AAAA"))
            await store.save_identity(StoredIdentity("ana", "Ana"))
            assert await store.lease("me", 30, ["AAAA"]) == {"AAAA"}
            for version in range(1, 4):
                await asyncio.to_thread(backend.kill)
                answer = asyncio.ensure_future(append(store, "AAAA", version, b"%d" % version))
                await asyncio.sleep(0.1)
                assert not answer.done(), "nobody can know"
                await asyncio.to_thread(backend.start)
                async with asyncio.timeout(PATIENCE):
                    assert await answer is None
                    assert await store.find_identity("ana") == StoredIdentity("ana", "Ana")
                    assert await store.lease("me", 30, ["AAAA"]) == {"AAAA"}
            assert await store.entries("AAAA") == [b"1", b"1", b"2", b"3"]
            await store.close()

        asyncio.run(test())
    finally:
        backend.stop()


def test_a_question_without_an_answer_fails_at_last() -> None:
    async def test() -> None:
        async with linked() as (store, link, _):
            with link.being(Way.CUT), pytest.raises(StoreError, match="does not answer"):
                await store.lease("me", 5, ["AAAA"])
            assert await store.lease("me", 5, ["AAAA"]) == {"AAAA"}

    asyncio.run(test())


def test_a_wait_for_a_connection_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long lists occupy all connections, and nothing is received."""
    monkeypatch.setattr("calavera.server.stores.postgres.connection.PATIENCE", 0.5)

    async def test() -> None:
        async with linked() as (store, link, _):
            await asyncio.gather(*[store.all_tables(5) for _ in range(READERS)])
            with link.being(Way.SILENT):
                lists = [asyncio.ensure_future(store.all_tables(5)) for _ in range(READERS)]
                await asyncio.sleep(0)
                async with asyncio.timeout(PATIENCE):
                    with pytest.raises(StoreError, match="does not answer"):
                        await store.find_identity("x")
                assert not any(one.done() for one in lists)
            async with asyncio.timeout(PATIENCE):
                assert await asyncio.gather(*lists) == [[]] * READERS
                assert await store.find_identity("x") is None

    asyncio.run(test())


def test_creating_a_table_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("calavera.server.stores.postgres.store.PATIENCE", 0.5)

    async def test() -> None:
        async with linked() as (store, link, direct):
            await store.create("AAAA", b"1", line("AAAA"))
            with link.being(Way.SILENT):
                on_its_way = asyncio.ensure_future(append(store, "AAAA", 1, b"2"))
                await asyncio.sleep(0.05)
                async with asyncio.timeout(PATIENCE):
                    with pytest.raises(StoreError, match="does not answer"):
                        await store.create("BBBB", b"1", line("BBBB"))
            monkeypatch.setattr("calavera.server.stores.postgres.store.PATIENCE", PATIENCE)
            assert await on_its_way is None
            await store.create("CCCC", b"1", line("CCCC"))
            assert await direct.entries("BBBB") == [], "it was refused"

    asyncio.run(test())


def test_a_store_that_is_closed_makes_no_connection() -> None:
    async def test() -> None:
        async with linked(0.05) as (store, link, _):
            with link.being(Way.SLOW):
                asked = asyncio.ensure_future(store.find_identity("x"))
                before = link.heard
                while link.heard == before:  # it is being created
                    await asyncio.sleep(0.002)
                await store.close()
                with pytest.raises(StoreError, match="closed"):
                    await asked
            before = link.heard
            for question in (store.find_identity("x"), store.lease("me", 5, ["AAAA"])):
                with pytest.raises(StoreError, match="closed"):
                    await question
            assert link.heard == before

    asyncio.run(test())


def test_what_cannot_be_written_says_so_and_holds_up_nothing() -> None:
    async def test() -> None:
        async with linked() as (store, _, _direct), asyncio.timeout(PATIENCE):
            await store.create("AAAA", b"1", line("AAAA"))
            assert isinstance(await append(store, "AAAA", 2**40, b"no such number"), StoreError)
            assert await append(store, "AAAA", 1, b"2") is None
            with pytest.raises(StoreError):
                await store.save_identity(StoredIdentity("x", "\x00"))
            assert await store.find_identity("x") is None

    asyncio.run(test())
