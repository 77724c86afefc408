"""A device that plays without a server: calls and sockets, as texts in both directions.

`receive` takes what a page sends, `post` hands over what it is sent, both as JSON:

    {"type": "call", "id": 1, "method": "GET", "address": "/api/me", "token": null, "body": ""}
    {"type": "open", "id": 2, "address": "/api/tables/KRTMWX/socket?since=3", "token": null}
    {"type": "send", "id": 2, "text": "…"}      {"type": "close", "id": 2}

    {"type": "answer", "id": 1, "status": 200, "kind": "application/json", "body": "…"}
    {"type": "news", "id": 1, "body": "…"}
    {"type": "message", "id": 2, "text": "…"}   {"type": "closed", "id": 2}

A body is text, in which each character stands for a byte.
"""

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple

from calavera.calls.status import STATUS
from calavera.local.calls import Calls
from calavera.local.journal import Journal
from calavera.local.people import People
from calavera.local.requests import Answer, Request, split
from calavera.local.sessions import Session
from calavera.local.storage import Storage
from calavera.local.tables import Tables
from calavera.local.thinker import TurnThinker
from calavera.protocol.reasons import Reason
from calavera.table.live.automation import Pace
from calavera.table.live.ports import World
from calavera.table.running.messages import read_since

_LOGGER: Final = logging.getLogger("calavera.local")
_SOCKET: Final = re.compile(r"/api/tables/([A-Za-z]{4,12})/socket")
_BYTES: Final = "latin-1"


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Surroundings(NamedTuple):
    """What a device plays with, besides its storage."""

    pace: Pace = Pace()
    """How fast bots and forced moves are."""
    now: Callable[[], int] = now
    """The clock, in milliseconds since 1970."""
    random: Callable[[int], bytes] = secrets.token_bytes
    """The source of unguessable bytes."""


AS_USUAL: Final = Surroundings()


class Device:
    """Everything that a server would do for the pages of one device."""

    def __init__(
        self, storage: Storage, post: Callable[[str], None], around: Surroundings = AS_USUAL
    ) -> None:
        self._post = post
        self._journal = Journal(storage, around.now)
        self._people = People(storage, around.random)
        world = World(self._journal, TurnThinker(), around.now, around.random)
        self._tables = Tables(self._journal, world, around.pace)
        self._calls = Calls(self._journal, self._people, self._tables)
        self._sessions: dict[int, Session] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Read what is stored; call it before anything else."""
        await self._journal.start()
        await self._people.start()

    def receive(self, text: str) -> None:
        """Take a message of the page."""
        message = json.loads(text)
        number = message["id"]
        match message["type"]:
            case "call":
                self._spawn(self._call(number, message))
            case "open":
                self._open(number, message["address"], message["token"])
            case "send" if number in self._sessions:
                self._sessions[number].received(message["text"])
            case "close" if number in self._sessions:
                self._sessions.pop(number).left()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, kind: str, number: int, /, **more: object) -> None:
        self._post(json.dumps({"type": kind, "id": number, **more}))

    async def _call(self, number: int, message: dict[str, Any]) -> None:
        def news(part: bytes) -> None:
            self._tell("news", number, body=part.decode(_BYTES))

        path, query = split(message["address"])
        request = Request(
            message["method"], path, query, message["token"], message["body"].encode(_BYTES), news
        )
        try:
            answer = await self._calls.answer(request)
        except Exception as error:  # a bug, or a storage that fails
            _LOGGER.exception("a call failed: %s", type(error).__name__)
            answer = Answer(STATUS[Reason.BUSY], "application/json", b'{"reason":"busy"}')
        self._tell(
            "answer",
            number,
            status=answer.status,
            kind=answer.kind,
            body=answer.body.decode(_BYTES),
        )

    def _open(self, number: int, address: str, token: str | None) -> None:
        path, query = split(address)
        match = _SOCKET.fullmatch(path)
        if match is None:
            self._tell("closed", number)
            return
        session = Session(self._tables, self._people, _PageLine(self, number))
        self._sessions[number] = session
        since, watches = read_since(query.get("since", "")), query.get("watch") == "1"
        self._spawn(session.join(match[1].upper(), token, since, watches))

    # Called by sessions.

    def send(self, number: int, message: str) -> None:
        self._tell("message", number, text=message)

    def closed(self, number: int) -> None:
        self._sessions.pop(number, None)
        self._tell("closed", number)


class _PageLine:
    """The way of a session to the page."""

    def __init__(self, device: Device, number: int) -> None:
        self._device = device
        self._number = number

    def send(self, message: str) -> None:
        self._device.send(self._number, message)

    def closed(self) -> None:
        self._device.closed(self._number)
