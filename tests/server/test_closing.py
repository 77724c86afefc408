"""Closing a port leaves no connection, at a server or at a test's link."""

import asyncio
import contextlib
import gc
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
import uvloop

from calavera.server.lifecycle import running
from calavera.server.net.connections import TURNS_TO_ENTER
from tests.server.proxy import Proxy
from tests.server.raw import config

PATIENCE = 20.0


@contextlib.asynccontextmanager
async def a_link() -> AsyncIterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as far:
        link = Proxy(far.getsockname()[1])
        await link.start()
        yield link.port
        await link.stop()


def a_server() -> AbstractAsyncContextManager[int]:
    return running(config())


@pytest.mark.parametrize("turns", range(TURNS_TO_ENTER + 3))
@pytest.mark.parametrize("opened", [a_link, a_server])
@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_a_connection_at_the_last_moment_is_closed(
    run: Callable[[Coroutine[Any, Any, None]], None],
    opened: Callable[[], AbstractAsyncContextManager[int]],
    turns: int,
) -> None:
    """A connection left open would fail a later test."""

    async def test(caller: socket.socket) -> None:
        async with opened() as port:
            caller.connect(("127.0.0.1", port))
            for _ in range(turns):
                await asyncio.sleep(0)

    with socket.socket() as caller:
        caller.settimeout(PATIENCE)
        run(test(caller))
        with contextlib.suppress(ConnectionResetError):
            assert caller.recv(1) == b""
    gc.collect()
