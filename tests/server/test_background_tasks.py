"""Background tasks that fail."""

from pathlib import Path

import pytest

from calavera.server.cluster.presence import Presence
from calavera.server.commands.admin import _close
from calavera.server.stores.opening import open_store
from tests.server.raw import config, run, running_server


def test_a_background_task_that_fails_is_logged_and_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Here the task that looks for writes of other programs."""
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
        async with running_server(config(address)) as server:
            token = await server.newcomer()
            line = await server.line(await server.table(token), token)
            store = await open_store(address)
            await _close(store, line.room["code"])
            await store.close()
            assert (await line.bye())[-1] == {"type": "bye", "reason": "closed"}

    run(test())
    assert caplog.messages == ["the background task to look around failed and is started again"]
