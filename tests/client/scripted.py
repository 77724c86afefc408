"""A server on loopback that follows a script, and sleeping that takes no time."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import pytest
from aiohttp import web

from calavera.client.calls import Calls
from calavera.client.table_connection import TableConnection
from calavera.protocol.commands import Say
from calavera.protocol.shapes import HISTORY
from tests.client.hosting import LONG
from tests.table.doubles import Harness

Script = Callable[["Server", web.WebSocketResponse], Awaitable[None]]


class Naps:
    """The durations of `asyncio.sleep`; the loop's clock advances by as much."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[float] = []
        self.skipped = 0.0
        self._sleep = asyncio.sleep
        monkeypatch.setattr(asyncio, "sleep", self._nap)

    async def _nap(self, delay: float) -> None:
        if delay > 0:
            self.taken.append(delay)
            self.skipped += delay
        await self._sleep(0)

    @contextlib.contextmanager
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        """The loop's time is the sum of all sleeps, long before any deadline of the test."""
        with monkeypatch.context() as patch:
            patch.setattr(asyncio.get_running_loop(), "time", lambda: self.skipped - 1_000_000)
            yield


class Server:
    """Follows a script on each socket; its messages are those of a table in memory."""

    def __init__(self, script: Script) -> None:
        self.harness = Harness()
        self.ana = self.harness.connect("Ana")
        self.since: list[str | None] = []
        """For each socket, the version that its client knew."""
        self.heard: list[dict[str, Any]] = []
        self.told: list[str] = []
        """Reports of its client."""
        self.history = 0
        self.refuses_history = True
        self._script = script

    @contextlib.asynccontextmanager
    async def connection(self, patience: float = LONG) -> AsyncIterator[TableConnection]:
        app = web.Application()
        app.router.add_get("/api/tables/KRTM/socket", self._socket)
        app.router.add_get("/api/tables/KRTM/game", self._game)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        calls = Calls(f"http://{host}:{port}", LONG, self.told.append)
        connection = TableConnection(calls, "KRTM", patience)
        try:
            yield connection
        finally:
            await connection.close()
            await calls.close()
            await runner.cleanup()

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        self.since.append(request.query.get("since"))
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        with contextlib.suppress(ConnectionError):
            await self._script(self, socket)
        return socket

    async def _game(self, _: web.Request) -> web.Response:
        self.history += 1
        if self.refuses_history:
            return web.json_response({"reason": "too-fast", "detail": ""}, status=429)
        return web.Response(text=HISTORY.write(self.harness.live.history(self.ana.caller)))

    def welcome(self, since: int | None = None) -> str:
        return self.harness.connect("Ana", since).sent[0].decode()

    def frame(self, text: str) -> str:
        """Advance the table by one version."""
        self.harness.done(self.ana, Say(self.harness.id(), text))
        return self.ana.sent[-1].decode()


async def say(socket: web.WebSocketResponse, **message: Any) -> None:
    await socket.send_str(json.dumps(message))


class Desk:
    """Gives prepared answers to calls, repeating the last one, and records the requests."""

    def __init__(self, *answers: tuple[int, object]) -> None:
        self.answers = [*answers]
        self.asked: list[tuple[str, str]] = []
        self.bodies: list[str] = []
        self.headers: list[Mapping[str, str]] = []
        self.told: list[str] = []
        """Reports of its client."""
        self.address = ""

    @contextlib.asynccontextmanager
    async def open(self, patience: float = LONG) -> AsyncIterator[Calls]:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._answer)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.address = "http://{}:{}".format(*runner.addresses[0][:2])
        calls = Calls(self.address, patience, self.told.append)
        try:
            yield calls
        finally:
            await calls.close()
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.append((request.method, request.path_qs))
        self.bodies.append(await request.text())
        self.headers.append(request.headers)
        status, body = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        text = body if isinstance(body, str) else json.dumps(body)
        answer = web.Response(status=status, text=text)
        answer.set_cookie("calavera", "somebody")
        return answer


def run(coroutine: Any) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(LONG):
            await coroutine

    asyncio.run(bounded())
