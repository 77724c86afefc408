"""A client's table without a network: the real class on top of a table in memory."""

from collections.abc import Coroutine
from typing import Any, cast

from calavera.client.calls import Calls
from calavera.client.client_table import ClientTable
from calavera.client.known_table import KnownTable
from calavera.client.moment import Moment
from calavera.client.portal import Portal
from calavera.client.table_connection import TableConnection
from calavera.protocol.commands import Command
from calavera.protocol.messages import Frame, RefusedMessage, Welcome
from calavera.protocol.reasons import Refused
from tests.table.doubles import Ear, Harness


class DirectPortal:
    """Does everything at once, in the caller's thread."""

    def call(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        try:
            coroutine.send(None)
        except StopIteration as done:
            return done.value
        raise AssertionError("nothing is waited for in memory")


class MemoryConnection:
    """Stands for a `TableConnection`: asks a harness, and hears all that it says."""

    def __init__(self, harness: Harness, ear: Ear) -> None:
        self.asked: list[Command] = []
        self.waited: list[float | None] = []
        self.is_closed = False
        self.over: Exception | None = None
        """Raised by the next `wait`, if there is nothing new."""
        self._harness = harness
        self._ear = ear
        self._known = KnownTable()
        self._heard = 0

    def _hear(self) -> None:
        for message in self._ear.messages[self._heard :]:
            if isinstance(message, Welcome):
                if not self._known.welcome(message):
                    self._known.recall(self._harness.live.history(self._ear.caller))
            elif isinstance(message, Frame):
                self._known.change(message)
        self._heard = len(self._ear.sent)

    async def look(self) -> Moment:
        self._hear()
        return self._known.moment()

    async def wait(self, timeout: float | None = None) -> Moment:
        """What is new; where nothing is, time passes at the table until something happens."""
        self.waited.append(timeout)
        self._hear()
        while not self._known.has_news:
            if self.over is not None:
                raise self.over
            assert self._harness.wait(), "nothing will happen any more"
            self._hear()
        return self._known.moment()

    async def present(self) -> Moment:
        self._hear()
        return self._known.moment(keep=True)

    async def ask(self, command: Command) -> int:
        self.asked.append(command)
        answer = self._harness.do(self._ear, command)
        if isinstance(answer, RefusedMessage):
            raise Refused(answer.reason, answer.detail)
        assert isinstance(answer, Frame)
        return answer.version

    async def close(self) -> None:
        self.is_closed = True


class MemoryCalls:
    """Stands for `Calls`: hands out records."""

    async def record(self, code: str, number: int) -> str:
        return f"record {number} of {code}"


def table_of(harness: Harness, ear: Ear) -> tuple[ClientTable, MemoryConnection]:
    """A client at the table, as the person with that ear."""
    connection = MemoryConnection(harness, ear)
    table = ClientTable(
        cast(Portal, DirectPortal()),
        cast(Calls, MemoryCalls()),
        cast(TableConnection, connection),
        harness.live.table.code,
    )
    return table, connection
