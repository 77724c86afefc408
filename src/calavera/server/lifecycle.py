"""Starts a server, runs its background tasks, and shuts it down gracefully."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from aiohttp import web

from calavera.server.app import App, ServerConfig
from calavera.server.cluster.bus import LocalBus
from calavera.server.cluster.joining import check_bus, open_bus
from calavera.server.cluster.single_server import ensure_single_server, watch_for_others
from calavera.server.http import static
from calavera.server.http.api import LONGEST_BODY, Api
from calavera.server.http.probes import Operations
from calavera.server.net.connections import Connections, close_port, head_deadline, listen
from calavera.server.ops.gc_tuning import tune_gc
from calavera.server.sockets.sessions import SessionHub
from calavera.server.sockets.websocket import Sockets
from calavera.server.stores.claim import claimed
from calavera.server.stores.opening import open_store

_LOGGER: Final = logging.getLogger("calavera.operations")

SHUTDOWN: Final = 0.5
"""Seconds that calls in flight get when the server stops."""

RESTART: Final = 0.5
"""Seconds until a background task that failed is restarted: heartbeats may not be later."""


@contextlib.asynccontextmanager
async def running(config: ServerConfig, hurry: asyncio.Event | None = None) -> AsyncIterator[int]:
    """Run a server until the block ends; yields its port.

    At the end it drains for as long as configured, or until `hurry` is set.
    """
    if config.bus is not None:
        check_bus(config.bus, config.store)
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(claimed(config.store))
        store = await open_store(config.store)
        stack.push_async_callback(store.close)
        bus = open_bus(config.bus, store)
        stack.push_async_callback(bus.close)
        if config.bus is None:
            await ensure_single_server(store, bus.sender)
        app = App(config, store, bus)
        await app.moderation.refresh()
        stack.callback(app.thinker.close)
        async with _listening(app, hurry or asyncio.Event()) as port:
            yield port


@contextlib.asynccontextmanager
async def _listening(app: App, hurry: asyncio.Event) -> AsyncIterator[int]:
    config, tables = app.config, app.tables
    api = Api(app)
    connections = Connections(app.most_connections, app.may_connect)
    operations = Operations(app, connections)
    site = web.Application(
        middlewares=[head_deadline, operations.count, api.guard], client_max_size=LONGEST_BODY
    )
    headers = static.security_headers(is_secure=app.is_secure)
    static.add_headers(site, headers)
    sessions = SessionHub(app)
    parts = (api, Sockets(sessions.session), operations, static)
    site.add_routes([route for part in parts for route in part.routes()])
    runner = web.AppRunner(site, shutdown_timeout=SHUTDOWN)
    await runner.setup()
    server = await listen(config.host, config.port, runner, connections, headers)
    tasks = [
        asyncio.ensure_future(_restarted(name, task))
        for name, task in {
            "look around": tables.cluster.refresh,
            "read the store": tables.refresh,
            "keep leases": tables.cluster.leases.keep,
            "retry writing": app.writability.watch,
            "watch the store": lambda: tables.cluster.watch_isolation(sessions.turn_away),
            "tidy connections": connections.tidy,
            "tune garbage collection": lambda: tune_gc(lambda: tables.listeners == 0),
            "watch orders": app.moderation.watch,
            "purge tokens": app.people.purge,
            "list older games": app.backlog.work_off,
            "check tokens": app.devices.watch,
            "watch for other servers": lambda: _watch_for_others(app),
        }.items()
    ]
    try:
        async with operations.exposed(config.metrics):
            yield server.sockets[0].getsockname()[1]
            await operations.drain(config.drain, hurry)
    finally:
        await close_port(server)
        sessions.stop()
        app.stop()
        tables.dismiss()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=SHUTDOWN)
        await tables.cluster.leases.release()
        await runner.cleanup()
        connections.abort()
        await asyncio.sleep(0)


async def _restarted(name: str, task: Callable[[], Awaitable[None]]) -> None:
    """Run a background task, and restart it when it fails.

    The server goes on: moves are stored and sent without any of these tasks, and to stop would only
    have everybody meet the same failure on the next server.
    """
    while True:
        try:
            await task()
        except Exception:
            _LOGGER.exception("the background task to %s failed and is started again", name)
            await asyncio.sleep(RESTART)
        else:
            return


async def _watch_for_others(app: App) -> None:
    if isinstance(app.bus, LocalBus):
        await watch_for_others(app.store, app.bus)


async def serve(config: ServerConfig, started: "asyncio.Future[int] | None" = None) -> None:
    """Run until SIGINT or SIGTERM; a signal during start-up cancels the start."""
    stop, hurry = asyncio.Event(), asyncio.Event()
    is_started = False

    async def serving() -> None:
        nonlocal is_started
        async with running(config, hurry) as port:
            is_started = True
            if started is not None:
                started.set_result(port)
            await stop.wait()

    def signalled(*, in_hurry: bool) -> None:
        if in_hurry or stop.is_set():  # Ctrl-C, or the second signal
            hurry.set()
        stop.set()
        if not is_started:
            server.cancel()

    server = asyncio.ensure_future(serving())
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, lambda: signalled(in_hurry=True))
    loop.add_signal_handler(signal.SIGTERM, lambda: signalled(in_hurry=False))
    try:
        await server
    except asyncio.CancelledError:
        if is_started or not stop.is_set():  # cancelled from outside
            raise
