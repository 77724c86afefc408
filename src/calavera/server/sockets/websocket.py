"""WebSockets: aiohttp parses the request, the websockets library parses the frames.

The library does no I/O: bytes go in, frames and bytes to send come out. So a socket works the same
on a new connection and on a reused one, as proxies keep them. This module applies the budgets.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple, Protocol

from aiohttp import web
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Opcode
from websockets.http11 import Request as Handshake
from websockets.protocol import SEND_EOF, Side, State
from websockets.protocol import Protocol as Frames
from websockets.server import ServerProtocol

from calavera.protocol.reasons import Reason, Refused
from calavera.server.limits.rate_limiter import Budget
from calavera.server.tables.people import PROTOCOL

LONGEST_MESSAGE: Final = 4096
LONGEST_FRAME: Final = 65536
"""A longer message is answered with a reason, a longer frame with a close code alone."""

MOST_PIECES: Final = 64
"""Frames that a message may be fragmented into."""

SLICE: Final = 256
"""Bytes to parse before frames are counted: one read may hold thousands."""

MOST_UNREAD: Final = 512 * 1024
"""Backpressure: bytes that may wait for a reader; a slower one is dropped."""

CLOSE_TIMEOUT: Final = 5.0
"""Seconds for the peer to answer a close frame."""

IDLE: Final = 25.0
"""Seconds of silence before a ping; after twice as many the socket is dropped."""

TICK: Final = 0.01
"""Seconds by which a timer may be early."""

NOT_NOW: Final = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
"""Temporary: the client retries."""

_QUIET: Final = logging.getLogger("calavera.frames")
_QUIET.setLevel(logging.CRITICAL)  # the library would log every socket


class Request(NamedTuple):
    """The handshake of a socket."""

    path: str
    """With the query."""

    headers: Mapping[str, str]
    """Case-insensitive."""

    address: str


class Session(Protocol):
    """Handles the messages of a socket."""

    @property
    def budget(self) -> Budget: ...

    def opened(self, socket: "Socket") -> None: ...

    def received(self, message: bytes) -> None: ...

    def rejected(self, code: CloseCode) -> None:
        """The socket is about to be closed with this code: the last moment to send a reason."""

    def closed(self) -> None: ...


class Socket:
    """One open socket, which aiohttp feeds like a parser."""

    def __init__(self, session: Session, transport: asyncio.Transport) -> None:
        self._session = session
        self._budget = session.budget
        self._transport = transport
        self._frames = Frames(Side.SERVER, state=State.OPEN, max_size=LONGEST_FRAME, logger=_QUIET)
        self._pieces: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(IDLE, self._heartbeat)
        self._received_at = self._loop.time()
        self._is_flooded = False
        self._is_closing = False
        self.is_closed: asyncio.Future[None] = self._loop.create_future()

    # Called by the session.

    def send(self, message: bytes) -> bool:
        """Send a message; false if the reader was too slow and is dropped."""
        transport = self._transport
        if self._is_closing or transport.is_closing():
            return True
        transport.write(_text_frame(message))
        if transport.get_write_buffer_size() <= MOST_UNREAD:
            return True
        transport.abort()
        return False

    def close(self, code: int) -> None:
        """Close with a handshake; a peer that does not answer is dropped."""
        if not self._is_closing:
            self._frames.send_close(code)
            self._flush()

    # Called by the connection.

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self._received_at = now = self._loop.time()
        if self._is_flooded:
            self._stop_reading()
        elif not self._budget.allows_bytes(len(data), now):
            self._reject(CloseCode.POLICY_VIOLATION)
        elif len(data) <= SLICE:
            self._read(data, now)
        else:
            for start in range(0, len(data), SLICE):
                self._read(data[start : start + SLICE], now)
                if self._is_flooded:
                    break
        return False, b""

    def feed_eof(self) -> None:
        self._timer.cancel()
        if not self.is_closed.done():
            self.is_closed.set_result(None)

    def _read(self, data: bytes, now: float) -> None:
        frames = self._frames
        frames.receive_data(data)
        for frame in frames.events_received():
            if not self._budget.allows_frame(now):
                self._reject(CloseCode.POLICY_VIOLATION)
                return
            self._take(frame)
        self._flush()

    def _take(self, frame: Any) -> None:
        """Handle a data frame; the library has answered control frames."""
        kind = frame.opcode
        if self._is_closing:
            return
        if kind is Opcode.TEXT or kind is Opcode.CONT:
            if frame.fin and not self._pieces:
                self._receive(frame.data)
            else:
                self._assemble(frame)
        elif kind is Opcode.BINARY:
            self._reject(CloseCode.UNSUPPORTED_DATA)

    def _assemble(self, frame: Any) -> None:
        self._pieces.append(frame.data)
        if len(self._pieces) > MOST_PIECES or sum(map(len, self._pieces)) > LONGEST_MESSAGE:
            self._reject(CloseCode.MESSAGE_TOO_BIG)
        elif frame.fin:
            message, self._pieces = b"".join(self._pieces), []
            self._receive(message)

    def _receive(self, data: bytes | bytearray) -> None:
        message = bytes(data)
        if len(message) > LONGEST_MESSAGE:
            self._reject(CloseCode.MESSAGE_TOO_BIG)
        elif _is_text(message):
            self._session.received(message)
        else:
            self._reject(CloseCode.INVALID_DATA)

    def _reject(self, code: CloseCode) -> None:
        """Send the reason, and close; after a flood nothing more is read."""
        self._session.rejected(code)
        self._frames.fail(code)
        self._flush()
        if code is CloseCode.POLICY_VIOLATION:
            self._is_flooded = True
            self._stop_reading()

    def _stop_reading(self) -> None:
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def _flush(self) -> None:
        written = self._frames.data_to_send()
        if not written or self._transport.is_closing():
            return
        self._transport.write(b"".join(written))
        if written[-1] == SEND_EOF:
            if self._frames.close_rcvd is not None:
                self._transport.close()
            else:  # data in flight must not reset the connection before the peer has read ours
                self._transport.write_eof()
        if self._frames.state is State.CLOSING and not self._is_closing:
            self._is_closing = True
            self._timer.cancel()
            self._timer = self._loop.call_later(CLOSE_TIMEOUT, self._transport.abort)

    def _heartbeat(self) -> None:
        silence = self._loop.time() - self._received_at
        if silence > 2 * IDLE - TICK:
            self._transport.abort()
            return
        if silence > IDLE - TICK:
            self._frames.send_ping(b"")
            self._flush()
            silence = 0
        self._timer = self._loop.call_later(IDLE - silence, self._heartbeat)


def _text_frame(message: bytes) -> bytes:
    """A text frame, in a third of the library's time: every move sends five."""
    size = len(message)
    if size < 126:
        return bytes((0x81, size)) + message
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + message
    return b"\x81\x7f" + size.to_bytes(8, "big") + message


