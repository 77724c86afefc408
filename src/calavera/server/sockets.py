"""WebSockets: aiohttp reads the request, the websockets library the frames, this file the budget.

The library does no input or output: bytes go in, frames and bytes to send come out. So a socket is
the same on a connection that is new and on one that has carried calls, as a proxy keeps them.
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

from calavera.server.limiter import Budget
from calavera.server.people import PROTOCOL
from calavera.table.reasons import Reason, Refused

LONGEST_MESSAGE: Final = 4096
LONGEST_FRAME: Final = 65536
"""The sender of a longer message is told so; the sender of a longer frame sees the code alone."""

MOST_PIECES: Final = 64
"""Into how many frames a message may be cut."""

SLICE: Final = 256
"""Bytes to read before frames are counted: a read may hold thousands."""

MOST_UNREAD: Final = 512 * 1024
"""Bytes that may wait for a reader; a slower one is dropped, never waited for."""

FAREWELL: Final = 5.0
"""Seconds in which the other end has to answer a close."""

IDLE: Final = 25.0
"""Seconds of silence before a ping; after as many again without an answer a socket is dropped."""

TICK: Final = 0.01
"""Seconds by which a timer may be early."""

NOT_NOW: Final = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
"""Not for good: the caller tries again."""

_QUIET: Final = logging.getLogger("calavera.frames")
_QUIET.setLevel(logging.CRITICAL)  # the library would tell of each socket


class Request(NamedTuple):
    """What a socket was asked for with."""

    path: str
    """With the query."""

    headers: Mapping[str, str]
    """In any case."""

    address: str
    """Where it came from."""


class Carrier(Protocol):
    """What carries the messages of a session."""

    def send(self, message: bytes) -> bool:
        """Send a message; false where the reader is too slow and was dropped."""

    def close(self, code: int) -> None:
        """Close it in good order."""


class Session(Protocol):
    """What happens on a socket."""

    @property
    def budget(self) -> Budget:
        """What may be sent on it."""

    def opened(self, socket: Carrier) -> None:
        """It is open."""

    def received(self, message: bytes) -> None:
        """A whole message came."""

    def rejected(self, code: CloseCode) -> None:
        """What came will close the socket, with that code: the last moment to say why."""

    def closed(self) -> None:
        """It is closed."""


class Socket:
    """One open socket; to aiohttp it is a parser of what comes."""

    def __init__(self, session: Session, transport: asyncio.Transport) -> None:
        self._session = session
        self._budget = session.budget
        self._transport = transport
        self._frames = Frames(Side.SERVER, state=State.OPEN, max_size=LONGEST_FRAME, logger=_QUIET)
        self._pieces: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(IDLE, self._heartbeat)
        self._heard = self._loop.time()
        self._is_deaf = False
        self._is_closing = False
        self.gone: asyncio.Future[None] = self._loop.create_future()

    # The session's side.

    def send(self, message: bytes) -> bool:
        """Send a message; false where the reader is too slow and was dropped."""
        transport = self._transport
        if self._is_closing or transport.is_closing():
            return True
        transport.write(_text_frame(message))
        if transport.get_write_buffer_size() <= MOST_UNREAD:
            return True
        transport.abort()
        return False

    def close(self, code: int) -> None:
        """Close it in good order; nobody is waited for who does not answer."""
        if not self._is_closing:
            self._frames.send_close(code)
            self._flush()

    # The connection's side.

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Bytes came."""
        self._heard = now = self._loop.time()
        if self._is_deaf:
            self._stop_reading()
        elif not self._budget.allows_bytes(len(data), now):
            self._reject(CloseCode.POLICY_VIOLATION)
        elif len(data) <= SLICE:
            self._read(data, now)
        else:
            for start in range(0, len(data), SLICE):
                self._read(data[start : start + SLICE], now)
                if self._is_deaf:
                    break
        return False, b""

    def feed_eof(self) -> None:
        """The connection is gone."""
        self._timer.cancel()
        if not self.gone.done():
            self.gone.set_result(None)

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
        """A frame came; what concerns the connection alone has been answered by the library."""
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
        """Say why, and close; a flood is not listened to any more."""
        self._session.rejected(code)
        self._frames.fail(code)
        self._flush()
        if code is CloseCode.POLICY_VIOLATION:
            self._is_deaf = True
            self._stop_reading()

    def _stop_reading(self) -> None:
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def _flush(self) -> None:
        """Send what the library has to say."""
        written = self._frames.data_to_send()
        if not written or self._transport.is_closing():
            return
        self._transport.write(b"".join(written))
        if written[-1] == SEND_EOF:
            if self._frames.close_rcvd is not None:
                self._transport.close()
            else:  # what is still on its way must not reset the connection before it is read
                self._transport.write_eof()
        if self._frames.state is State.CLOSING and not self._is_closing:
            self._is_closing = True
            self._timer.cancel()
            self._timer = self._loop.call_later(FAREWELL, self._transport.abort)

    def _heartbeat(self) -> None:
        silence = self._loop.time() - self._heard
        if silence > 2 * IDLE - TICK:
            self._transport.abort()
            return
        if silence > IDLE - TICK:
            self._frames.send_ping(b"")
            self._flush()
            silence = 0
        self._timer = self._loop.call_later(IDLE - silence, self._heartbeat)


def _text_frame(message: bytes) -> bytes:
    """A frame as the library writes it, in a third of the time: there are five for each move."""
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
    """The handler of requests for a socket."""

    def __init__(self, session: Callable[[Request], Session | HTTPStatus]) -> None:
        self._session = session

    def routes(self) -> list[web.RouteDef]:
        """The one call."""
        return [web.get("/api/tables/{code}/socket", self.socket)]

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Carry a socket until it is closed."""
        headers = _accepted(request)
        asked = Request(request.path_qs, request.headers, request.remote or "")
        session = self._session(asked)
        if session in NOT_NOW:
            return web.Response(status=session)
        if isinstance(session, HTTPStatus):
            raise Refused(Reason.NOT_FOUND)
        answer = web.StreamResponse(status=HTTPStatus.SWITCHING_PROTOCOLS, headers=headers)
        with contextlib.suppress(ConnectionError):
            await answer.prepare(request)
        if request.transport is None or request.transport.is_closing():
            return answer  # the caller did not wait
        socket = Socket(session, request.transport)
        session.opened(socket)
        try:
            parser: Any = socket
            request.protocol.set_parser(parser)
            await socket.gone
        finally:
            socket.feed_eof()
            session.closed()
        return answer


def _accepted(request: web.Request) -> dict[str, str]:
    """The headers that answer a handshake; raises Refused where it is none."""
    server = ServerProtocol(select_subprotocol=_spoken, logger=_QUIET)
    shaken = server.accept(Handshake(request.path, Headers(request.headers.items())))
    if shaken.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
        raise Refused(Reason.BAD_MESSAGE, "expected the handshake of a WebSocket")
    return dict(shaken.headers.items())


def _spoken(_: ServerProtocol, offered: Any) -> Any:
    """The one of the offered protocols that is spoken; never the one with the token."""
    return PROTOCOL if PROTOCOL in offered else None
