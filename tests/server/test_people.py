"""The cache of people in a single server."""

import asyncio
import logging
from types import SimpleNamespace

import pytest

from calavera.protocol.reasons import Refused
from calavera.server.stores.interface import StoreError
from calavera.server.stores.sqlite.store import SqliteStore
from calavera.server.stores.tokens import Tokens
from calavera.server.tables import people
from calavera.server.tables.people import People, offered_protocols
from tests.server.raw import run


def test_whoever_asked_last_is_forgotten_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)
    asked: list[str] = []
    find = Tokens.find

    async def noted(self: Tokens, digest: str, device: str) -> tuple[str, str] | None:
        asked.append(digest)
        return await find(self, digest, device)

    monkeypatch.setattr(Tokens, "find", noted)

    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        ana, bo = await them.register("Ana"), await them.register("Bo")
        assert await them.find(ana.token) == ana.caller
        await them.register("Cleo")
        assert await them.find(ana.token) == ana.caller
        assert asked == []
        assert await them.find(bo.token) == bo.caller
        assert asked == [bo.caller.identity]
        await store.close()

    run(test())


def test_the_store_is_asked_again_on_another_day(monkeypatch: pytest.MonkeyPatch) -> None:
    midnight = 20_000 * 24 * 3600
    now = midnight - 1
    monkeypatch.setattr(people, "time", SimpleNamespace(time=lambda: now))
    asked: list[str] = []
    find = Tokens.find

    async def noted(self: Tokens, digest: str, device: str) -> tuple[str, str] | None:
        asked.append(device)
        return await find(self, digest, device)

    monkeypatch.setattr(Tokens, "find", noted)

    async def test() -> None:
        nonlocal now
        store = SqliteStore(":memory:")
        them = People(store)
        ana = await them.register("Ana")
        for now_is, count in ((midnight, 1), (midnight + 1, 1), (midnight + 24 * 3600, 2)):
            assert await them.find(ana.token, "node/20") == ana.caller
            now = now_is
            assert await them.find(ana.token, "node/20") == ana.caller
            assert asked == ["node"] * count
        await store.close()

    run(test())


def test_a_token_is_kept_with_its_device() -> None:
    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        for agent, device in (("", ""), ("node/20", "node")):
            new = await them.register("Ana", agent)
            (token,) = await store.tokens.of(new.caller.identity)
            assert (token.hash, len(token.id), token.device) == (new.caller.identity, 16, device)
        unnamed = await them.register("Bo")
        await them.add_token(unnamed.caller)
        found = await store.tokens.of(unnamed.caller.identity)
        assert [one.device for one in found] == ["", ""]
        await store.close()

    run(test())


def test_guests_are_called_by_numbers_from_100_to_999(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        store = SqliteStore(":memory:")
        names = []
        for drawn in (lambda _: 0, lambda count: count - 1):
            monkeypatch.setattr("secrets.randbelow", drawn)
            names.append((await People(store).register()).caller.name)
        assert names == ["Guest 100", "Guest 999"]
        await store.close()

    run(test())


def test_whoever_is_banned_is_told_so() -> None:
    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        ana = await them.register("Ana")
        them.banned = frozenset([ana.caller.identity])
        with pytest.raises(Refused) as refused:
            await them.find(ana.token)
        assert refused.value.detail == "you may not use this server"
        await store.close()

    run(test())


def test_expired_tokens_are_deleted_again_and_again_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert people.PURGE == 6 * 3600
    monkeypatch.setattr(people, "PURGE", 0.0)
    results: list[int | Exception] = [0, StoreError("locked"), 1, 1234]

    async def purge(_: Tokens) -> int:
        result = results.pop(0)
        if isinstance(result, Exception):
            raise result
        return result

    monkeypatch.setattr(Tokens, "purge", purge)

    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        ana = await them.register("Ana")
        await store._rows("DELETE FROM tokens")
        task = asyncio.ensure_future(them.purge())
        async with asyncio.timeout(30):
            while results:
                await asyncio.sleep(0)
        task.cancel()
        assert await them.find(ana.token) is None  # what was deleted is not cached
        await store.close()

    with caplog.at_level(logging.INFO, "calavera.store"):
        run(test())
    assert [(one.name, one.levelname, one.getMessage()) for one in caplog.records] == [
        ("calavera.store", "INFO", "deleted 0 expired tokens"),
        ("calavera.store", "WARNING", "expired tokens could not be deleted: locked"),
        ("calavera.store", "INFO", "deleted 1 expired token"),
        ("calavera.store", "INFO", "deleted 1,234 expired tokens"),
    ]


def test_the_offered_protocols_are_a_list() -> None:
    assert people.PROTOCOL == "calavera"  # as the pages offer it
    assert offered_protocols({}) == []
    assert offered_protocols({"Sec-Websocket-Protocol": " one,two 2, ,"}) == ["one", "two 2"]


def test_the_cache_and_the_tokens_are_bounded() -> None:
    assert (people.MOST_KNOWN, people.LONGEST_TOKEN) == (20_000, 100)
