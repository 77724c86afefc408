"""One port for pages, calls and sockets: the only file that knows which libraries carry bytes.

The head of the first request on a connection decides: a request for a socket goes to picows, any
other to aiohttp. picows does a third more messages a CPU second than the next fastest, and speaks
WebSocket alone; aiohttp speaks HTTP well.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, NamedTuple, Protocol, cast

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # has no public factory

LONGEST_HEAD: Final = 16 * 1024
PATIENCE: Final = 10.0
"""Seconds for the head of a request."""

LONGEST_MESSAGE: Final = 4096
LONGEST_FRAME: Final = 65536
"""Whose message is longer is told so; whose frame is, is not listened to any more."""

MOST_PIECES: Final = 64
"""Into how many pieces a message may be cut."""

TURNS_TO_ENTER: Final = 3
"""Turns of the loop from a connection that was accepted to a protocol that knows of it."""

FAREWELL: Final = 5.0
"""Seconds in which the last words have to be read."""

MOST_UNREAD: Final = 512 * 1024
"""Bytes that may wait for a reader; who has more is dropped, never waited for."""

TIDY: Final = 60.0
"""Seconds between two looks at which connections are gone."""

IDLE: Final = 25.0
"""Seconds of silence after which a socket is asked whether it is still there."""

_LOGGER: Final = logging.getLogger("calavera.sockets")
_LOGGER.setLevel(logging.CRITICAL)
_CONNECTION: Final = re.compile(rb"\r\nconnection:[^\r\n]*\bupgrade\b[^\r\n]*", re.IGNORECASE)


class Request(NamedTuple):
    """What a socket was asked for with."""

    path: str
    """With the query."""

    headers: dict[str, str]
    """By their usual names."""

    address: str
    """Where it came from."""


class Carrier(Protocol):
    """What carries the messages of a session."""

    def send(self, message: bytes) -> bool:
        """Send a message; false where the reader is too slow and was dropped."""

    def close(self) -> None:
        """Close it in good order."""


class Session(Protocol):
    """What happens on a socket."""

    @property
    def protocol(self) -> str | None:
        """The name of what is spoken on it, where the asker offered one."""

    def opened(self, socket: Carrier) -> None:
        """It is open."""

    def received(self, message: bytes) -> None:
        """A whole message came."""

    def unreadable(self, *, too_large: bool) -> None:
        """What came is too large, or no text: the socket will be closed."""

    def closed(self) -> None:
        """It is closed."""


class Socket(WSListener):
    """One open socket."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._transport: WSTransport | None = None
        self._pieces: list[bytes] = []

    def send(self, message: bytes) -> bool:
        """Send a message; false where the reader is too slow and was dropped."""
        transport = self._transport
        if transport is None:
            return True
        transport.send(WSMsgType.TEXT, message)
        carrier = transport.underlying_transport
        if carrier.get_write_buffer_size() <= MOST_UNREAD:
            return True
        carrier.abort()
        return False

    def close(self) -> None:
        """Close it in good order; who does not read is not waited for."""
        if self._transport is not None:
            carrier = self._transport.underlying_transport
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect(graceful=True)
            asyncio.get_running_loop().call_later(FAREWELL, carrier.abort)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        self._session.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif kind in (WSMsgType.TEXT, WSMsgType.CONTINUATION):
            if frame.fin and not self._pieces:
                message = frame.get_payload_as_bytes()
                if len(message) > LONGEST_MESSAGE:
                    self._reject(transport, WSCloseCode.MESSAGE_TOO_BIG)
                else:
                    self._session.received(message)
            else:
                self._assemble(transport, frame)
        elif kind == WSMsgType.BINARY:
            self._reject(transport, WSCloseCode.UNSUPPORTED_DATA)

    def _reject(self, transport: WSTransport, code: WSCloseCode) -> None:
        self._session.unreadable(too_large=code == WSCloseCode.MESSAGE_TOO_BIG)
        transport.send_close(code)
        transport.disconnect()

    def _assemble(self, transport: WSTransport, frame: WSFrame) -> None:
        self._pieces.append(frame.get_payload_as_bytes())
        if len(self._pieces) > MOST_PIECES or sum(map(len, self._pieces)) > LONGEST_MESSAGE:
            self._reject(transport, WSCloseCode.MESSAGE_TOO_BIG)
        elif frame.fin:
            message, self._pieces = b"".join(self._pieces), []
            self._session.received(message)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self._session.closed()


