"""Sessions: the messages between one socket and one table."""

import asyncio
import logging
import re
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs

from websockets.frames import CloseCode

from calavera.protocol.commands import AskHint, Command, Say, SayTaunt
from calavera.protocol.messages import Bye, ByeReason
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import SERVER_MESSAGE
from calavera.server.app import App
from calavera.server.limits.rate_limiter import Budget, Budgets, RateLimiter
from calavera.server.sockets.websocket import Request, Socket
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.interface import StoreDamaged
from calavera.server.tables.people import token_in
from calavera.table.live.answers import refuse
from calavera.table.live.coordinator import LiveTable
from calavera.table.logic.caller import NOBODY, Caller
from calavera.table.running.messages import BYES, UnreadableCommand, read_command, read_since
from calavera.table.running.tokens import token_hash

PATH: Final = re.compile(r"/api/tables/([A-Za-z]{4,12})/socket")
MOST_EARLY: Final = 20
"""Messages that may arrive before the table is loaded."""

_LOGGER: Final = logging.getLogger("calavera.sockets")

_BYE_TO: Final = {
    CloseCode.UNSUPPORTED_DATA: ByeReason.BAD_MESSAGE,
    CloseCode.INVALID_DATA: ByeReason.BAD_MESSAGE,
    CloseCode.POLICY_VIOLATION: ByeReason.FLOODING,
    CloseCode.MESSAGE_TOO_BIG: ByeReason.TOO_LARGE,
}
_CODE_OF: Final = {
    ByeReason.FLOODING: CloseCode.POLICY_VIOLATION,
    ByeReason.STOPPING: CloseCode.GOING_AWAY,
}
"""Any other reason is a normal closure."""


