"""Sockets on connections that were used for calls before.

A browser opens a new connection for a socket, and picows carries it. A proxy may send the request
for a socket on a connection that it has kept: that one belongs to aiohttp, which carries it then.
"""

import asyncio
import contextlib
from http import HTTPStatus
from typing import Final

from aiohttp import WSMsgType, web

from calavera.server.sessions import SocketRoom
from calavera.server.transport import (
    FAREWELL,
    IDLE,
    LONGEST_FRAME,
    LONGEST_MESSAGE,
    MOST_UNREAD,
    Request,
)
from calavera.table.reasons import Reason, Refused

NOT_NOW: Final = (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS)
"""Not for good: the caller tries again."""


class UsedConnections:
    """The handler for such requests."""

    def __init__(self, sockets: SocketRoom) -> None:
        self._sockets = sockets

    def routes(self) -> list[web.RouteDef]:
        """The one call."""
        return [web.get("/api/tables/{code}/socket", self.socket)]

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Carry a socket until it is closed."""
        headers = {key.title(): value for key, value in request.headers.items()}
        asked = Request(request.path_qs, headers, request.remote or "")
        session = self._sockets.session(asked)
        answer = web.WebSocketResponse(heartbeat=IDLE, max_msg_size=LONGEST_FRAME)
        if session in NOT_NOW:
            return web.Response(status=session)
        if isinstance(session, HTTPStatus) or not answer.can_prepare(request):
            raise Refused(Reason.NOT_FOUND)
        await answer.prepare(request)
        carrier = QueuedSocket(answer, request.transport)
        session.opened(carrier)
        try:
            async for message in answer:
                data = message.data.encode() if message.type is WSMsgType.TEXT else b""
                if not data or len(data) > LONGEST_MESSAGE:
                    session.unreadable(too_large=bool(data))
                    await carrier.finish()
                    break
                session.received(data)
        finally:
            session.closed()
            await carrier.end()
        return answer


class QueuedSocket:
    """Takes messages at once and sends them one after the other."""

    def __init__(self, answer: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self._answer = answer
        self._transport = transport
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._unread = 0
        self._sender = asyncio.ensure_future(self._send_all())

    def send(self, message: bytes) -> bool:
        """Send a message; false where the reader is too slow and was dropped."""
        self._queue.put_nowait(message)
        self._unread += len(message)
        if self._unread <= MOST_UNREAD:
            return True
        if self._transport is not None:
            self._transport.abort()
        return False

    def close(self) -> None:
        """Close it in good order, when everything is sent."""
        self._queue.put_nowait(None)

    async def _send_all(self) -> None:
        with contextlib.suppress(ConnectionError):
            while (message := await self._queue.get()) is not None:
                await self._answer.send_str(message.decode("ascii"))
                self._unread -= len(message)
            await self._answer.close()

    async def finish(self) -> None:
        """Close it, and wait until everything is sent, but not for who does not read."""
        self.close()
        await asyncio.wait([self._sender], timeout=FAREWELL)

    async def end(self) -> None:
        """Nothing more can be sent."""
        self._sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sender
