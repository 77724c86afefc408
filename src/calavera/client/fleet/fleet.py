"""A bot at several tables: a thread for each, and one that looks for more."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from calavera.bots import Bot
from calavera.client.client import Client
from calavera.client.client_table import ClientTable
from calavera.client.errors import ClientError, ConnectionLost
from calavera.client.fleet.config import Company, FleetConfig, Lobby, NewTable
from calavera.client.fleet.memory import Memory
from calavera.client.runner import BotRunner
from calavera.console.wording import counted
from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.summary import Listing

_LOGGER: Final = logging.getLogger("calavera.bot")

AGAIN: Final = 5.0
"""Seconds until a table is tried again that could not be reached, or opened."""

LOOK: Final = 0.2
"""Seconds between two looks at connections and threads."""

NEW: Final = "a new table"

FOR_GOOD: Final = frozenset(
    {
        Reason.NO_BOTS,
        Reason.NO_SPECTATORS,
        Reason.TABLE_FULL,
        Reason.REMOVED,
        Reason.UNKNOWN_TABLE,
        Reason.DAMAGED,
        Reason.CLOSED,
        Reason.BAD_MESSAGE,
        Reason.UNKNOWN_BOT,
    }
)
"""Why it makes no sense to come back to a table."""


class Fleet:
    """Keeps a bot where its configuration wants it, until it is told to leave."""

    def __init__(
        self, client: Client, kind: Callable[[], Bot], config: FleetConfig, memory: Memory
    ) -> None:
        self._client = client
        self._kind = kind
        self._config = config
        self._memory = memory
        self._leaving = threading.Event()
        self._lock = threading.Lock()
        self._runners: dict[str, BotRunner] = {}
        self._tables: dict[str, ClientTable] = {}
        self._unreached: set[str] = set()
        self._own: set[str] = set()
        """The tables that it opened."""
        self._shunned: set[str] = set()
        self._threads: list[threading.Thread] = []
        self.has_joined = False
        """Whether it has been at a table that took it."""

    def run(self) -> None:
        """Play until there is nothing left to play at, or `leave` is called."""
        for code in self._config.join:
            self._start(self._keep_joined, code)
        missing = [*self._config.open]
        for code in self._memory.codes:
            if code not in self._config.join:
                self._resume(code, missing)
        for table in missing:
            self._start(self._keep_open, table)
        if self._config.lobby is not None:
            self._start(self._watch_lobby, self._config.lobby)
        while any(thread.is_alive() for thread in self._threads):
            self._watch_connections()
            time.sleep(LOOK)  # a signal is heard between two looks

    def _watch_connections(self) -> None:
        """Log that a table is out of reach, and that it is there again."""
        with self._lock:
            tables = {**self._tables}
        for code, table in tables.items():
            if table.is_connected == (code in self._unreached):
                if table.is_connected:
                    self._unreached.discard(code)
                    _LOGGER.info("%s: connected again", code)
                else:
                    self._unreached.add(code)
                    _LOGGER.warning("%s: the connection is lost, trying again", code)

    def leave(self) -> None:
        """Leave every table properly: in a game, one of the server's bots plays on."""
        self._leaving.set()
        with self._lock:
            runners = {**self._runners}
        for code, runner in runners.items():
            try:
                runner.stop()
                self._forget(code)
                _LOGGER.info("%s: left after %s", code, counted(runner.played, "game"))
            except (Refused, ClientError) as error:
                _LOGGER.warning("%s: could not leave: %s", code, error)

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=self._guarded, args=(work, *arguments), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _guarded(self, work: Callable[..., None], *arguments: object) -> None:
        try:
            work(*arguments)
        except Exception:
            if not self._leaving.is_set():
                _LOGGER.exception("a table was given up")

    # Tables.

    def _resume(self, code: str, missing: list[NewTable]) -> None:
        """Go back to a table of the last run; one of our own is none of the missing any more."""
        try:
            with self._client.join(code) as table:
                (_, you, room, *_) = table.look()
        except Refused as refused:
            _LOGGER.info("%s: not resumed: %s", code, refused.reason.value)
            self._memory.forget(code)
            return
        except ConnectionLost as error:
            _LOGGER.warning("%s: %s", code, error)
            self._start(self._keep_joined, code, True)
            return
        own = next((one for one in missing if you.host and one.settings == room.settings), None)
        if own is not None:
            missing.remove(own)
            self._own.add(code)
            _LOGGER.info("%s: resumed, its own table", code)
            self._start(self._keep_open, own, code)
        elif you.place is not None:
            self._shunned.add(code)
            self._start(self._keep_joined, code, True)
        else:
            self._memory.forget(code)

    def _keep_joined(self, code: str, idle: bool = False) -> None:
        """Play at a table, and come back where the server was away for long."""
        again: str | None = code
        while again is not None and not self._leaving.is_set():
            again = self._visit(again, idle=idle)
            self._leaving.wait(0 if again is None else AGAIN)

    def _keep_open(self, table: NewTable, code: str | None = None) -> None:
        """Open a table, or resume one, play there, and open another where it is closed."""
        while not self._leaving.is_set():
            code = self._visit(code, new=table)
            if code is None and self._config.games is not None:
                return
            self._leaving.wait(AGAIN)

    def _visit(
        self, code: str | None, *, new: NewTable | None = None, idle: bool = False
    ) -> str | None:
        """Play at a table, or at a new one; returns its code where there is a reason to return."""
        try:
            table = self._reach(code, new)
            code = table.code
            self._play(table, idle=idle)
            self.has_joined = True
        except Refused as refused:
            _LOGGER.warning("%s: refused: %s", code or NEW, refused.reason.value)
            if refused.reason not in FOR_GOOD:
                return code
        except ConnectionLost as error:
            _LOGGER.warning("%s: %s", code or NEW, error)
            return code
        except ClientError as error:
            _LOGGER.warning("%s: %s", code or NEW, error)
        if code is not None:
            self._forget(code)
        return None

    def _reach(self, code: str | None, new: NewTable | None) -> ClientTable:
        if new is None or code is not None:
            return self._client.join(code or "")
        table = self._client.create(new.settings, bots=new.bots)
        self._own.add(table.code)
        _LOGGER.info("%s: opened", table.code)
        return table

    def _forget(self, code: str) -> None:
        """Nothing is left at a table; on the way out our own tables stay for the next run."""
        if not (self._leaving.is_set() and code in self._own):
            self._memory.forget(code)

    def _play(self, table: ClientTable, *, idle: bool) -> None:
        code, config = table.code, self._config
        runner = BotRunner(
            table,
            self._kind,
            games=config.games,
            report=lambda line: _LOGGER.info("%s: %s", code, line),
            pace=config.pace,
            talks=config.talk,
            idle=config.idle if idle else None,
        )
        with self._lock:
            self._runners[code] = runner
            self._tables[code] = table
        self._memory.keep(code)
        try:
            runner.run()
        finally:
            with self._lock:
                del self._runners[code], self._tables[code]
                self._unreached.discard(code)
                self.has_joined = self.has_joined or runner.played > 0
            if not self._leaving.is_set():
                table.close()

    # The lobby.

    def _watch_lobby(self, lobby: Lobby) -> None:
        """Sit down at public tables while there are fewer than the configuration allows."""
        while not self._leaving.wait(lobby.every):
            try:
                listings = self._client.lobby()
            except (ConnectionLost, Refused) as error:
                _LOGGER.warning("the list of tables: %s", error)
                continue
            for listing in listings:
                with self._lock:
                    is_full = self._seats_taken() >= self._config.tables
                    is_known = listing.code in self._runners or listing.code in self._shunned
                if is_full:
                    break
                if not is_known and suits(listing, lobby):
                    self._shunned.add(listing.code)  # once: who was sent away does not come back
                    self._start(self._keep_joined, listing.code, True)

    def _seats_taken(self) -> int:
        alive = sum(thread.is_alive() for thread in self._threads)
        return alive - 1  # the one that looks at the lobby


def suits(listing: Listing, lobby: Lobby) -> bool:
    """Whether a bot sits down at a public table."""
    low, high = lobby.players
    company = {
        Company.PEOPLE: listing.people > 0,
        Company.BOTS: listing.people == 0 and listing.bots > 0,
        Company.ANYONE: True,
    }
    return (
        listing.phase is TablePhase.GATHERING
        and listing.settings.guest_bots
        and low <= listing.settings.players <= high
        and listing.people + listing.bots < listing.settings.players
        and company[lobby.against]
    )
