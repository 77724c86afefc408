"""A bot at several tables: a thread for each, and one that looks for more."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from calavera.bots import Bot
from calavera.client.client import Client
from calavera.client.client_table import ClientTable
from calavera.client.errors import ClientError, ConnectionLost
from calavera.client.fleet.config import Company, FleetConfig, Lobby, NewTable
from calavera.client.runner import BotRunner
from calavera.protocol.fields import TablePhase
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.summary import Listing

_LOGGER: Final = logging.getLogger("calavera.bot")

AGAIN: Final = 5.0
"""Seconds until a table is tried again that could not be reached, or opened."""

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

    def __init__(self, client: Client, kind: Callable[[], Bot], config: FleetConfig) -> None:
        self._client = client
        self._kind = kind
        self._config = config
        self._leaving = threading.Event()
        self._lock = threading.Lock()
        self._runners: dict[str, BotRunner] = {}
        self._shunned: set[str] = set()
        self._threads: list[threading.Thread] = []

    def run(self) -> None:
        """Play until there is nothing left to play at, or `leave` is called."""
        for code in self._config.join:
            self._start(self._keep_joined, code)
        for table in self._config.open:
            self._start(self._keep_open, table)
        if self._config.lobby is not None:
            self._start(self._watch_lobby, self._config.lobby)
        while any(thread.is_alive() for thread in self._threads):
            for thread in [*self._threads]:
                thread.join(0.2)  # a signal is heard between two waits

    def leave(self) -> None:
        """Leave every table properly: in a game, one of the server's bots plays on."""
        self._leaving.set()
        with self._lock:
            runners = {**self._runners}
        for code, runner in runners.items():
            try:
                runner.stop()
                _LOGGER.info("%s: left after %d games", code, runner.played)
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

    def _keep_joined(self, code: str, idle: bool = False) -> None:
        """Play at a table, and come back where the server was away for long."""
        again: str | None = code
        while again is not None and not self._leaving.is_set():
            again = self._visit(again, idle=idle)
            self._leaving.wait(0 if again is None else AGAIN)

    def _keep_open(self, table: NewTable) -> None:
        """Open a table, play there, and open another where it is closed."""
        code: str | None = None
        while not self._leaving.is_set():
            if code is not None:
                code = self._visit(code)
            else:
                code = self._attempt(
                    "", lambda: self._client.create(table.settings, bots=table.bots)
                )
                if code is None and self._config.games is not None:
                    return
            self._leaving.wait(AGAIN)

    def _visit(self, code: str, *, idle: bool = False) -> str | None:
        """Play at a table; returns its code where it was only out of reach, to come back to."""
        return self._attempt(code, lambda: self._client.join(code), idle=idle)

    def _attempt(
        self, code: str, reach: Callable[[], ClientTable], *, idle: bool = False
    ) -> str | None:
        try:
            table = reach()
            code = table.code
            self._play(table, idle=idle)
        except ConnectionLost as error:
            _LOGGER.warning("%s: %s", code or NEW, error)
            return code
        except Refused as refused:
            _LOGGER.warning("%s: refused: %s", code or NEW, refused.reason.value)
            return None if refused.reason in FOR_GOOD else code
        except ClientError as error:
            _LOGGER.warning("%s: %s", code or NEW, error)
        return None

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
        try:
            runner.run()
        finally:
            with self._lock:
                del self._runners[code]
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
