"""The messages between one player of a device and one table."""

from typing import Protocol

from calavera.local.people import People
from calavera.local.tables import Tables
from calavera.protocol.messages import Bye, ByeReason
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.shapes import SERVER_MESSAGE
from calavera.table.live.answers import refuse
from calavera.table.live.coordinator import LiveTable
from calavera.table.running.messages import BYES, UnreadableCommand, read_command


class Line(Protocol):
    """The other end."""

    def send(self, message: str) -> None:
        """Send a message; never blocks."""

    def closed(self) -> None:
        """Called once, when the session ends from this side."""


class Session:
    """A listener of a table."""

    def __init__(self, tables: Tables, people: People, line: Line) -> None:
        self._tables = tables
        self._people = people
        self._line = line
        self._table: LiveTable | None = None
        self._early: list[str] = []
        self._is_closed = False

    async def join(self, code: str, token: str | None, since: int | None, watches: bool) -> None:
        """Join a table; whoever may not be there is told why."""
        try:
            caller = self._people.find(token)
            table = await self._tables.find(code)
            if self._is_closed:
                return
            table.attach(self, caller, since, watches=watches)
        except Refused as refused:
            self.close(_bye(refused))
            return
        self._table = table
        early, self._early = self._early, []
        for message in early:
            self.received(message)

    def received(self, message: str) -> None:
        """Take a message of the client."""
        if self._is_closed:
            return
        if self._table is None:
            self._early.append(message)
            return
        try:
            command = read_command(message.encode())
        except UnreadableCommand as error:
            refuse(self, error.id, error)
            return
        self._table.submit(self, command)

    def left(self) -> None:
        """The client is gone."""
        self._is_closed = True
        if self._table is not None:
            self._table.detach(self)
        self._tables.unload_empty()

    # Called by the table.

    def send(self, message: bytes) -> None:
        if not self._is_closed:
            self._line.send(message.decode("ascii"))

    def close(self, reason: ByeReason) -> None:
        """Send the reason, and close."""
        if not self._is_closed:
            self._line.send(SERVER_MESSAGE.write(Bye(reason)))
            self._is_closed = True
            self._line.closed()


def _bye(refused: Refused) -> ByeReason:
    if refused.reason is Reason.NO_IDENTITY:
        return ByeReason.SIGNED_OUT
    return BYES.get(refused.reason, ByeReason.CLOSED)
