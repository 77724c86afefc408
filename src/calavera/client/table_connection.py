"""The connection to one table: kept, renewed where it breaks, with nothing lost or done twice."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import aiohttp

from calavera.client.backoff import Backoff
from calavera.client.calls import Calls
from calavera.client.errors import ConnectionLost, StrangeServer, TableClosed
from calavera.client.known_table import KnownTable
from calavera.client.moment import Moment
from calavera.protocol.commands import Command
from calavera.protocol.messages import (
    Announcement,
    Bye,
    ByeReason,
    Done,
    Frame,
    NewDevice,
    Presence,
    RefusedMessage,
    ServerMessage,
    Welcome,
)
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import COMMAND, SERVER_MESSAGE
from calavera.record.codec.errors import CodecError

_LOGGER: Final = logging.getLogger("calavera.client")

MOST_TRIES: Final = 8
"""How often a command is sent to a table that is busy."""

ANSWER: Final = 10.0
"""Seconds that an answer may take before the connection is taken to be dead."""

MARGIN: Final = 0.02
"""Seconds by which a time is let pass."""

AFTER_FLOOD: Final = 2.0
"""Seconds to stay away after the server closed a socket for flooding."""


class _Broken(Exception):
    """The connection is of no more use; there will be another."""

    def __init__(self, why: str, stay_away: float = 0.0) -> None:
        super().__init__(why)
        self.stay_away = stay_away


@dataclass(eq=False)
class _Asked:
    """A command that waits for its answer."""

    text: str
    answer: "asyncio.Future[int]"
    tries: int = 0


class TableConnection:
    """A table over one socket after the other. Everything here happens on one event loop."""

    def __init__(self, calls: Calls, code: str, patience: float) -> None:
        self._calls = calls
        self._code = code
        self._patience = patience
        self._known = KnownTable()
        self._asked: dict[str, _Asked] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._throttle = calls.throttle
        self._news = asyncio.Event()
        self._over: Exception | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._keeper = asyncio.ensure_future(self._keep())

    # What a program does.

    async def reached(self) -> str:
        """The table's code, as soon as the server has said something; raises what is wrong."""
        await self._news.wait()
        if self._over is not None:
            raise self._over
        return self._known.moment(keep=True).room.code

    @property
    def is_connected(self) -> bool:
        """Whether there is a socket on which the server has said something."""
        return self._socket is not None

    async def look(self) -> Moment:
        """The table as it is known now; facts that it returns are not returned again."""
        if self._over is not None and not self._known.has_news:
            raise self._over
        self._news.clear()
        return self._known.moment()

    async def wait(self, timeout: float | None = None) -> Moment:
        """The table as soon as there is something new; raises TimeoutError.

        That the time for showing discs is over is new too, though the server says nothing then.
        """
        if self._over is not None and not (self._news.is_set() and self._known.has_news):
            raise self._over
        showing = self._known.showing()
        if showing and (timeout is None or showing < timeout):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), showing + MARGIN)
        else:
            await asyncio.wait_for(self._news.wait(), timeout)
        return await self.look()

    async def present(self) -> Moment:
        """The table as it is known now; what happened will be told again by `wait`."""
        return self._known.moment(keep=True)

    async def ask(self, command: Command) -> int:
        """Have a command done, once, and return the version by which it is; raises Refused."""
        if self._over is not None:
            raise self._over
        asked = _Asked(_written(command), asyncio.get_running_loop().create_future())
        self._asked[command.id] = asked
        try:
            await self._send(asked)
            return await self._answer_to(asked)
        finally:
            del self._asked[command.id]

    async def _answer_to(self, asked: _Asked) -> int:
        """Wait for an answer; where none comes for long, ask over another connection."""
        patience = self._patience * 2
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while (left := until - loop.time()) > 0:
            await asyncio.wait([asked.answer], timeout=min(left, ANSWER))
            if asked.answer.done():
                return asked.answer.result()
            if self._socket is not None:
                self._start(self._drop(self._socket))
        raise ConnectionLost(f"no answer in {patience:g} seconds")

    async def _drop(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.close()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        self._end(TableClosed("this program has left the table"))
        for task in [self._keeper, *self._tasks]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _end(self, why: Exception) -> None:
        """Nothing more will come."""
        if self._over is None:
            self._over = why
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(self._over)
        self._news.set()

    # The connection.

    async def _keep(self) -> None:
        """Connect, again and again, until there is nothing to connect to."""
        backoff = Backoff(self._patience)
        try:
            while True:
                try:
                    await self._converse(backoff)
                    raise _Broken("the server closed the connection")
                except aiohttp.WSServerHandshakeError as error:
                    if error.status == HTTPStatus.NOT_FOUND:
                        raise Refused(Reason.UNKNOWN_TABLE) from None
                    await backoff.wait(error)
                except _Broken as error:
                    await backoff.wait(error, error.stay_away)
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    await backoff.wait(str(error) or type(error).__name__)
        except Exception as error:  # whatever it is, whoever waits must learn of it
            self._end(error)

    async def _converse(self, backoff: Backoff) -> None:
        socket = await self._calls.socket(self._code, self._known.version)
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    raise _Broken("the server sends what is no text")
                await self._hear(_read(message.data), socket)
                if self._socket is socket:
                    backoff.reset()
        finally:
            self._socket = None
            await socket.close()

    async def _hear(self, message: ServerMessage, socket: aiohttp.ClientWebSocketResponse) -> None:
        match message:
            case Welcome():
                await self._welcomed(message, socket)
            case Frame(version=version, done=done):
                if not self._known.follows(version):
                    raise _Broken(f"the change before {version} is missing")
                self._known.change(message)
                self._tell()
                if done is not None:
                    self._answered(done, version)
            case Presence(here=here):
                self._known.here = here
                self._tell()
            case NewDevice():
                _LOGGER.warning("table %s: another device has connected as you", self._code)
            case Done(id=command_id, version=version):
                self._answered(command_id, version)
            case RefusedMessage():
                self._refused(message)
            case Announcement(text=text, at=at):
                self._calls.announced(text, at)
            case Bye(reason=reason):
                raise _farewell(reason)

    async def _welcomed(self, message: Welcome, socket: aiohttp.ClientWebSocketResponse) -> None:
        if not self._known.welcome(message):
            try:
                self._known.recall(await self._calls.history(self._code))
            except Refused as refused:  # asked too often, or the table is gone: its socket will say
                raise _Broken(str(refused), AFTER_FLOOD) from None
        self._tell()
        self._socket = socket
        for asked in [*self._asked.values()]:
            await self._send(asked)

    def _tell(self) -> None:
        if self._known.is_whole:
            self._news.set()

    # Commands.

    async def _send(self, asked: _Asked) -> None:
        """Send it where there is a connection; the next one sends what was not answered."""
        await self._throttle.turn()
        socket = self._socket
        if socket is not None and not socket.closed:
            with contextlib.suppress(OSError):
                await socket.send_str(asked.text)

    def _answered(self, command_id: str, version: int) -> None:
        asked = self._asked.get(command_id)
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(version)

    def _refused(self, message: RefusedMessage) -> None:
        asked = self._asked.get(message.id or "")
        if asked is None or asked.answer.done():
            return
        if message.reason is Reason.BUSY and asked.tries < MOST_TRIES:
            asked.tries += 1
            self._start(self._send_later(asked, 0.05 * 2**asked.tries))
            return
        asked.answer.set_exception(Refused(message.reason, message.detail))

    async def _send_later(self, asked: _Asked, delay: float) -> None:
        await asyncio.sleep(delay)
        if not asked.answer.done():
            await self._send(asked)


def _farewell(reason: ByeReason) -> Exception:
    """What a goodbye means: that there is nothing to come back to, or only that it broke."""
    match reason:
        case ByeReason.CLOSED:
            return TableClosed("the table is closed")
        case ByeReason.UNKNOWN_TABLE:
            return Refused(Reason.UNKNOWN_TABLE)
        case ByeReason.NO_SPECTATORS:
            return Refused(Reason.NO_SPECTATORS)
        case ByeReason.REMOVED:
            return Refused(Reason.REMOVED, "the host has removed you from this table")
        case ByeReason.SIGNED_OUT:
            return Refused(Reason.NO_IDENTITY, "this token is not valid any more")
        case ByeReason.DAMAGED:
            return Refused(Reason.DAMAGED, "the history of this table is damaged")
        case ByeReason.STOPPING | ByeReason.TOO_LARGE | ByeReason.BAD_MESSAGE:
            return _Broken(f"the server says goodbye: {reason.value}")
        case ByeReason.FLOODING:
            return _Broken("the server was told too much at once", AFTER_FLOOD)


def _written(command: Command) -> str:
    """A command as text; raises Refused where it is none, as the server would."""
    text = COMMAND.write(command)
    try:
        COMMAND.decode(json.loads(text))
    except CodecError as error:
        raise Refused(Reason.BAD_MESSAGE, str(error)) from None
    return text


def _read(text: str) -> ServerMessage:
    """A message of the server; after a long absence it may be large."""
    try:
        return SERVER_MESSAGE.decode(json.loads(text))
    except (CodecError, ValueError) as error:
        raise StrangeServer(f"the server speaks another language: {error}") from None
