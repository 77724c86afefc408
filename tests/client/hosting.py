"""A real server on loopback that tests can restart, and a link that can be cut."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED
from calavera.table.live.automation import AT_ONCE
from tests.server.proxy import Proxy

LONG = 60.0
"""Timeout in seconds."""


class Loop:
    """An event loop on a thread."""

    def __init__(self) -> None:
        self._is_closed = asyncio.Event()
        self._started: queue.Queue[asyncio.AbstractEventLoop] = queue.Queue()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self._loop = self._started.get(timeout=LONG)

    async def _run(self) -> None:
        self._started.put(asyncio.get_running_loop())
        await self._is_closed.wait()

    def call(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(LONG)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._is_closed.set)
        self._thread.join(LONG)


class Host:
    """A server with the same port and store at every start."""

    def __init__(self, loop: Loop, store: str = "sqlite:///:memory:") -> None:
        self.config = ServerConfig(port=0, store=store, pace=AT_ONCE, limits=UNLIMITED)
        self._loop = loop
        self._exit: contextlib.AsyncExitStack | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.config.port}"

    def start(self) -> None:
        self._loop.call(self._start())

    async def _start(self) -> None:
        self._exit = contextlib.AsyncExitStack()
        port = await self._exit.enter_async_context(running(self.config))
        self.config = self.config._replace(port=port)

    def stop(self) -> None:
        if self._exit is not None:
            self._loop.call(self._exit.aclose())
            self._exit = None


class Cable:
    """A link to a server that can be cut, or drop everything towards the client."""

    def __init__(self, loop: Loop, port: int) -> None:
        self._loop = loop
        self.link = Proxy(port)
        loop.call(self.link.start())
        self.address = f"http://127.0.0.1:{self.link.port}"

    def cut(self) -> None:
        """Abort every connection."""
        self._loop.call(self._cut())

    async def _cut(self) -> None:
        self.link.cut()

    def close(self) -> None:
        self._loop.call(self.link.stop())


def soon(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fails if it never does."""
    pause = threading.Event()
    for _ in range(int(LONG * 100)):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it never happened")


@contextlib.contextmanager
def threads(*works: Callable[[], object]) -> Iterator[list[BaseException]]:
    """Run these during the block; they must end without an error after it."""
    errors: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    running_now = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in running_now:
        thread.start()
    yield errors
    for thread in running_now:
        thread.join(LONG)
    assert not [thread for thread in running_now if thread.is_alive()], "a runner is still playing"
    if errors:
        raise errors[0]
