"""A running server: what its parts share, how it starts and how it stops."""

import asyncio
import contextlib
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from calavera.server.addresses import LONGEST_ADDRESS, is_near
from calavera.server.bus import Bus
from calavera.server.devices import Devices
from calavera.server.floods import Floods
from calavera.server.journal import MeteredJournal
from calavera.server.limiter import Limiter
from calavera.server.limits import Limits
from calavera.server.metrics import Metrics
from calavera.server.moderation import Moderation
from calavera.server.notes import Connected, Revoked
from calavera.server.origins import Origins
from calavera.server.people import People
from calavera.server.shared_limits import SharedLimits
from calavera.server.store import Store, StoreError
from calavera.server.tables import Tables
from calavera.server.thinking import ThreadThinker
from calavera.server.workers import Workers
from calavera.server.writability import Writability
from calavera.table.automation import Pace
from calavera.table.caller import Caller
from calavera.table.game_record import record_text
from calavera.table.ports import World


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Plan(NamedTuple):
    """How a server is to run."""

    host: str = "127.0.0.1"
    """The address to listen on."""

    port: int = 8000
    """The port; 0 for any that is free."""

    store: str = "sqlite:///calavera.db"
    """Where everything is kept."""

    bus: str | None = None
    """How servers that share a store hear of each other, where there are several."""

    public_url: str | None = None
    """The address that people open, where it is another one than the server sees."""

    pace: Pace = Pace()
    """How fast bots and forced moves are."""

    limits: Limits = Limits()
    """How much one person or address may ask for."""

    metrics: tuple[str, int] | None = None
    """Host and port where the counts can be read."""

    drain: float = 0.0
    """Seconds in which a server that is to stop still serves, so that no new people are sent."""

    random: Callable[[int], bytes] = secrets.token_bytes
    """Where unguessable bytes come from."""

    now: Callable[[], int] = now
    """The clock, in milliseconds since 1970."""


class House:
    """What the parts of a server share."""

    def __init__(self, plan: Plan, store: Store, bus: Bus) -> None:
        loop = asyncio.get_running_loop()
        self.plan = plan
        self.store = store
        self.bus = bus
        self.seconds = loop.time
        self.metrics = Metrics()
        self.floods = Floods(self.metrics)
        self.thinker = ThreadThinker(lambda: self.metrics.failed("bot"))
        self.writability = Writability(store, loop.time)
        journal = MeteredJournal(store, self.metrics, self.writability.failed)
        world = World(journal, self.thinker, plan.now, plan.random, self.metrics)
        self.tables = Tables(store, bus, world, plan.pace)
        self.tables.renamed_elsewhere = self._renamed_elsewhere
        self.people = People(store)
        self.workers = Workers()
        self.moderation = Moderation(store, self.tables, self.people)
        self.devices = Devices(store, bus)
        self.tables.devices_elsewhere = self._devices_elsewhere
        self._chores: set[asyncio.Task[None]] = set()
        self.origins = Origins(plan.public_url, plan.host)
        self.limits = SharedLimits(plan.limits, loop.time, store, bus)
        self.tables.spent_elsewhere = self.limits.heard
        self.wrong_codes = self.limits.of("wrong_codes")
        self._arrivals = Limiter(plan.limits.new_connections, loop.time)

    @property
    def is_secure(self) -> bool:
        """Whether people come by TLS."""
        return bool(self.plan.public_url and self.plan.public_url.startswith("https:"))

    def address(self, peer: str, headers: Mapping[str, str]) -> str:
        """Where somebody asks from; behind a proxy near by, as the proxy tells."""
        if self.plan.public_url is None or not is_near(peer):
            return peer
        told = headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return told if 0 < len(told) <= LONGEST_ADDRESS else peer

    def most_connections(self, peer: str) -> int:
        """How many may come from there; a proxy near by brings everybody's."""
        if self.plan.public_url is not None and is_near(peer):
            return sys.maxsize
        return self.plan.limits.connections

    def may_connect(self, peer: str) -> bool:
        """Count a new connection from there; a proxy near by brings everybody's."""
        if self.plan.public_url is not None and is_near(peer):
            return True
        return self._arrivals.allows(peer)

    def base_url(self, headers: Mapping[str, str]) -> str:
        """The address that the caller uses, without a slash at its end."""
        if self.plan.public_url:
            return self.plan.public_url.rstrip("/")
        return f"http://{headers.get('Host', '')}"

    def _devices_elsewhere(self, note: Connected | Revoked) -> None:
        if isinstance(note, Connected):
            self.devices.connected_elsewhere(note)
        else:
            self.devices.revoked_elsewhere(note)

    def _renamed_elsewhere(self, identity: str) -> None:
        chore = asyncio.ensure_future(self._rename(identity))
        self._chores.add(chore)
        chore.add_done_callback(self._chores.discard)

    async def _rename(self, identity: str) -> None:
        with contextlib.suppress(StoreError):  # then they have it when they connect again
            person = await self.store.find_identity(identity)
            if person is not None:
                self.tables.rename_here(Caller(*person))

    async def record(self, code: str, number: int, identity: str) -> str:
        """A finished game of a table, as far as somebody may know it; raises Refused."""
        entries = await self.tables.history(code)
        return await asyncio.to_thread(record_text, entries, number, identity)

    def stop(self) -> None:
        """Leave nothing under way."""
        self.workers.close()
        self.devices.stop()
        self.floods.stop()
        for chore in self._chores:
            chore.cancel()
