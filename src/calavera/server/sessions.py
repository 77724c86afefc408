"""What happens on one socket, from the first byte to the last."""

import asyncio
import logging
import re
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs

from websockets.frames import CloseCode

from calavera.record.codec_error import CodecError
from calavera.record.json_text import read_json
from calavera.server.damage import Damaged
from calavera.server.house import House
from calavera.server.limiter import Budget, Budgets, Limiter
from calavera.server.people import token_in
from calavera.server.sockets import Carrier, Request
from calavera.server.store import StoreDamaged
from calavera.server.tokens import identity_of
from calavera.table.answers import refuse
from calavera.table.caller import NOBODY, Caller
from calavera.table.commands import Command, Say, SayTaunt
from calavera.table.fields import COMMAND_ID
from calavera.table.live import LiveTable
from calavera.table.messages import Bye, ByeReason
from calavera.table.reasons import Reason, Refused
from calavera.table.shapes import COMMAND, SERVER_MESSAGE

PATH: Final = re.compile(r"/api/tables/([A-Za-z]{4,12})/socket")
MOST_EARLY: Final = 20
"""Messages that may come before the table is found."""

_LOGGER: Final = logging.getLogger("calavera.sockets")

_BYES: Final = {
    Reason.UNKNOWN_TABLE: ByeReason.UNKNOWN_TABLE,
    Reason.NO_SPECTATORS: ByeReason.NO_SPECTATORS,
    Reason.CLOSED: ByeReason.CLOSED,
    Reason.REMOVED: ByeReason.REMOVED,
    Reason.TOO_FAST: ByeReason.FLOODING,
    Reason.DAMAGED: ByeReason.DAMAGED,
}


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
"""Any other goodbye is a normal closure."""


class SocketRoom:
    """What all sockets of a server share."""

    def __init__(self, house: House) -> None:
        self.tables = house.tables
        self.people = house.people
        self.moderation = house.moderation
        self.devices = house.devices
        self.metrics = house.metrics
        self.wrong_codes = house.wrong_codes
        self.messages = Limiter(house.plan.limits.messages, house.seconds)
        """What somebody sends, on all their sockets together, one after the other too."""
        self.talk = Limiter(house.plan.limits.talk, house.seconds)
        """What somebody says at one table."""
        self.tasks: set[asyncio.Task[None]] = set()
        self.newcomers: set[TableSession] = set()
        """Those whose table is being looked for."""
        self._origins = house.origins
        self._address = house.address
        self.is_stopping = False
        """Whether the server stops: who comes now would be forgotten."""
        self._reach = house.tables.reach
        self.budgets = Budgets(house.plan.limits, house.seconds)
        self.floods = house.floods
        self._openings = Limiter(house.plan.limits.sockets, house.seconds)

    @property
    def is_open(self) -> bool:
        """Whether people may come: not where another server can do more for them."""
        return not (self.is_stopping or self._reach.is_cut_off)

    def session(self, request: Request) -> "TableSession | HTTPStatus":
        """The session of a request, or why there is none."""
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
        told = parse_qs(query, max_num_fields=10) if query else {}
        since = told.get("since", [""])[0]
        number = int(since) if _is_number(since) else None
        watches = told.get("watch") == ["1"]
        return TableSession(
            self, request._replace(address=address), match[1].upper(), number, watches
        )

    def send_newcomers_away(self) -> None:
        """Nobody will find a table here now."""
        for session in [*self.newcomers]:
            session.close(ByeReason.STOPPING)

    def stop(self) -> None:
        """Let nobody in any more, those at the door neither."""
        self.is_stopping = True
        self.send_newcomers_away()
        for task in self.tasks:
            task.cancel()


