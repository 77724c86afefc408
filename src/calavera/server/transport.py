"""Connections of clients: how many there may be, and how errors of HTTP are answered."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, cast

from aiohttp import web

PATIENCE: Final = 10.0
"""Seconds for the head of a first request, and for a body."""

IDLE_CALLER: Final = 75.0
"""Seconds that a connection between two calls stays open."""

MOST_HEADERS: Final = 64
"""Lines in the head of a request, each of at most 8,190 bytes."""

TURNS_TO_ENTER: Final = 3
"""Turns of the loop from a connection that was accepted to a protocol that knows of it."""

DETENTION: Final = 1.0
"""Seconds that a connection is kept, unread, where an address opens too many."""

TIDY: Final = 60.0
"""Seconds between two looks at which connections are gone."""

_LOGGER: Final = logging.getLogger("calavera.http")


class Connections:
    """Every connection of a server, so that none outlives it and no address has too many."""

    def __init__(self, most: Callable[[str], int], allows: Callable[[str], bool]) -> None:
        self._most = most
        """How many an address may have."""
        self._allows = allows
        """Whether another may come now."""
        self._open: dict[str, set[asyncio.Transport]] = {}
        self._is_over = False

    def add(self, transport: asyncio.Transport) -> bool:
        """There is another; whether it may stay."""
        address = peer_of(transport)
        known = self._open.setdefault(address, set())
        if len(known) >= self._most(address):
            known.difference_update([one for one in known if one.is_closing()])
        if self._is_over or len(known) >= self._most(address):
            transport.abort()
            return False
        known.add(transport)
        if self._allows(address):
            return True
        # Whoever is let go at once comes again at once.
        loop = asyncio.get_running_loop()
        loop.call_soon(_stop_reading, transport)
        loop.call_later(DETENTION, transport.abort)
        return False

    async def tidy(self) -> None:
        """Again and again: keep no trace of those that are gone."""
        while True:
            await asyncio.sleep(TIDY)
            self._forget_closed()

    def _forget_closed(self) -> None:
        for address, known in [*self._open.items()]:
            known.difference_update([one for one in known if one.is_closing()])
            if not known:
                del self._open[address]

    @property
    def count(self) -> int:
        """How many are open."""
        self._forget_closed()
        return sum(map(len, self._open.values()))

    def abort(self) -> None:
        """Close what is left, and whatever still comes."""
        self._is_over = True
        for known in self._open.values():
            for transport in known:
                transport.abort()
        self._open.clear()


def _stop_reading(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.pause_reading()


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


class Connection(web.RequestHandler):
    """One connection: HTTP, until a WebSocket takes over.

    Errors that aiohttp answers by itself are answered without a word of the request.
    """

    def __init__(
        self, server: web.Server, connections: Connections, headers: Mapping[str, str]
    ) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            access_log=None,  # type: ignore[arg-type]  # which is how AppRunner turns it off, too
            auto_decompress=False,
            keepalive_timeout=IDLE_CALLER,
            max_headers=MOST_HEADERS,
        )
        self._connections = connections
        self._headers = headers
        self._take: Callable[[bytes], object] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not self._connections.add(cast(asyncio.Transport, transport)):
            self._take = len  # nobody looks at what comes
        else:
            self._alarm = self._loop.call_later(PATIENCE, cast(Any, transport).abort)
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self._take is None:
            super().data_received(data)
        else:
            self._take(data)

    def set_parser(self, parser: Any, data_received_cb: Callable[[], None] | None = None) -> None:
        """Hand over what comes from now on, and what came since the head of the last request."""
        super().set_parser(parser, data_received_cb)
        self._take = parser.feed_data

    def connection_lost(self, exc: BaseException | None) -> None:
        self.head_came()
        super().connection_lost(exc)

    def head_came(self) -> None:
        """A request was read to the end of its head."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        if isinstance(resp, web.HTTPException):  # of aiohttp itself: it may quote a header
            resp = self.handle_error(request, resp.status)
        return await super().finish_response(request, resp, start_time)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """A plain answer with the headers of every other one."""
        self.head_came()
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            _LOGGER.error("a request failed: %s", type(exc).__name__)
        if request.writer.output_size > 0:
            raise ConnectionError("the answer has begun, no other can be given")
        answer = web.Response(text=f"{HTTPStatus(status).phrase}\n", status=status)
        answer.headers.update(self._headers)
        answer.headers["Cache-Control"] = "no-store"
        answer.force_close()
        return answer


@web.middleware
async def in_time(
    request: web.Request, handler: Callable[[web.Request], Any]
) -> web.StreamResponse:
    """Stop waiting for the head of a request: it is here."""
    cast(Connection, request.protocol).head_came()
    answer: web.StreamResponse = await handler(request)
    return answer


async def listen(
    host: str,
    port: int,
    runner: web.AppRunner,
    connections: Connections,
    headers: Mapping[str, str],
) -> asyncio.Server:
    """Open the port."""
    assert runner.server is not None
    server = runner.server
    return await asyncio.get_running_loop().create_server(
        lambda: Connection(server, connections, headers), host, port, backlog=1024
    )


async def close_port(server: asyncio.Server) -> None:
    """Let nobody in any more; who was just let in is known to the protocol when this returns.

    asyncio's own way leaves a connection open and unknown that was accepted a moment before.
    """
    loop = asyncio.get_running_loop()
    for port in server.sockets:
        loop.remove_reader(port.fileno())
    for _ in range(TURNS_TO_ENTER):
        await asyncio.sleep(0)
    server.close()
