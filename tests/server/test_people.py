"""Who is remembered by a server that has its store alone."""

import pytest

from calavera.server import people
from calavera.server.people import People
from calavera.server.sqlite_store import SqliteStore
from calavera.server.store import StoredIdentity
from tests.server.raw import run


def test_whoever_asked_last_is_forgotten_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_KNOWN", 2)
    asked: list[str] = []
    find = SqliteStore.find_identity

    async def noted(self: SqliteStore, identity: str) -> StoredIdentity | None:
        asked.append(identity)
        return await find(self, identity)

    monkeypatch.setattr(SqliteStore, "find_identity", noted)

    async def test() -> None:
        store = SqliteStore(":memory:")
        them = People(store)
        ana, bo = await them.welcome("Ana"), await them.welcome("Bo")
        assert await them.find(ana.token) == ana.asker
        await them.welcome("Cleo")
        assert await them.find(ana.token) == ana.asker
        assert asked == []
        assert await them.find(bo.token) == bo.asker
        assert asked == [bo.asker.identity]
        await store.close()

    run(test())
