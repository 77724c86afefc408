"""The tables of a server: creates them, loads them, and unloads those that nobody is at."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Final

from calavera.protocol.messages import ByeReason
from calavera.protocol.settings import Settings
from calavera.server.cluster.bus import Bus
from calavera.server.cluster.membership import Membership
from calavera.server.cluster.notifications import Renamed
from calavera.server.stores.interface import VISITED_AGAIN, CodeTaken, Store, StoreError
from calavera.server.tables.histories import Histories
from calavera.server.tables.visits import Visits
from calavera.table.live.automation import Pace
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import World
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import ENTRY
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.moves import Circumstances
from calavera.table.logic.table import Table
from calavera.table.running.abridged import abridged
from calavera.table.running.alarm import LoopAlarm
from calavera.table.running.opening import opening_entry
from calavera.table.running.tokens import new_code
from calavera.table.views.scene import summary_of

_LOGGER: Final = logging.getLogger("calavera.tables")

POLL: Final = 2.0
"""Seconds between two polls of the store."""

POLL_SOON: Final = 0.25
"""The same without a healthy bus."""


class Tables:
    """The tables in memory, and access to the others."""

    def __init__(self, store: Store, bus: Bus, world: World, pace: Pace) -> None:
        self._store = store
        self._bus = bus
        self._world = world
        self._pace = pace
        self._live: dict[str, LiveTable] = {}
        self._alarms: dict[str, LoopAlarm] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._visits = Visits(self._live, asyncio.get_running_loop().time)
        self.histories = Histories(store, self._close_damaged)
        self.cluster = Membership(
            store, bus, self._live, self._visits.occupied, self.histories.damaged
        )

    async def create(self, caller: Caller, settings: Settings, bots: Sequence[str]) -> str:
        while True:
            code = new_code(self._world.random)
            around = Circumstances(self._world.now(), self._world.random)
            entry = opening_entry(code, caller, settings, bots, around)
            text = ENTRY.write(entry).encode("ascii")
            try:
                await self._store.create(code, text, summary_of(after_entry(Table(), entry)))
            except CodeTaken:
                continue
            return code

    async def find(self, code: str) -> LiveTable:
        """The current table of a code, from memory or from the store; raises Refused."""
        if code in self._live:
            if self._store.is_shared:  # the caller may know more from another server
                await self.cluster.follower.catch_up(code)
            return self._live.get(code) or await self.find(code)
        loading = self._loading.get(code)
        is_first = loading is None
        if loading is None:
            loading = asyncio.ensure_future(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        try:
            found = await asyncio.shield(loading)
        finally:
            del loading  # a failed task and its traceback are a cycle
        return found if is_first else await self.find(code)

    async def _load(self, code: str) -> LiveTable:
        with self.histories.detecting_damage(code):
            await self._store.visit([code])  # keeps it from being purged
        bodies = await self.histories.bodies(code)
        alarm = LoopAlarm(self._world.now)
        live = LiveTable(self._world, alarm, self._pace, self.cluster.hosting())
        with self.histories.detecting_damage(code):
            await asyncio.to_thread(lambda: live.restore(abridged(bodies)))
        self.cluster.join(code, live)
        alarm.ring = live.tick
        self._live[code], self._alarms[code] = live, alarm
        if self._store.is_shared:  # an entry may have been missed meanwhile
            self.cluster.follower.follow(code)
        return live

    def _unload(self, code: str) -> None:
        self._alarms.pop(code).forget()
        self._visits.unloaded(code)
        del self._live[code]

    def _close_damaged(self, code: str) -> None:
        """Send the people of a table a reason not to reconnect, and unload it."""
        if code in self._live:
            self._live[code].dismiss(ByeReason.DAMAGED)
            self._unload(code)

    async def refresh(self) -> None:
        """Read what others wrote and unload idle tables, until cancelled."""
        loop, last, visited = asyncio.get_running_loop(), 0.0, 0.0
        while True:
            await asyncio.sleep(POLL_SOON)
            has_bus = self._store.is_shared and self._bus.is_healthy
            if loop.time() - last < (POLL if has_bus else POLL_SOON):
                continue
            last = loop.time()
            for code in self._visits.idle():
                self._unload(code)
            try:
                if await self._store.changed_elsewhere():
                    await self.cluster.follower.catch_up(*self._live)
                if loop.time() - visited >= VISITED_AGAIN:
                    await self._store.visit(self._visits.occupied())
                    visited = loop.time()
            except StoreError as error:
                _LOGGER.warning("the store does not answer: %s", error)

    def rename(self, caller: Caller) -> None:
        """Rename somebody at all tables of all servers."""
        self.rename_here(caller)
        self._bus.publish(Renamed(caller.identity))

    def rename_here(self, caller: Caller) -> None:
        """Rename somebody at the tables of this server."""
        for live in [*self._live.values()]:
            live.rename(caller)

    def expel(self, identities: Collection[str]) -> None:
        """Close the connections of people who may not use the server."""
        for live in [*self._live.values()]:
            live.expel(identities)

    def announce(self, message: bytes) -> None:
        for live in [*self._live.values()]:
            live.audience.send(message)

    @property
    def count(self) -> int:
        return len(self._live)

    @property
    def listeners(self) -> int:
        return sum(len(live.audience.connections) for live in self._live.values())

    def visited(self) -> list[str]:
        """The tables where somebody is, or was lately, on any server."""
        return [*self._visits.recent().union(self.cluster.presence.visited())]

    def dismiss(self) -> None:
        """Close all connections: the server stops."""
        for live in [*self._live.values()]:
            live.dismiss(ByeReason.STOPPING)
        for alarm in self._alarms.values():
            alarm.cancel()
        for loading in self._loading.values():
            loading.cancel()
        self.cluster.follower.stop()
