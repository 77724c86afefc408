"""Starts a server, tells where it is, and stops it in good order."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from aiohttp import web

from calavera.server import pages
from calavera.server.alone import be_alone, notice_others
from calavera.server.api import LONGEST_BODY, Api
from calavera.server.bus import LocalBus
from calavera.server.buses import check_bus, open_bus
from calavera.server.claim import claimed
from calavera.server.garbage import spare
from calavera.server.house import House, Plan
from calavera.server.operations import Operations
from calavera.server.sessions import SocketRoom
from calavera.server.sockets import Sockets
from calavera.server.stores import open_store
from calavera.server.transport import Connections, close_port, in_time, listen

_LOGGER: Final = logging.getLogger("calavera.operations")

LAST_CALLS: Final = 0.5
"""Seconds that calls on their way are given when the server stops."""

CHORE_AGAIN: Final = 0.5
"""Seconds until a chore that failed is begun again: a sign of life may not be late for longer."""


@contextlib.asynccontextmanager
async def running(plan: Plan, hurry: asyncio.Event | None = None) -> AsyncIterator[int]:
    """A server that runs until the block ends; yields its port.

    It drains as long as planned, or until there is hurry, and then stops.
    """
    if plan.bus is not None:
        check_bus(plan.bus, plan.store)
    async with contextlib.AsyncExitStack() as kept:
        kept.enter_context(claimed(plan.store))
        store = await open_store(plan.store)
        kept.push_async_callback(store.close)
        bus = open_bus(plan.bus, store)
        kept.push_async_callback(bus.close)
        if plan.bus is None:
            await be_alone(store, bus.sender)
        house = House(plan, store, bus)
        await house.moderation.look()
        kept.callback(house.thinker.close)
        async with _open(house, hurry or asyncio.Event()) as port:
            yield port


@contextlib.asynccontextmanager
async def _open(house: House, hurry: asyncio.Event) -> AsyncIterator[int]:
    """The doors of a house."""
    plan = house.plan
    api = Api(house)
    connections = Connections(house.most_connections, house.may_connect)
    operations = Operations(house, connections)
    app = web.Application(
        middlewares=[in_time, operations.count, api.guard], client_max_size=LONGEST_BODY
    )
    headers = pages.safe_headers(is_secure=house.is_secure)
    pages.add_headers(app, headers)
    sockets = SocketRoom(house)
    doors = (api, Sockets(sockets.session), operations, pages)
    app.add_routes([route for door in doors for route in door.routes()])
    runner = web.AppRunner(app, shutdown_timeout=LAST_CALLS)
    await runner.setup()
    server = await listen(plan.host, plan.port, runner, connections, headers)
    chores = [
        asyncio.ensure_future(_kept_up(name, chore))
        for name, chore in {
            "look around": house.tables.look_around,
            "look into the store": house.tables.look_into_store,
            "keep leases": house.tables.keep_leases,
            "try to write": house.writability.watch,
            "watch the store": lambda: house.tables.watch_reach(sockets.send_newcomers_away),
            "tidy connections": connections.tidy,
            "spare searches": lambda: spare(lambda: house.tables.listeners == 0),
            "watch orders": house.moderation.watch,
            "purge tokens": house.people.purge,
            "check tokens": house.devices.watch,
            "notice others": lambda: _notice_others(house),
        }.items()
    ]
    try:
        async with operations.watched(plan.metrics):
            yield server.sockets[0].getsockname()[1]
            await operations.drain(plan.drain, hurry)
    finally:
        await close_port(server)
        sockets.stop()
        house.stop()
        house.tables.dismiss()
        for chore in chores:
            chore.cancel()
        await asyncio.wait(chores, timeout=LAST_CALLS)
        await house.tables.give_back()
        await runner.cleanup()
        connections.abort()
        await asyncio.sleep(0)


async def _kept_up(name: str, chore: Callable[[], Awaitable[None]]) -> None:
    """A chore that is begun again where it fails.

    The server goes on: each chore begins with nothing, and moves are stored and told without any of
    them. To stop would cut everybody off, and have them meet the same mistake on the next server.
    """
    while True:
        try:
            await chore()
        except Exception:
            _LOGGER.exception("the background task to %s failed and is started again", name)
            await asyncio.sleep(CHORE_AGAIN)
        else:
            return


async def _notice_others(house: House) -> None:
    if isinstance(house.bus, LocalBus):
        await notice_others(house.store, house.bus)


async def serve(plan: Plan, started: "asyncio.Future[int] | None" = None) -> None:
    """Run until told to stop; who is told so while starting gives up whatever it waits for."""
    stop, hurry = asyncio.Event(), asyncio.Event()
    is_started = False

    async def serving() -> None:
        nonlocal is_started
        async with running(plan, hurry) as port:
            is_started = True
            if started is not None:
                started.set_result(port)
            await stop.wait()

    def told(*, to_hurry: bool) -> None:
        if to_hurry or stop.is_set():  # by a person, or for the second time
            hurry.set()
        stop.set()
        if not is_started:
            whole.cancel()

    whole = asyncio.ensure_future(serving())
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, lambda: told(to_hurry=True))
    loop.add_signal_handler(signal.SIGTERM, lambda: told(to_hurry=False))
    try:
        await whole
    except asyncio.CancelledError:
        if is_started or not stop.is_set():  # somebody else's wish
            raise
