"""A link between two programs that can be cut or slowed down."""

import asyncio
import contextlib
import enum
from collections.abc import Iterator


class Way(enum.Enum):
    """How a link is."""

    OPEN = "open"
    SLOW = "slow"
    """Every piece takes a while."""
    SILENT = "silent"
    """What is sent is lost, and nobody is told: a cable that was pulled."""
    CUT = "cut"
    """Every connection is closed, and no other is made."""


class Proxy:
    """Listens on a port of its own and passes everything on."""

    def __init__(self, target: int, delay: float = 0.15) -> None:
        self._target = target
        self._delay = delay
        self._way = Way.OPEN
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def start(self) -> None:
        """Open the port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    @contextlib.contextmanager
    def being(self, way: Way) -> Iterator[None]:
        """The link is so for a while. What fell silent does not speak again: it is closed then."""
        self._way = way
        if way is Way.CUT:
            self._close_all()
        try:
            yield
        finally:
            self._way = Way.OPEN
            if way is Way.SILENT:
                self._close_all()

    def _close_all(self) -> None:
        for writer in [*self._writers]:
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with self._held(writer), contextlib.suppress(OSError):
            if self._way is Way.CUT:
                return
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            with self._held(back):
                await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))

    @contextlib.contextmanager
    def _held(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        """One end, which is closed whatever becomes of the other."""
        self._writers.add(writer)
        try:
            yield
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(65536):
                if self._way is Way.SLOW:
                    await asyncio.sleep(self._delay)
                if self._way is not Way.SILENT:
                    writer.write(piece)
                    await writer.drain()
        writer.close()

    async def stop(self) -> None:
        """Close everything."""
        if self._server is not None:
            self._server.close()
        self._close_all()
        await asyncio.sleep(0)