class SessionHub:
    """Opens sessions, and holds what they share."""

    def __init__(self, app: App) -> None:
        self.tables = app.tables
        self.people = app.people
        self.moderation = app.moderation
        self.devices = app.devices
        self.metrics = app.metrics
        self.wrong_codes = app.wrong_codes
        self.messages = RateLimiter(app.config.limits.messages, app.seconds)
        """Messages of one person on all their sockets."""
        self.talk = RateLimiter(app.config.limits.talk, app.seconds)
        """Talk of one person at one table."""
        self.hints = RateLimiter(app.config.limits.hints, app.seconds)
        """Hints of one person at all tables."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.newcomers: set[TableSession] = set()
        """Sessions whose table is not loaded yet."""
        self._origins = app.origins
        self._address = app.address
        self.is_stopping = False
        self._isolation = app.tables.cluster.isolation
        self.budgets = Budgets(app.config.limits, app.seconds)
        self.floods = app.floods
        self._openings = RateLimiter(app.config.limits.sockets, app.seconds)

    @property
    def is_open(self) -> bool:
        """Whether people may connect: not while the server stops or is cut off from the store."""
        return not (self.is_stopping or self._isolation.is_cut_off)

    def session(self, request: Request) -> "TableSession | HTTPStatus":
        """The session for a request, or the status of the refusal."""
        if not self.is_open:
            return HTTPStatus.SERVICE_UNAVAILABLE
        path, _, query = request.path.partition("?")
        match = PATH.fullmatch(path)
        if match is None:
            return HTTPStatus.NOT_FOUND
        if not self._origins.allow(request.headers):
            return HTTPStatus.FORBIDDEN
        address = self._address(request.address, request.headers)
        if self.budgets.is_overdrawn(address) or not self._openings.allows(address):
            self.floods.refused()
            return HTTPStatus.TOO_MANY_REQUESTS
        parameters = parse_qs(query)
        number = read_since(parameters.get("since", [""])[0])
        watches = parameters.get("watch") == ["1"]
        return TableSession(
            self, request._replace(address=address), match[1].upper(), number, watches
        )

    def turn_away(self) -> None:
        """Close the sessions whose table is not loaded yet."""
        for session in [*self.newcomers]:
            session.close(ByeReason.STOPPING)

    def stop(self) -> None:
        """Open no more sessions, and close those that are being opened."""
        self.is_stopping = True
        self.turn_away()
        for task in self.tasks:
            task.cancel()


class TableSession:
    """The session of one socket at one table."""

    def __init__(
        self, hub: SessionHub, request: Request, code: str, since: int | None, watches: bool
    ) -> None:
        self._hub = hub
        self._request = request
        self._code = code
        self._since = since
        self._watches = watches
        self._socket: Socket | None = None
        self._table: LiveTable | None = None
        self._early: list[bytes] = []
        self._caller = request.address
        """Who is rate limited: the address until the identity is known."""
        self._identity = ""
        self._is_closing = False
        self.budget: Budget = hub.budgets.of(request.address)

    # Called by the socket.

    def opened(self, socket: Socket) -> None:
        """Authenticate, and join the table."""
        self._socket = socket
        task = asyncio.ensure_future(self._join())
        self._hub.tasks.add(task)
        self._hub.newcomers.add(self)
        task.add_done_callback(self._joined)

    def _joined(self, task: "asyncio.Task[None]") -> None:
        self._hub.tasks.discard(task)
        self._hub.newcomers.discard(self)

    def received(self, message: bytes) -> None:
        if self._is_closing:
            return
        if not self._hub.messages.allows(self._caller):
            self.close(ByeReason.FLOODING)
        elif self._table is None:
            self._early.append(message)
            if len(self._early) > MOST_EARLY:
                self.close(ByeReason.FLOODING)
        else:
            self._handle(self._table, message)

    def rejected(self, code: CloseCode) -> None:
        """Send the reason before the socket is closed."""
        self._say_bye(_BYE_TO[code])

    def closed(self) -> None:
        self._socket = None
        self._hub.devices.closed(self, self._identity)
        if self._table is not None:
            self._table.detach(self)

    async def _join(self) -> None:
        try:
            caller = await self._authenticate()
            table = await self._find(caller)
            if self._socket is None or self._is_closing:
                return
            if not self._hub.is_open:
                self.close(ByeReason.STOPPING)
                return
            table.attach(self, caller, self._since, watches=self._watches)
            if self._hub.moderation.announcement is not None:
                self.send(self._hub.moderation.announcement)
        except Refused as refused:
            self.close(BYES.get(refused.reason, ByeReason.CLOSED))
            return
        except Exception as error:  # the store failed, or holds something unreadable
            self._hub.metrics.failed("store")
            if isinstance(error, StoreDamaged):  # already logged by the store
                self.close(ByeReason.DAMAGED)
                return
            name = type(error).__name__
            _LOGGER.critical("table %s could not be opened: %s", self._code, name)
            self.close(ByeReason.STOPPING)
            return
        self._caller = caller.identity or self._caller
        self._table = table
        if caller.identity and not self._watches:
            agent = self._request.headers.get("User-Agent", "")
            self._hub.devices.joined(self, caller.identity, agent, self._request.address)
        early, self._early = self._early, []
        for message in early:
            self._handle(table, message)

    async def _authenticate(self) -> Caller:
        """The owner of the token; anyone without one may only watch."""
        headers = self._request.headers
        token = token_in(headers) or ""
        caller = await self._hub.people.find(token, headers.get("User-Agent", ""))
        if caller is None:
            return NOBODY
        if self._socket is not None:
            self._identity = caller.identity
            self._hub.devices.opened(self, caller.identity, token_hash(token))
        return caller

    async def _find(self, caller: Caller) -> LiveTable:
        """The table; whoever has guessed too often finds only those they are a member of."""
        guesses = self._hub.wrong_codes
        try:
            table = await self._hub.tables.find(self._code)
        except Damaged:
            raise
        except Refused:
            if not guesses.allows(self._request.address):
                raise Refused(Reason.TOO_FAST) from None
            raise
        is_member = table.table.member_of(caller.identity) is not None
        if not is_member and not guesses.would_allow(self._request.address):
            raise Refused(Reason.TOO_FAST)
        return table

    def _handle(self, table: LiveTable, message: bytes) -> None:
        try:
            command = read_command(message)
        except UnreadableCommand as error:
            self._refuse(error.id, error)
            return
        if self._talks_too_much(table, command):
            self._refuse(command.id, Refused(Reason.TOO_FAST, "you are talking too fast"))
            return
        if isinstance(command, AskHint) and not self._hub.hints.allows(self._caller):
            self._refuse(command.id, Refused(Reason.TOO_FAST, "you are asking for hints too fast"))
            return
        table.submit(self, command)

    def _refuse(self, command_id: str | None, refused: Refused) -> None:
        self._hub.metrics.refused(refused.reason)
        refuse(self, command_id, refused)

    def _talks_too_much(self, table: LiveTable, command: Command) -> bool:
        """Commands are idempotent: one that is repeated after a reconnect is not counted twice."""
        if not isinstance(command, Say | SayTaunt) or table.is_done(self, command.id):
            return False
        return not self._hub.talk.allows(f"{self._code} {self._caller}")

    # Called by the table.

    def send(self, message: bytes) -> None:
        """Send a message; a slow reader loses the connection."""
        if self._socket is not None:
            self._socket.send(message)

    def close(self, reason: ByeReason) -> None:
        """Send the reason, and close."""
        socket = self._say_bye(reason)
        if socket is not None:
            socket.close(_CODE_OF.get(reason, CloseCode.NORMAL_CLOSURE))

    def _say_bye(self, reason: ByeReason) -> Socket | None:
        """Send the reason; returns the socket, or nothing if it is closed or closing already."""
        if self._socket is None or self._is_closing:
            return None
        self._is_closing = True
        if reason is ByeReason.FLOODING:
            self._hub.floods.closed()
        self._socket.send(SERVER_MESSAGE.write(Bye(reason)).encode("ascii"))
        return self._socket