class TableSession:
    """One connection of one person to one table."""

    def __init__(
        self, room: SocketRoom, request: Request, code: str, since: int | None, watches: bool
    ) -> None:
        self._room = room
        self._request = request
        self._code = code
        self._since = since
        self._watches = watches
        self._socket: Carrier | None = None
        self._table: LiveTable | None = None
        self._early: list[bytes] = []
        self._caller = request.address
        """Whose messages these are, as far as that is known."""
        self._identity = ""
        self._is_closing = False
        self.budget: Budget = room.budgets.of(request.address)

    # The socket's side.

    def opened(self, socket: Carrier) -> None:
        """Find out who it is, and find the table."""
        self._socket = socket
        task = asyncio.ensure_future(self._enter())
        self._room.tasks.add(task)
        self._room.newcomers.add(self)
        task.add_done_callback(self._entered)

    def _entered(self, task: "asyncio.Task[None]") -> None:
        self._room.tasks.discard(task)
        self._room.newcomers.discard(self)

    def received(self, message: bytes) -> None:
        """A command came."""
        if self._is_closing:
            return
        if not self._room.messages.allows(self._caller):
            self.close(ByeReason.FLOODING)
        elif self._table is None:
            self._early.append(message)
            if len(self._early) > MOST_EARLY:
                self.close(ByeReason.FLOODING)
        else:
            self._obey(self._table, message)

    def rejected(self, code: CloseCode) -> None:
        """Say why, before the socket is closed."""
        self._say_bye(_BYE_TO[code])

    def closed(self) -> None:
        """The connection is gone."""
        self._socket = None
        self._room.devices.closed(self, self._identity)
        if self._table is not None:
            self._table.detach(self)

    async def _enter(self) -> None:
        try:
            caller = await self._who()
            table = await self._find(caller)
            if self._socket is None or self._is_closing:
                return
            if not self._room.is_open:
                self.close(ByeReason.STOPPING)
                return
            table.attach(self, caller, self._since, watches=self._watches)
            if self._room.moderation.announcement is not None:
                self.send(self._room.moderation.announcement)
        except Refused as refused:
            self.close(_BYES.get(refused.reason, ByeReason.CLOSED))
            return
        except Exception as error:  # the store is out of order, or what it holds
            self._room.metrics.failed("store")
            if isinstance(error, StoreDamaged):  # the store has said so in the log
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
            self._room.devices.came(self, caller.identity, agent, self._request.address)
        early, self._early = self._early, []
        for message in early:
            self._obey(table, message)

    async def _who(self) -> Caller:
        """Whoever has no token may watch: as somebody whom nobody knows."""
        headers = self._request.headers
        token = token_in(headers)
        caller = await self._room.people.find(token, headers.get("User-Agent", ""))
        if token is None or caller is None:
            return NOBODY
        if self._socket is not None:
            self._identity = caller.identity
            self._room.devices.opened(self, caller.identity, identity_of(token))
        return caller

    async def _find(self, caller: Caller) -> LiveTable:
        """The table; who has guessed too often finds only those where they are known."""
        guesses = self._room.wrong_codes
        try:
            table = await self._room.tables.find(self._code)
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

    def _obey(self, table: LiveTable, message: bytes) -> None:
        data: object = None
        try:
            data = read_json(message)
            command = COMMAND.decode(data)
        except CodecError as error:
            self._refuse(_id_in(data), Refused(Reason.BAD_MESSAGE, str(error)))
            return
        if self._talks_too_much(table, command):
            self._refuse(command.id, Refused(Reason.TOO_FAST, "you are talking too fast"))
            return
        table.submit(self, command)

    def _refuse(self, command_id: str | None, refused: Refused) -> None:
        self._room.metrics.refused(refused.reason)
        refuse(self, command_id, refused)

    def _talks_too_much(self, table: LiveTable, command: Command) -> bool:
        """What is sent again after a reconnect is not counted twice."""
        if not isinstance(command, Say | SayTaunt) or table.is_done(self, command.id):
            return False
        return not self._room.talk.allows(f"{self._code} {self._caller}")

    # The table's side.

    def send(self, message: bytes) -> None:
        """Send it, or lose the connection."""
        if self._socket is not None:
            self._socket.send(message)

    def close(self, reason: ByeReason) -> None:
        """Say why, and close."""
        if self._say_bye(reason) and self._socket is not None:
            self._socket.close(_CODE_OF.get(reason, CloseCode.NORMAL_CLOSURE))

    def _say_bye(self, reason: ByeReason) -> bool:
        """Whether it was not said before."""
        if self._socket is None or self._is_closing:
            return False
        self._is_closing = True
        if reason is ByeReason.FLOODING:
            self._room.floods.closed()
        self._socket.send(SERVER_MESSAGE.write(Bye(reason)).encode("ascii"))
        return True


def _id_in(data: object) -> str | None:
    """The id of a command that is wrong elsewhere, so that its sender knows which it was."""
    try:
        return COMMAND_ID.decode(data["id"]) if isinstance(data, dict) else None
    except (CodecError, KeyError):
        return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12
