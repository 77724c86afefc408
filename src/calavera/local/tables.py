"""The tables of a device: creates them, loads them, and unloads those that nobody is at."""

import asyncio
from collections.abc import Sequence

from calavera.local.journal import Journal
from calavera.protocol.reasons import Reason, Refused
from calavera.protocol.settings import Settings
from calavera.table.live.automation import Pace
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import Conflict, Hosting, World
from calavera.table.logic.caller import Caller
from calavera.table.logic.entry import ENTRY, read_entry
from calavera.table.logic.evolve import after_entry
from calavera.table.logic.moves import Circumstances
from calavera.table.logic.table import Table
from calavera.table.running.abridged import abridged
from calavera.table.running.alarm import LoopAlarm
from calavera.table.running.opening import opening_entry
from calavera.table.running.tokens import new_code
from calavera.table.views.scene import summary_of


class Tables:
    """The tables in memory, and access to the others."""

    def __init__(self, journal: Journal, world: World, pace: Pace) -> None:
        self._journal = journal
        self._world = world
        self._pace = pace
        self._live: dict[str, LiveTable] = {}
        self._alarms: dict[str, LoopAlarm] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def create(self, caller: Caller, settings: Settings, bots: Sequence[str]) -> str:
        """Open a table and return its code."""
        around = Circumstances(self._world.now(), self._world.random)
        while True:
            code = new_code(self._world.random)
            entry = opening_entry(code, caller, settings, bots, around)
            text = ENTRY.write(entry).encode("ascii")
            try:
                await self._journal.create(code, text, summary_of(after_entry(Table(), entry)))
            except Conflict:
                continue
            return code

    async def find(self, code: str) -> LiveTable:
        """The table of a code, from memory or from the storage; raises Refused."""
        if code in self._live:
            return self._live[code]
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.ensure_future(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def _load(self, code: str) -> LiveTable:
        bodies = await self._journal.entries(code)
        if not bodies:
            raise Refused(Reason.UNKNOWN_TABLE, "no table has this code")
        alarm = LoopAlarm(self._world.now)
        live = LiveTable(self._world, alarm, self._pace, Hosting(catch_up=self._catch_up))
        live.restore(abridged(bodies))
        alarm.ring = live.tick
        self._live[code], self._alarms[code] = live, alarm
        return live

    def _catch_up(self, code: str) -> None:
        """Another tab has written to a table before it ended: read what."""

        async def read() -> None:
            live = self._live[code]
            news = await self._journal.entries(code, live.version)
            live.catch_up([read_entry(body) for body in news])
            live.caught_up()

        task = asyncio.ensure_future(read())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def unload_empty(self) -> None:
        """Forget the tables at which nobody is; a browser has little memory."""
        for code, live in [*self._live.items()]:
            if live.is_empty and live.is_idle:
                self._alarms.pop(code).forget()
                del self._live[code]

    def here(self, code: str) -> int:
        """How many people are at a table."""
        return len(self._live[code].here()) if code in self._live else 0

    def rename(self, caller: Caller) -> None:
        """Rename somebody at all tables."""
        for live in [*self._live.values()]:
            live.rename(caller)