def _is_text(message: bytes) -> bool:
    if message.isascii():
        return True
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True


class Sockets:
    """The handler of WebSocket handshakes."""

    def __init__(self, session: Callable[[Request], Session | HTTPStatus]) -> None:
        self._session = session

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/api/tables/{code}/socket", self.socket)]

    async def socket(self, request: web.Request) -> web.StreamResponse:
        headers = _accepted(request)
        handshake = Request(request.path_qs, request.headers, request.remote or "")
        session = self._session(handshake)
        if session in NOT_NOW:
            return web.Response(status=session)
        if isinstance(session, HTTPStatus):
            raise Refused(Reason.NOT_FOUND)
        response = web.StreamResponse(status=HTTPStatus.SWITCHING_PROTOCOLS, headers=headers)
        with contextlib.suppress(ConnectionError):
            await response.prepare(request)
        if request.transport is None or request.transport.is_closing():
            return response  # the client has left
        socket = Socket(session, request.transport)
        session.opened(socket)
        try:
            parser: Any = socket
            request.protocol.set_parser(parser)
            await socket.is_closed
        finally:
            socket.feed_eof()
            session.closed()
        return response


def _accepted(request: web.Request) -> dict[str, str]:
    """The response headers of a handshake; raises Refused if it is invalid."""
    server = ServerProtocol(select_subprotocol=_subprotocol, logger=_QUIET)
    accepted = server.accept(Handshake(request.path, Headers(request.headers.items())))
    if accepted.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
        raise Refused(Reason.BAD_MESSAGE, "expected the handshake of a WebSocket")
    return dict(accepted.headers.items())


def _subprotocol(_: ServerProtocol, offered: Any) -> Any:
    """Our subprotocol if the client offers it; never the one that carries a token."""
    return PROTOCOL if PROTOCOL in offered else None
