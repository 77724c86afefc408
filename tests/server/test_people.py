"""Who is remembered by a server that has its store alone."""

import pytest

from calavera.server import people
from calavera.server.people import People
from calavera.server.sqlite_store import SqliteStore
from calavera.server.sqlite_tokens import SqliteTokens
from tests.server.raw import run


def test_whoever_asked_last_is_forgotten_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)
    asked: list[str] = []
    find = SqliteTokens.find

    async def noted(self: SqliteTokens, digest: str, device: str) -> tuple[str, str] | None:
        asked.append(digest)
        return await find(self, digest, device)

    monkeypatch.setattr(SqliteTokens, "find", noted)

    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        ana, bo = await them.welcome("Ana"), await them.welcome("Bo")
        assert await them.find(ana.token) == ana.caller
        await them.welcome("Cleo")
        assert await them.find(ana.token) == ana.caller
        assert asked == []
        assert await them.find(bo.token) == bo.caller
        assert asked == [bo.caller.identity]
        await store.close()

    run(test())
