"""Every table of a server: made, found again, put to sleep, closed."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from calavera.record.json_text import read_json
from calavera.server.alarms import LoopAlarm
from calavera.server.store import PLAYING_LATELY, CodeTaken, Store
from calavera.server.tokens import new_code
from calavera.table.automation import Pace
from calavera.table.decide import Asker
from calavera.table.entry import Entry
from calavera.table.evolve import after
from calavera.table.facts import BotSeated, DiceBound, Fact, Joined, Opened
from calavera.table.live import LiveTable
from calavera.table.messages import ByeReason
from calavera.table.ports import World
from calavera.table.reasons import Reason, Refused
from calavera.table.settings import Settings
from calavera.table.shapes import ENTRY
from calavera.table.summary import summary_of
from calavera.table.table import Table
from calavera.table.tribes import free_tribes

LOOK_AROUND: Final = 2.0
"""Seconds between two looks at whether somebody else wrote to the store."""

ASLEEP: Final = 60.0
"""Seconds after which a table that nobody is at leaves the memory."""


class Tables:
    """The tables that are in memory, and the way to the others."""

    def __init__(self, store: Store, world: World, pace: Pace) -> None:
        self._store = store
        self._world = world
        self._pace = pace
        self._live: dict[str, LiveTable] = {}
        self._alarms: dict[str, LoopAlarm] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._empty_since: dict[str, float] = {}
        self._visited: dict[str, float] = {}
        self._chores: set[asyncio.Task[None]] = set()

    async def create(self, asker: Asker, settings: Settings, bots: Sequence[str]) -> str:
        """Make a table and return its code."""
        while True:
            code = new_code(self._world.random)
            entry = self._opening(code, asker, settings, bots)
            table = Table()
            for fact in entry.facts:
                table = after(table, fact, entry.at)
            text = ENTRY.write(entry).encode("ascii")
            try:
                await self._store.create(code, text, summary_of(table))
            except CodeTaken:
                continue
            return code

    def _opening(self, code: str, asker: Asker, settings: Settings, bots: Sequence[str]) -> Entry:
        facts: list[Fact] = [
            Opened(code, settings),
            DiceBound(self._world.random(32).hex()),
            Joined(1, asker.name, asker.identity),
        ]
        tribes = free_tribes((), settings.players * settings.tribes)
        for count, bot in enumerate(bots[: settings.players]):
            place = settings.players - 1 - count
            own = tribes[place * settings.tribes : (place + 1) * settings.tribes]
            facts.append(BotSeated(place, bot, own))
        return Entry(None, None, self._world.now(), tuple(facts))

    async def find(self, code: str) -> LiveTable:
        """The table of a code, from memory or from the store; raises Refused."""
        live = self._live.get(code)
        if live is not None:
            return live
        loading = self._loading.get(code)
        if loading is None:
            loading = asyncio.ensure_future(self._load(code))
            self._loading[code] = loading
            loading.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(loading)

    async def history(self, code: str) -> list[Entry]:
        """Everything that happened at a table; raises Refused."""
        entries = [_entry(body) for body in await self._store.entries(code)]
        if not entries:
            raise Refused(Reason.UNKNOWN_TABLE)
        return entries

    async def _load(self, code: str) -> LiveTable:
        entries = await self.history(code)
        alarm = LoopAlarm(self._world.now)
        live = LiveTable(self._world, alarm, self._pace)
        live.restore(entries)
        live.behind = lambda: self._start(self._catch_up(code))
        alarm.ring = live.tick
        self._live[code], self._alarms[code] = live, alarm
        return live

    def _start(self, chore: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _catch_up(self, code: str) -> None:
        live = self._live.get(code)
        if live is None:
            return
        version = live.version
        bodies = await self._store.entries(code, version)
        news = bodies[live.version - version :]  # some of it may have been read meanwhile
        live.catch_up([_entry(body) for body in news])

    async def look_around(self) -> None:
        """Again and again: read what others wrote, forget tables that nobody is at."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            if await self._store.changed_elsewhere():
                versions = await self._store.versions([*self._live])
                for code, version in versions.items():
                    if code in self._live and version > self._live[code].version:
                        await self._catch_up(code)
            self._forget_empty()

    def _forget_empty(self) -> None:
        now = asyncio.get_running_loop().time()
        for code in [code for code, at in self._visited.items() if now - at >= PLAYING_LATELY]:
            del self._visited[code]
        for code, live in [*self._live.items()]:
            if not live.is_empty:
                self._visited[code] = now
                self._empty_since.pop(code, None)
            elif now - self._empty_since.setdefault(code, now) > ASLEEP and live.is_idle:
                self._alarms.pop(code).cancel()
                del self._live[code], self._empty_since[code]

    def rename(self, asker: Asker) -> None:
        """Somebody has another name: it reaches the tables where they are."""
        for live in [*self._live.values()]:
            live.rename(asker)

    def here(self, code: str) -> int:
        """How many members of a table are connected."""
        live = self._live.get(code)
        return len(live.here()) if live is not None else 0

    def visited(self) -> list[str]:
        """The tables where somebody is, or was a moment ago."""
        now = asyncio.get_running_loop().time()
        lately = {code for code, at in self._visited.items() if now - at < PLAYING_LATELY}
        return [*lately, *[code for code, live in self._live.items() if not live.is_empty]]

    def dismiss(self) -> None:
        """Say goodbye to everybody: the server stops."""
        for live in [*self._live.values()]:
            live.dismiss(ByeReason.STOPPING)
        for alarm in self._alarms.values():
            alarm.cancel()


def _entry(body: bytes) -> Entry:
    return ENTRY.decode(read_json(body))