class Connections:
    """Every connection of a server, so that none outlives it and no address has too many."""

    def __init__(self, most: Callable[[str], int]) -> None:
        self._most = most
        """How many an address may have."""
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
        return True

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


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


class Door(asyncio.Protocol):
    """A new connection, until its first request has told what it wants."""

    def __init__(
        self,
        http: Callable[[], asyncio.Protocol],
        session: Callable[[Request], Session | HTTPStatus],
        connections: "Connections",
    ) -> None:
        self._http = http
        self._session = session
        self._connections = connections
        self._head = b""
        self._transport: asyncio.Transport | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if not self._connections.add(self._transport):
            self._transport = None
            return
        self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        self._head += data
        transport = self._transport
        if transport is None:
            return
        end = self._head.find(b"\r\n\r\n")
        if end < 0:
            if len(self._head) > LONGEST_HEAD:
                transport.abort()
            return
        self._leave()
        if b"\nupgrade: websocket" in self._head[:end].lower():
            self._hand_to_socket(transport)
        else:
            self._hand_to_http(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()

    def _leave(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._transport = None

    def _hand_to_http(self, transport: asyncio.Transport) -> None:
        protocol = self._http()
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        protocol.data_received(self._head)

    def _hand_to_socket(self, transport: asyncio.Transport) -> None:
        address = peer_of(transport)
        protocol = _socket_protocol(lambda asked: self._listener(asked, address))
        transport.set_protocol(protocol)
        protocol.connection_made(transport)
        # Firefox asks with "keep-alive, Upgrade", which picows does not know.
        head, end, tail = self._head.partition(b"\r\n\r\n")
        rest = memoryview(_CONNECTION.sub(b"\r\nConnection: Upgrade", head) + end + tail)
        while rest:
            room = protocol.get_buffer(-1)
            count = min(len(room), len(rest))
            room[:count] = rest[:count]
            rest = rest[count:]
            protocol.buffer_updated(count)

    def _listener(self, asked: WSUpgradeRequest, address: str) -> Any:
        headers = {key.title(): value for key, value in asked.headers.items()}
        session = self._session(Request(asked.path.decode("latin-1"), headers, address))
        if isinstance(session, HTTPStatus):
            refusal = WSUpgradeResponse.create_error_response(session, session.phrase.encode())
            return WSUpgradeResponseWithListener(refusal, None)
        if session.protocol is None:
            return Socket(session)
        chosen = {"Sec-WebSocket-Protocol": session.protocol}
        return WSUpgradeResponseWithListener(
            WSUpgradeResponse.create_101_response(chosen), Socket(session)
        )


def _socket_protocol(listener: Callable[[WSUpgradeRequest], Any]) -> Any:
    return WSProtocol(
        None,  # host and port, for clients
        None,  # path, for clients
        False,  # not a client
        listener,
        _LOGGER,
        True,  # an error in a listener closes its socket
        PATIENCE,
        True,  # ask the silent whether they are there
        IDLE,
        IDLE,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        True,  # answer pings
        LONGEST_FRAME,
        None,  # headers, for clients
        1024,  # bytes to read into at first
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


async def listen(
    host: str,
    port: int,
    http: Callable[[], asyncio.Protocol],
    session: Callable[[Request], Session | HTTPStatus],
    connections: Connections,
) -> asyncio.Server:
    """Open the port."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(
        lambda: Door(http, session, connections), host, port, backlog=1024
    )
