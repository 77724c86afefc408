"""A link between two programs that can be cut or slowed down."""

import asyncio
import contextlib
import enum
from collections.abc import Iterator

from calavera.server.net.connections import close_port


class Way(enum.Enum):
    """The state of a link."""

    OPEN = "open"
    SLOW = "slow"
    """Every chunk is delayed."""
    SILENT = "silent"
    """Data is silently dropped, as by an unplugged cable."""
    CUT = "cut"
    """Connections are closed and refused."""


class Proxy:
    """Listens on its own port and forwards everything."""

    def __init__(self, target: int, delay: float = 0.15) -> None:
        self._target = target
        self._delay = delay
        self._way = Way.OPEN
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.is_deaf = False
        """Whether what the target says is swallowed."""
        self.heard = 0
        """How many connections there were."""
        self.port = 0

    async def start(self) -> None:
        """Open the port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    @contextlib.contextmanager
    def being(self, way: Way) -> Iterator[None]:
        """Put the link into a state for a while. Silenced connections are closed at the end."""
        self._way = way
        if way is Way.CUT:
            self.cut()
        try:
            yield
        finally:
            self._way = Way.OPEN
            if way is Way.SILENT:
                self.cut()

    def cut(self) -> None:
        """Abort every connection."""
        for writer in [*self._writers]:
            writer.transport.abort()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Register before awaiting anything: a task that is cancelled early closes nothing."""
        self.heard += 1
        if self._way is Way.CUT:
            writer.transport.abort()
            return
        self._writers.add(writer)
        task = asyncio.ensure_future(self._join(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with self._held(writer), contextlib.suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            with self._held(back):
                await asyncio.gather(
                    self._pass_on(reader, back), self._pass_on(there, writer, is_answer=True)
                )

    @contextlib.contextmanager
    def _held(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        """One end, closed whatever happens to the other."""
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool = False
    ) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(65536):
                if self._way is Way.SLOW:
                    await asyncio.sleep(self._delay)
                if self._way is not Way.SILENT and not (is_answer and self.is_deaf):
                    writer.write(piece)
                    await writer.drain()
        writer.close()

    async def stop(self) -> None:
        """Close everything, including connections accepted at the last moment."""
        self._way = Way.CUT
        if self._server is not None:
            await close_port(self._server)
        self.cut()
        if self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
