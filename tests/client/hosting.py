"""A real server on loopback that tests can stop and start again, and a cable that can be cut."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from calavera.server.house import Plan
from calavera.server.limits import UNLIMITED
from calavera.server.serve import running
from calavera.table.automation import AT_ONCE

LONG = 60.0
"""Seconds after which something is taken to hang."""


class Loop:
    """An event loop on a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def call(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(LONG)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(LONG)
        self._loop.close()


class Host:
    """A server: the same port and the same store each time it is started."""

    def __init__(self, loop: Loop, store: str = "sqlite:///:memory:") -> None:
        self.plan = Plan(port=0, store=store, pace=AT_ONCE, limits=UNLIMITED)
        self._loop = loop
        self._exit: contextlib.AsyncExitStack | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.plan.port}"

    def start(self) -> None:
        self._loop.call(self._start())

    async def _start(self) -> None:
        self._exit = contextlib.AsyncExitStack()
        port = await self._exit.enter_async_context(running(self.plan))
        self.plan = self.plan._replace(port=port)

    def stop(self) -> None:
        if self._exit is not None:
            self._loop.call(self._exit.aclose())
            self._exit = None


class Cable:
    """A way to a server that can be cut, or go deaf in the direction of the client."""

    def __init__(self, loop: Loop, port: int) -> None:
        self._loop = loop
        self._far = port
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_deaf = False
        """Whether what the server says is swallowed."""
        self.heard = 0
        """How many connections there were."""
        self._server: asyncio.Server = loop.call(self._open())
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _open(self) -> asyncio.Server:
        return await asyncio.start_server(self._connected, "127.0.0.1", 0)

    async def _connected(self, near: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.heard += 1
        with self._held(writer), contextlib.suppress(OSError):
            far, far_writer = await asyncio.open_connection("127.0.0.1", self._far)
            with self._held(far_writer):
                pumps = [
                    asyncio.ensure_future(self._pump(near, far_writer, lambda: False)),
                    asyncio.ensure_future(self._pump(far, writer, lambda: self.is_deaf)),
                ]
                self._tasks |= {*pumps}
                await asyncio.wait(pumps)
                self._tasks -= {*pumps}

    @contextlib.contextmanager
    def _held(self, end: asyncio.StreamWriter) -> Iterator[None]:
        """One end, which is closed whatever becomes of the other."""
        self._ends.add(end)
        try:
            yield
        finally:
            self._ends.discard(end)
            end.transport.abort()

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        is_deaf: Callable[[], bool],
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not is_deaf():
                    writer.write(data)
                    await writer.drain()
        writer.transport.abort()

    def cut(self) -> None:
        """Every connection is gone, without a goodbye."""
        self._loop.call(self._cut())

    async def _cut(self) -> None:
        for end in [*self._ends]:
            end.transport.abort()

    def close(self) -> None:
        self._loop.call(self._close())

    async def _close(self) -> None:
        self._server.close()
        await self._cut()
        if self._tasks:
            await asyncio.wait(self._tasks)


def soon(condition: Callable[[], bool]) -> None:
    """Wait until something is so; fails where it never is."""
    pause = threading.Event()
    for _ in range(int(LONG * 100)):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it never happened")


@contextlib.contextmanager
def threads(*works: Callable[[], object]) -> Iterator[list[BaseException]]:
    """Run these beside the block; after it they have to come to their end without an error."""
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
    assert not [thread for thread in running_now if thread.is_alive()], "somebody still plays"
    if errors:
        raise errors[0]
