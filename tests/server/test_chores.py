"""What a server does again and again, where it fails."""

from pathlib import Path

import pytest

from calavera.server.presence import Presence
from calavera.server.stores import open_store
from calavera.server.tables_command import _close
from tests.server.raw import house, plan, run


def test_a_chore_that_fails_is_told_and_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Here the one that notices what other programs write."""
    look = Presence.look_around
    failed: list[bool] = []

    def failing(self: Presence) -> list[str]:
        if not failed:
            failed.append(True)
            raise RuntimeError("a mistake")
        return look(self)

    monkeypatch.setattr(Presence, "look_around", failing)

    async def test() -> None:
        address = f"sqlite:///{tmp_path}/a.db"
        async with house(plan(address)) as server:
            token = await server.newcomer()
            line = await server.line(await server.table(token), token)
            store = await open_store(address)
            await _close(store, line.room["code"])
            await store.close()
            assert (await line.bye())[-1] == {"type": "bye", "reason": "closed"}

    run(test())
    assert caplog.messages == ["the background task to look around failed and is started again"]
