"""Probes and metrics for operators.

`/healthz` and `/readyz` are on the port of the pages, for load balancers. Metrics have a port of
their own, so that nobody exposes them to the world by mistake.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from calavera.protocol.reasons import Reason
from calavera.server.app import App
from calavera.server.http import static
from calavera.server.net.connections import Connections, close_port, head_deadline, listen
from calavera.server.stores.interface import StoreError
from calavera.table.running.tokens import NO_TABLE

_LOGGER: Final = logging.getLogger("calavera.operations")
HEALTHY: Final = b"ok\n"
PATIENCE: Final = 2.0
"""Seconds that the store has to answer."""


class Refusal(web.Response):
    """The response to a refused call."""

    def __init__(self, refused: Reason, body: bytes, status: int) -> None:
        super().__init__(body=body, status=status, content_type="application/json")
        self.refused = refused


class Operations:
    """The handlers for operators."""

    def __init__(self, app: App, connections: Connections) -> None:
        self._app = app
        self.is_draining = False
        """Whether the server is about to stop: /readyz fails, everything else works."""
        tables, metrics = app.tables, app.metrics
        metrics.gauges = {
            "tables": ("Tables in memory.", lambda: tables.count),
            "sockets": ("Open sockets to tables.", lambda: tables.listeners),
            "connections": ("Open connections of any kind.", lambda: connections.count),
            "bus_well": ("1 while other servers can be heard.", lambda: app.bus.is_healthy),
            "cut_off": (
                "1 while people are sent to other servers because the store does not answer.",
                lambda: tables.cluster.isolation.is_cut_off,
            ),
            "cannot_write": (
                "1 while commands are refused because the store cannot write.",
                lambda: app.writability.cannot_write,
            ),
            "draining": ("1 while the server is about to stop.", lambda: self.is_draining),
        }
        metrics.failures_elsewhere = lambda: {"store": app.store.lost, "bus": app.bus.failures}

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/healthz", self.health), web.get("/readyz", self.ready)]

    @web.middleware
    async def count(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        response = await handler(request)
        self._app.metrics.calls[response.status] += 1
        if isinstance(response, Refusal):
            self._app.metrics.refused(response.refused)
        return response

    async def health(self, _: web.Request) -> web.Response:
        return web.Response(body=HEALTHY, content_type="text/plain")

    async def ready(self, _: web.Request) -> web.Response:
        """Whether a load balancer should send people here."""
        if self.is_draining:
            return web.Response(text="draining\n", status=503)
        if self._app.tables.cluster.isolation.is_cut_off:
            return web.Response(text="the store does not answer\n", status=503)
        if self._app.writability.cannot_write:
            return web.Response(text="the store cannot write\n", status=503)
        try:
            async with asyncio.timeout(PATIENCE):
                await self._app.store.summary(NO_TABLE)
        except (StoreError, OSError, TimeoutError):
            return web.Response(text="the store does not answer\n", status=503)
        return web.Response(text="ready\n")

    async def metrics(self, _: web.Request) -> web.Response:
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=self._app.metrics.text(), headers=headers)

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Fail /readyz, and keep serving for a while."""
        self.is_draining = True
        if seconds and not hurry.is_set():
            _LOGGER.info("draining for %g seconds", seconds)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hurry.wait(), seconds)

    @contextlib.asynccontextmanager
    async def exposed(self, address: tuple[str, int] | None) -> AsyncIterator[int | None]:
        """Expose metrics at an address, if there is one; yields the port."""
        if address is None:
            yield None
            return
        headers = static.security_headers(is_secure=False)
        site = web.Application(middlewares=[head_deadline])
        static.add_headers(site, headers)
        site.add_routes([web.get("/metrics", self.metrics), *self.routes()])
        runner = web.AppRunner(site, shutdown_timeout=0)
        await runner.setup()
        connections = Connections(self._app.most_connections, self._app.may_connect)
        server = await listen(*address, runner, connections, headers)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            await close_port(server)
            connections.abort()
            await runner.cleanup()
