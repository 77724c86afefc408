"""What those who run a server ask it: is it alive, should it get work, what does it count.

`/healthz` and `/readyz` are on the port of the pages, for load balancers. The counts have a port of
their own, which nobody opens to the world by mistake.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from aiohttp import web

from calavera.server import pages
from calavera.server.house import House
from calavera.server.metrics import CONTENT_TYPE
from calavera.server.store import StoreError
from calavera.server.tokens import NO_TABLE
from calavera.server.transport import Connections, close_port, in_time, listen
from calavera.table.reasons import Reason

_LOGGER: Final = logging.getLogger("calavera.operations")
HEALTHY: Final = b"ok\n"
PATIENCE: Final = 2.0
"""Seconds that the store has to answer."""


class Refusal(web.Response):
    """An answer to what was refused."""

    def __init__(self, refused: Reason, body: bytes, status: int) -> None:
        super().__init__(body=body, status=status, content_type="application/json")
        self.refused = refused


class Operations:
    """The answers to who runs the server."""

    def __init__(self, house: House, connections: Connections) -> None:
        self._house = house
        self._connections = connections
        self.is_draining = False
        """Whether the server is about to stop: it does what it has, and wants no more."""

    def routes(self) -> list[web.RouteDef]:
        """For the port of the pages."""
        return [web.get("/healthz", self.health), web.get("/readyz", self.ready)]

    @web.middleware
    async def count(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Counts every answer."""
        answer = await handler(request)
        self._house.metrics.calls[answer.status] += 1
        if isinstance(answer, Refusal):
            self._house.metrics.refused(answer.refused)
        return answer

    async def health(self, _: web.Request) -> web.Response:
        """Whether the process is alive."""
        return web.Response(body=HEALTHY, content_type="text/plain")

    async def ready(self, _: web.Request) -> web.Response:
        """Whether people should be sent here."""
        if self.is_draining:
            return web.Response(text="draining\n", status=503)
        if self._house.tables.reach.is_cut_off:
            return web.Response(text="the store does not answer\n", status=503)
        if self._house.writability.is_lost:
            return web.Response(text="the store cannot write\n", status=503)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._house.store.summary(NO_TABLE)
        except (StoreError, OSError, TimeoutError):
            return web.Response(text="the store does not answer\n", status=503)
        return web.Response(text="ready\n")

    async def metrics(self, _: web.Request) -> web.Response:
        """The counts, as Prometheus reads them."""
        tables = self._house.tables
        text = self._house.metrics.text(
            {
                "tables": ("Tables in memory.", tables.count),
                "sockets": ("Open sockets to tables.", tables.listeners),
                "connections": ("Open connections of any kind.", self._connections.count),
                "bus_well": ("1 while other servers can be heard.", self._house.bus.is_well),
                "cut_off": (
                    "1 while people are sent to other servers, for the store does not answer.",
                    tables.reach.is_cut_off,
                ),
                "cannot_write": (
                    "1 while commands are refused because the store cannot write.",
                    self._house.writability.is_lost,
                ),
                "draining": ("1 while the server is about to stop.", self.is_draining),
            },
            {"store": self._house.store.lost, "bus": self._house.bus.failures},
        )
        return web.Response(body=text.encode("ascii"), headers={"Content-Type": CONTENT_TYPE})

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Ask for no more people, and go on for a while with those who are here."""
        self.is_draining = True
        if seconds and not hurry.is_set():
            _LOGGER.info("draining for %g seconds", seconds)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), seconds)

    @contextlib.asynccontextmanager
    async def watched(self, address: tuple[str, int] | None) -> AsyncIterator[int | None]:
        """The counts on a port of their own, if there is to be one; yields the port."""
        if address is None:
            yield None
            return
        headers = pages.safe_headers(is_secure=False)
        app = web.Application(middlewares=[in_time])
        pages.add_headers(app, headers)
        app.add_routes([web.get("/metrics", self.metrics), *self.routes()])
        runner = web.AppRunner(app, shutdown_timeout=0)
        await runner.setup()
        connections = Connections(self._house.most_connections, self._house.may_connect)
        server = await listen(*address, runner, connections, headers)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            await close_port(server)
            connections.abort()
            await runner.cleanup()
