"""Every table of a server: made, found again, put to sleep, closed."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from calavera.server.abridged import abridged
from calavera.server.alarms import LoopAlarm
from calavera.server.bus import Bus
from calavera.server.damage import MOST_TOLD, Damaged
from calavera.server.following import Follower, TellingJournal, read_entry
from calavera.server.leases import Leases
from calavera.server.notes import Connected, Hello, Here, Moved, Note, Renamed, Revoked, Spent, Well
from calavera.server.presence import Presence
from calavera.server.reach import Reach
from calavera.server.store import (
    PLAYING_LATELY,
    VISITED_AGAIN,
    CodeTaken,
    Store,
    StoreDamaged,
    StoreError,
)
from calavera.server.tokens import new_code
from calavera.table.automation import Pace
from calavera.table.caller import Caller
from calavera.table.entry import Entry
from calavera.table.evolve import after_entry
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

_LOGGER: Final = logging.getLogger("calavera.tables")

LOOK_AROUND: Final = 2.0
"""Seconds between two looks at whether somebody else wrote to the store."""

LOOK_SOON: Final = 0.25
"""The same while no bus tells of it."""

SETTLING: Final = 1.0
"""Seconds after which a bus that is well has told who is where."""

SENDING_AWAY: Final = 2.0
"""Seconds in which everybody is sent to other servers."""

ASLEEP: Final = 60.0
"""Seconds after which a table that nobody is at leaves the memory."""


class Tables:
    """The tables that are in memory, and the way to the others."""

    def __init__(self, store: Store, bus: Bus, world: World, pace: Pace) -> None:
        loop = asyncio.get_running_loop()
        self._store = store
        self._bus = bus
        journal = TellingJournal(
            world.journal, bus, is_shared=store.is_shared, damaged=self._damaged
        )
        self._world = world._replace(journal=journal)
        self._pace = pace
        self._live: dict[str, LiveTable] = {}
        self._alarms: dict[str, LoopAlarm] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._empty_since: dict[str, float] = {}
        self._visited: dict[str, float] = {}
        self._known_damaged: set[str] = {*[*store.shortened][:MOST_TOLD]}
        """Those that the log has named."""
        self._follower = Follower(store, self._live, self._damaged)
        self._presence = Presence(bus, loop.time)
        self.reach = Reach(bus, loop.time)
        """Whether there is any use in being here."""
        self._leases = Leases(
            store, bus.sender, self._occupied, self._share_out, self.reach.answered
        )
        self._well_since = loop.time() if bus.is_well else None
        self.spent_elsewhere: Callable[[Spent], None] = lambda spent: None
        """Called where another server allowed something of which there is a limit."""
        self.renamed_elsewhere: Callable[[str], None] = lambda identity: None
        """Called where somebody got another name by another server."""
        self.devices_elsewhere: Callable[[Connected | Revoked], None] = lambda note: None
        """Called where somebody's devices or tokens changed by another server."""
        bus.listen(self._heard)

    async def create(self, caller: Caller, settings: Settings, bots: Sequence[str]) -> str:
        """Make a table and return its code."""
        while True:
            code = new_code(self._world.random)
            entry = self._opening(code, caller, settings, bots)
            text = ENTRY.write(entry).encode("ascii")
            try:
                await self._store.create(code, text, summary_of(after_entry(Table(), entry)))
            except CodeTaken:
                continue
            return code

    def _opening(self, code: str, caller: Caller, settings: Settings, bots: Sequence[str]) -> Entry:
        facts: list[Fact] = [
            Opened(code, settings),
            DiceBound(self._world.random(32).hex()),
            Joined(1, caller.name, caller.identity),
        ]
        tribes = free_tribes((), settings.players * settings.tribes)
        for count, bot in enumerate(bots[: settings.players]):
            place = settings.players - 1 - count
            own = tribes[place * settings.tribes : (place + 1) * settings.tribes]
            facts.append(BotSeated(place, bot, own))
        return Entry(None, None, self._world.now(), tuple(facts))

    async def find(self, code: str) -> LiveTable:
        """The table of a code as it is now, from memory or from the store; raises Refused."""
        live = self._live.get(code)
        if live is not None:
            if self._store.is_shared:  # whoever asks may have heard more by another server
                await self._follower.catch_up(code)
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
            del loading  # with its failure it would hold what failed, and that it
        return found if is_first else await self.find(code)

    async def history(self, code: str) -> list[Entry]:
        """Everything that happened at a table; raises Refused."""
        bodies = await self._bodies(code)
        with self._noticing_damage(code):
            # A long one takes a moment: the other tables must not wait for it.
            return await asyncio.to_thread(lambda: [read_entry(body) for body in bodies])

    async def _bodies(self, code: str) -> Sequence[bytes]:
        with self._noticing_damage(code):
            bodies = await self._store.entries(code)
            if not bodies and await self._store.summary(code) is not None:
                raise Damaged(code, "its history is missing")
        if not bodies:
            raise Refused(Reason.UNKNOWN_TABLE)
        return bodies

    async def _load(self, code: str) -> LiveTable:
        with self._noticing_damage(code):
            await self._store.visit([code])  # from here on it is not purged
        bodies = await self._bodies(code)
        alarm = LoopAlarm(self._world.now)
        live = LiveTable(self._world, alarm, self._pace)
        with self._noticing_damage(code):
            await asyncio.to_thread(lambda: live.restore(abridged(bodies)))
        live.behind = lambda: self._follower.follow(code)
        live.regrouped = lambda: self._regrouped(code)
        live.is_shared = self._store.is_shared
        live.share(runs=self._leases.holds(code), sees=self._sees_clearly())
        live.others_are(self._presence.elsewhere(code))
        alarm.ring = live.tick
        self._live[code], self._alarms[code] = live, alarm
        if self._store.is_shared:  # who wrote to it meanwhile was not listened to
            self._follower.follow(code)
        return live

    @contextlib.contextmanager
    def _noticing_damage(self, code: str) -> Iterator[None]:
        """Raises Damaged where a history cannot be read, and says so in the log, once a table."""
        try:
            yield
        except Damaged as damaged:
            self._damaged(damaged)
            raise
        except StoreDamaged as error:
            unreadable = Damaged(code, str(error))
            self._damaged(unreadable)
            raise unreadable from None
        except StoreError:
            raise
        except Exception as error:  # whatever a wrong history leads to
            unreadable = Damaged(code, f"it cannot be read ({type(error).__name__})")
            self._damaged(unreadable)
            raise unreadable from None

    def is_damaged(self, code: str) -> bool:
        """Whether a table is known to be damaged."""
        return code in self._known_damaged or code in self._store.shortened

    def _damaged(self, damaged: Damaged) -> None:
        """People at the table are told; to connect again would be of no use."""
        code = damaged.code
        if code not in self._known_damaged:
            self._known_damaged.add(code)
            _LOGGER.error("%s; run calavera store check", damaged)
        if code in self._live:
            self._live[code].dismiss(ByeReason.DAMAGED)
            self._alarms.pop(code).forget()
            self._empty_since.pop(code, None)
            del self._live[code]

    # Other servers.

    def _heard(self, sender: str, notes: Sequence[Note]) -> None:
        """Another server tells something, if only that it is there."""
        self._presence.heard(sender)
        for note in notes:
            if isinstance(note, Moved):
                live = self._live.get(note.code)
                if live is not None and live.version < note.version:
                    self._follower.follow(note.code)
            elif isinstance(note, Here):
                self._presence.is_there(sender, note)
                self._update_others([note.code])
            elif isinstance(note, Hello):
                self._presence.repeat()
            elif isinstance(note, Well):
                self.reach.answered_another()
            elif isinstance(note, Spent):
                self.spent_elsewhere(note)
            elif isinstance(note, Renamed):
                self.renamed_elsewhere(note.identity)
            else:
                self.devices_elsewhere(note)

    def _update_others(self, codes: Iterable[str]) -> None:
        for code in codes:
            live = self._live.get(code)
            if live is not None:
                live.others_are(self._presence.elsewhere(code))

    def _regrouped(self, code: str) -> None:
        live = self._live[code]
        self._presence.is_here(code, live.audience.members_here)
        if not live.is_runner and not live.is_empty:
            self._leases.want()

    def _occupied(self) -> list[str]:
        return [code for code, live in self._live.items() if not live.is_empty]

    def _share_out(self) -> None:
        """Run what is to be run here, and nothing else."""
        sees = self._sees_clearly()
        for code, live in [*self._live.items()]:
            live.share(runs=self._leases.holds(code), sees=sees)

    def _sees_clearly(self) -> bool:
        """Whether the others have had the time to tell who is with them."""
        now = asyncio.get_running_loop().time()
        if not self._bus.is_well:
            self._well_since = None
        elif self._well_since is None:
            self._well_since = now
        return self._well_since is not None and now - self._well_since >= self._settling

    @property
    def _settling(self) -> float:
        return SETTLING if self._store.is_shared else 0.0

    async def look_around(self) -> None:
        """Again and again: see who is where, and run what is to be run here."""
        while True:
            await asyncio.sleep(LOOK_SOON)
            self._update_others(self._presence.look_around())
            self._share_out()

    async def look_into_store(self) -> None:
        """Again and again: read what others wrote, forget tables that nobody is at."""
        loop, last, visited = asyncio.get_running_loop(), 0.0, 0.0
        while True:
            await asyncio.sleep(LOOK_SOON)
            is_told = self._store.is_shared and self._bus.is_well
            if loop.time() - last < (LOOK_AROUND if is_told else LOOK_SOON):
                continue
            last = loop.time()
            self._forget_empty()
            try:
                if await self._store.changed_elsewhere():
                    await self._follower.catch_up(*self._live)
                if loop.time() - visited >= VISITED_AGAIN:
                    await self._store.visit(self._occupied())
                    visited = loop.time()
            except StoreError as error:
                _LOGGER.warning("the store does not answer: %s", error)

    async def keep_leases(self) -> None:
        """Again and again: say that this server is alive."""
        await self._leases.keep()

    async def give_back(self) -> None:
        """Leave the tables to the other servers."""
        await self._leases.give_back()

    def _forget_empty(self) -> None:
        now = asyncio.get_running_loop().time()
        for code in [code for code, at in self._visited.items() if now - at >= PLAYING_LATELY]:
            del self._visited[code]
        for code, live in [*self._live.items()]:
            if not live.is_empty:
                self._visited[code] = now
                self._empty_since.pop(code, None)
            elif now - self._empty_since.setdefault(code, now) > ASLEEP and live.is_idle:
                self._alarms.pop(code).forget()
                live.fall_asleep()
                del self._live[code], self._empty_since[code]

    def rename(self, caller: Caller) -> None:
        """Somebody has another name: it reaches the tables where they are."""
        self.rename_here(caller)
        self._bus.tell(Renamed(caller.identity))

    def rename_here(self, caller: Caller) -> None:
        """The same, where another server tells of it."""
        for live in [*self._live.values()]:
            live.rename(caller)

    def expel(self, identities: Collection[str]) -> None:
        """Close the connections of people who may not use the server."""
        for live in [*self._live.values()]:
            live.expel(identities)

    def announce(self, message: bytes) -> None:
        """Tell everybody at every table."""
        for live in [*self._live.values()]:
            live.audience.send(message)

    def here(self, code: str) -> int:
        """How many members of a table are connected."""
        return self._presence.here(code)

    @property
    def count(self) -> int:
        """How many are in memory."""
        return len(self._live)

    @property
    def listeners(self) -> int:
        """How many connections there are to all of them."""
        return sum(len(live.audience.connections) for live in self._live.values())

    def visited(self) -> list[str]:
        """The tables where somebody is, or was a moment ago."""
        now = asyncio.get_running_loop().time()
        lately = {code for code, at in self._visited.items() if now - at < PLAYING_LATELY}
        return [*lately.union(self._occupied(), self._presence.visited())]

    async def watch_reach(self, first: Callable[[], None]) -> None:
        """Again and again: where other servers can do more for the people here, send them there.

        `first` is called for those who are not at a table yet.
        """

        async def send_away() -> None:
            first()
            await self._send_away()

        if self._store.is_shared:
            await self.reach.watch(send_away)

    async def _send_away(self) -> None:
        """Table by table, so that not all come to the other servers at one moment."""
        occupied = self._occupied()
        for code in occupied:
            if not self.reach.is_cut_off:
                return
            live = self._live.get(code)
            if live is not None:
                live.dismiss(ByeReason.STOPPING)
            await asyncio.sleep(SENDING_AWAY / len(occupied))

    def dismiss(self) -> None:
        """Say goodbye to everybody: the server stops."""
        for live in [*self._live.values()]:
            live.dismiss(ByeReason.STOPPING)
        for alarm in self._alarms.values():
            alarm.cancel()
        for loading in self._loading.values():
            loading.cancel()
        self._follower.stop()
