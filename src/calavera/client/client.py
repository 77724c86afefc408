"""A server for programs that do one thing after the other."""

import os
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final
from urllib.parse import urlsplit

from calavera.client.arguments import SERVER
from calavera.client.calls import BotLine, Calls
from calavera.client.client_table import ClientTable
from calavera.client.portal import Portal
from calavera.client.table_connection import TableConnection
from calavera.client.token_file import TokenFile
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.protocol.summary import Listing

PATIENCE: Final = 60.0


class Client:
    """A program's door to a server: open it, use it, close it.

    Without a token it gets a new one, under which it is somebody new. `token_file` keeps it: the
    next run is the same somebody, and has the same seats. `patience` is how many seconds it tries
    to reach a server that is away, before it raises `ConnectionLost`; one that never answered is
    given up after 20. `report` is called at once where it cannot be reached at the beginning,
    and what the administrator of the server announces.
    """

    def __init__(  # noqa: PLR0913  # all but the first by name
        self,
        server: str = SERVER,
        *,
        token: str | None = None,
        token_file: str | os.PathLike[str] | None = None,
        name: str | None = None,
        patience: float = PATIENCE,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.server = _checked_server(server)
        self._patience = patience
        self._calls = Calls(self.server, patience, report)
        self._tables: list[ClientTable] = []
        self._portal = Portal()
        try:
            self.name = self._identify(token, TokenFile(token_file) if token_file else None)
            """What others call you."""
            if name is not None:
                self.rename(name)
        except BaseException:
            self.close()
            raise

    def _identify(self, token: str | None, file: TokenFile | None) -> str:
        self._calls.token = token or (file.get(self.server) if file else None)
        if self._calls.token is not None:
            try:
                return self._portal.call(self._calls.me())
            except Refused as refused:
                if token is not None or refused.reason is not Reason.NO_IDENTITY:
                    raise
                self._calls.token = None  # the server has forgotten everybody
        name = self._portal.call(self._calls.new_identity())
        if file is not None:
            file.put(self.server, self.token)
        return name

    @property
    def token(self) -> str:
        """Whoever has it has your seats: keep it to yourself."""
        return self._calls.token or ""

    def rename(self, name: str) -> None:
        """Take another name; tables learn of it when you next connect to them."""
        self.name = self._portal.call(self._calls.rename(name))

    # Tables.

    def create(self, settings: Settings | None = None, *, bots: Sequence[str] = ()) -> ClientTable:
        """Make a table and be its host; some of the server's bots can sit there already."""
        return self.join(self._portal.call(self._calls.create(settings or Settings(), bots)))

    def join(self, code: str) -> ClientTable:
        """Connect to a table: to sit down, or to watch; raises Refused where that cannot be."""
        table = self._portal.call(self._connect(code.strip().upper()))
        self._tables.append(table)
        return table

    async def _connect(self, code: str) -> ClientTable:
        connection = TableConnection(self._calls, code, self._patience)
        try:
            return ClientTable(self._portal, self._calls, connection, await connection.reached())
        except BaseException:
            await connection.close()
            raise

    def lobby(self) -> tuple[Listing, ...]:
        """Public tables."""
        return self._portal.call(self._calls.lobby())

    def summary(self, code: str) -> Listing:
        """What the lobby shows of one table."""
        return self._portal.call(self._calls.summary(code))

    def bots(self) -> tuple[BotLine, ...]:
        """The server's bots, weakest first."""
        return self._portal.call(self._calls.bots())

    def record(self, code: str, number: int) -> str:
        """A finished game as `.skull`, as far as you may know it."""
        return self._portal.call(self._calls.record(code, number))

    # The door.

    def close(self) -> None:
        """Hang up everywhere; your seats stay yours."""
        if self._portal.is_open:
            for table in self._tables:
                table.close()
            self._portal.call(self._calls.close())
            self._portal.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _checked_server(server: str) -> str:
    """An address without a slash at its end; a bare host is meant as http."""
    address = server if "://" in server else f"http://{server}"
    try:
        parts = urlsplit(address)
        is_plain = bool(parts.hostname) and parts.port != 0 and parts.username is None
    except ValueError:  # an invalid port
        is_plain = False
    if (
        not is_plain
        or parts.scheme not in ("http", "https")
        or any(letter in address for letter in "?#")
        or not address.isprintable()
        or " " in address
    ):
        raise ValueError(f"{server!r} is not the address of a server, like {SERVER}")
    return address.rstrip("/")
