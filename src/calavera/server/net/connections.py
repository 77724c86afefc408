"""Client connections: how many are allowed, and how HTTP errors are answered."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, cast

from aiohttp import web

PATIENCE: Final = 10.0
"""Seconds to send the head of a first request, and to send a body."""

KEEP_ALIVE: Final = 75.0
"""Seconds that an idle connection stays open."""

MOST_HEADERS: Final = 64
"""Lines in the head of a request, each of at most 8,190 bytes."""

TURNS_TO_ENTER: Final = 3
"""Turns of the loop between accepting a connection and `connection_made`."""

TARPIT: Final = 1.0
"""Seconds that a connection above the rate limit is kept, unread, before it is dropped."""

TIDY: Final = 60.0
"""Seconds between two removals of closed connections."""

_LOGGER: Final = logging.getLogger("calavera.http")


class Connections:
    """The open connections of a server, by address."""

    def __init__(self, most: Callable[[str], int], allows: Callable[[str], bool]) -> None:
        self._most = most
        self._allows = allows
        self._open: dict[str, set[asyncio.Transport]] = {}
        self._is_closed = False

    def add(self, transport: asyncio.Transport) -> bool:
        """Register a connection; false if it may not be used."""
        address = peer_of(transport)
        known = self._open.setdefault(address, set())
        if len(known) >= self._most(address):
            known.difference_update([one for one in known if one.is_closing()])
        if self._is_closed or len(known) >= self._most(address):
            transport.abort()
            return False
        known.add(transport)
        if self._allows(address):
            return True
        # A client that is dropped at once reconnects at once.
        loop = asyncio.get_running_loop()
        loop.call_soon(_stop_reading, transport)
        loop.call_later(TARPIT, transport.abort)
        return False

    async def tidy(self) -> None:
        """Forget closed connections, until cancelled."""
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
        self._forget_closed()
        return sum(map(len, self._open.values()))

    def abort(self) -> None:
        """Drop every connection, and all that still come."""
        self._is_closed = True
        for known in self._open.values():
            for transport in known:
                transport.abort()
        self._open.clear()


def _stop_reading(transport: asyncio.Transport) -> None:
    if not transport.is_closing():
        transport.pause_reading()


def peer_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


class Connection(web.RequestHandler):
    """One connection: HTTP, until a WebSocket takes over.

    Errors that aiohttp answers by itself are answered without quoting the request.
    """

    def __init__(
        self, server: web.Server, connections: Connections, headers: Mapping[str, str]
    ) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(
            server,
            loop=loop,
            access_log=None,  # type: ignore[arg-type]  # as AppRunner turns it off
            auto_decompress=False,
            keepalive_timeout=KEEP_ALIVE,
            max_headers=MOST_HEADERS,
        )
        self._connections = connections
        self._headers = headers
        self._reader: Callable[[bytes], object] | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not self._connections.add(cast(asyncio.Transport, transport)):
            self._reader = len  # ignore what arrives
        else:
            self._deadline = self._loop.call_later(PATIENCE, cast(Any, transport).abort)
            super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self._reader is None:
            super().data_received(data)
        else:
            self._reader(data)

    def set_parser(self, parser: Any, data_received_cb: Callable[[], None] | None = None) -> None:
        """Hand over what arrives from now on, and what arrived after the last request's head."""
        super().set_parser(parser, data_received_cb)
        self._reader = parser.feed_data

    def connection_lost(self, exc: BaseException | None) -> None:
        self.head_received()
        super().connection_lost(exc)

    def head_received(self) -> None:
        """Stop the clock: the head of a request is complete."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        if isinstance(resp, web.HTTPException):  # aiohttp's own, which may quote a header
            resp = self.handle_error(request, resp.status)
        return await super().finish_response(request, resp, start_time)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        self.head_received()
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            _LOGGER.error("a request failed: %s", type(exc).__name__)
        if request.writer.output_size > 0:
            raise ConnectionError("the response has already begun")
        response = web.Response(text=f"{HTTPStatus(status).phrase}\n", status=status)
        response.headers.update(self._headers)
        response.headers["Cache-Control"] = "no-store"
        response.force_close()
        return response


@web.middleware
async def head_deadline(
    request: web.Request, handler: Callable[[web.Request], Any]
) -> web.StreamResponse:
    cast(Connection, request.protocol).head_received()
    response: web.StreamResponse = await handler(request)
    return response


async def listen(
    host: str,
    port: int,
    runner: web.AppRunner,
    connections: Connections,
    headers: Mapping[str, str],
) -> asyncio.Server:
    assert runner.server is not None
    server = runner.server
    return await asyncio.get_running_loop().create_server(
        lambda: Connection(server, connections, headers), host, port, backlog=1024
    )


async def close_port(server: asyncio.Server) -> None:
    """Stop listening; connections accepted before have reached their protocol on return.

    `Server.close` alone would leave a connection open that was accepted a moment before.
    """
    loop = asyncio.get_running_loop()
    for port in server.sockets:
        loop.remove_reader(port.fileno())
    for _ in range(TURNS_TO_ENTER):
        await asyncio.sleep(0)
    server.close()
