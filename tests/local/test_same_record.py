"""A device and a server play the same game from the same dice and the same choices."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from calavera.calls.tables import read_settings
from calavera.local.storage import FileStorage
from calavera.protocol.commands import SayReady, Sit, Start
from calavera.server.app import App, ServerConfig
from calavera.server.cluster.bus import LocalBus
from calavera.server.limits.budgets import UNLIMITED
from calavera.server.stores.opening import open_store
from calavera.table.live.automation import AT_ONCE
from calavera.table.live.coordinator import LiveTable
from calavera.table.logic.caller import Caller
from calavera.table.running.messages import read_command
from tests.local.pages import MORNING, Dice, Page, Socket, play, quick, settings_of
from tests.table.doubles import Ear


class ServerSocket(Socket):
    """The same player at a table of a server."""

    def __init__(self, live: LiveTable, caller: Caller) -> None:
        self._live = live
        self._ear = Ear(caller)
        self._ear.send = lambda message: self.hear(message.decode())  # type: ignore[method-assign]
        self._count = 0
        self.messages, self.known, self.version, self.is_closed = [], {}, 0, False
        self.news = asyncio.Event()
        live.attach(self._ear, caller, None)

    def send(self, **command: object) -> str:
        self._count += 1
        text = json.dumps({**command, "id": f"c{self._count}"})
        self._live.submit(self._ear, read_command(text.encode()))
        return f"c{self._count}"


async def on_a_server(seed: int, settings: dict[str, Any], bots: list[str]) -> str:
    dice = Dice(seed)
    config = ServerConfig(limits=UNLIMITED, pace=AT_ONCE, random=dice, now=lambda: MORNING)
    app = App(config, await open_store("sqlite:///"), LocalBus())
    caller = (await app.people.register("Ana")).caller
    code = await app.tables.create(caller, read_settings(settings), bots)
    live = await app.tables.find(code)
    socket = ServerSocket(live, caller)
    for command in (Sit("1", None), SayReady("2", True, "5eed"), Start("3")):
        live.submit(socket._ear, command)
    await socket.until(lambda: socket.known.get("game") is not None)
    await play(socket, seed)
    record = await app.record(code, 1, caller.identity)
    app.thinker.close()
    app.stop()
    await app.store.close()
    return record


async def on_a_device(path: Path, seed: int, settings: dict[str, Any], bots: list[str]) -> str:
    dice, storage = Dice(), FileStorage(path)
    page = Page(storage, quick(dice))
    await page.device.start()
    await page.call("PUT", "/api/me", {"name": "Ana"})
    dice.seed(seed)  # a server draws nobody's token from it
    code, socket = await page.begin(settings, bots)
    await play(socket, seed)
    text: str = (await page.ask("GET", f"/api/tables/{code}/games/1/record"))["body"]
    storage.close()
    return text


@pytest.mark.parametrize("seed", range(6))
def test_a_device_writes_the_record_that_a_server_writes(tmp_path: Path, seed: int) -> None:
    settings, bots = settings_of(seed)
    # One after the other: whose disc is first on the table is otherwise a matter of time.
    settings["placement"] = "first-last"
    here = asyncio.run(on_a_device(tmp_path / "device", seed, settings, bots))
    assert here == asyncio.run(on_a_server(seed, settings, bots))
