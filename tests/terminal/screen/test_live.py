"""Live tables on a real server on loopback."""

import asyncio
import threading
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot

from calavera.bots import Cautious
from calavera.client import BotPace, BotRunner, Client, ClientTable, Settings
from calavera.terminal.play.live_session import LiveSession
from calavera.terminal.screen.palette import NONE
from calavera.terminal.screen.play import live_app
from tests.client.conftest import client, host, loop
from tests.client.hosting import Host
from tests.terminal.screen.driving import Guest, asks, by_key, driven, shown, until

__all__ = ["client", "host", "loop"]

FAST = Settings(players=2, showing=0, pace=BotPace.FAST)


def app_at(table: ClientTable, options: Namespace | None = None) -> Any:
    def session(screen: Any, person: Any) -> int:
        return LiveSession(table, screen, person, bot="cautious").run()

    return live_app(session, fast=True, colours=NONE)


def test_sit_down_and_play_against_somebody(client: Callable[..., Client]) -> None:
    table = client(name="Ana").create(FAST)
    runner = BotRunner(table, Cautious, games=1)
    other = threading.Thread(target=runner.run, daemon=True)
    other.start()
    app = app_at(client(name="Bo").join(table.code))

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        assert f"Table {table.code}" in shown(app)
        await pilot.press("enter")
        player = Guest(app, by_key)
        playing = player.play(pilot)
        await _until_over(pilot, app, playing)

    driven(app, deed)
    other.join(60)
    assert runner.played == 1


async def _until_over(pilot: Pilot[Any], app: Any, playing: Any) -> None:
    task = asyncio.ensure_future(playing)
    await until(pilot, lambda: task.done() or _over(app))
    task.cancel()


def _over(app: Any) -> bool:
    scene = app.table.scene
    return scene is not None and scene.board.outcome is not None


def test_a_lost_connection_is_told_and_renewed(client: Callable[..., Client], host: Host) -> None:
    table = client(name="Ana").create(FAST, bots=["cautious"])
    app = app_at(client(name="Bo").join(table.code))

    async def deed(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: asks(app) is not None)
        await asyncio.to_thread(host.stop)
        await until(pilot, lambda: any("connection is lost" in str(line) for line in app.told))
        await asyncio.to_thread(host.start)
        await until(pilot, lambda: any("Connected again" in str(line) for line in app.told))
        await pilot.press("q")
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.press("y")
        await until(pilot, lambda: not app.is_running)

    driven(app, deed)
    assert app.gate.last_words == [f"You leave table {table.code}."]
