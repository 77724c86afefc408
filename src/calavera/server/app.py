"""The configuration of a server, and the parts that HTTP and sockets share."""

import asyncio
import contextlib
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from calavera.server.cluster.bus import Bus
from calavera.server.cluster.notifications import Connected, Revoked
from calavera.server.cluster.shared_limits import SharedLimits
from calavera.server.limits.budgets import Limits
from calavera.server.limits.floods import Floods
from calavera.server.limits.rate_limiter import RateLimiter
from calavera.server.limits.review_pool import ReviewPool
from calavera.server.limits.worker_pool import WorkerPool
from calavera.server.net.addresses import LONGEST_ADDRESS, is_private
from calavera.server.net.origins import Origins
from calavera.server.ops.metrics import Metrics
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.interface import Store, StoreDamaged, StoreError
from calavera.server.stores.writability import Writability
from calavera.server.tables.backlog import Backlog
from calavera.server.tables.bot_thread import ThreadThinker
from calavera.server.tables.devices import Devices
from calavera.server.tables.journal import TableJournal
from calavera.server.tables.moderation import Moderation
from calavera.server.tables.people import People
from calavera.server.tables.registry import Tables
from calavera.table.live.automation import Pace
from calavera.table.live.ports import World
from calavera.table.logic.caller import Caller
from calavera.table.views.game_record import record_text


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class ServerConfig(NamedTuple):
    """How a server runs."""

    host: str = "127.0.0.1"

    port: int = 8000
    """0 for any free port."""

    store: str = "sqlite:///calavera.db"

    bus: str | None = None
    """Where servers that share a store notify each other."""

    public_url: str | None = None
    """The address that people open, if it differs from the one the server sees."""

    pace: Pace = Pace()
    """How fast bots and forced moves are."""

    limits: Limits = Limits()

    metrics: tuple[str, int] | None = None
    """Host and port of the Prometheus endpoint."""

    drain: float = 0.0
    """Seconds to keep serving after SIGTERM, so that load balancers notice."""

    random: Callable[[int], bytes] = secrets.token_bytes
    """The source of unguessable bytes."""

    now: Callable[[], int] = now
    """The clock, in milliseconds since 1970."""


class App:
    """The parts of a server that its HTTP handlers and sockets share."""

    def __init__(self, config: ServerConfig, store: Store, bus: Bus) -> None:
        loop = asyncio.get_running_loop()
        self.config = config
        self.store = store
        self.bus = bus
        self.seconds = loop.time
        self.metrics = Metrics()
        self.floods = Floods(self.metrics)
        self.thinker = ThreadThinker(lambda: self.metrics.failed("bot"))
        self.writability = Writability(store, loop.time)
        journal = TableJournal(store, bus, self.metrics, self._append_failed)
        world = World(journal, self.thinker, config.now, config.random, self.metrics)
        self.tables = Tables(store, bus, world, config.pace)
        self.tables.cluster.renamed_elsewhere = self._renamed_elsewhere
        self.backlog = Backlog(store, self.tables.histories)
        self.people = People(store)
        self.workers = WorkerPool()
        self.reviews = ReviewPool()
        self.moderation = Moderation(store, self.tables, self.people)
        self.devices = Devices(store, bus)
        self.tables.cluster.devices_elsewhere = self._devices_elsewhere
        self._tasks: set[asyncio.Task[None]] = set()
        self.origins = Origins(config.public_url, config.host)
        self.limits = SharedLimits(config.limits, loop.time, store, bus)
        self.tables.cluster.spent_elsewhere = self.limits.count_elsewhere
        self.wrong_codes = self.limits.of("wrong_codes")
        self._new_connections = RateLimiter(config.limits.new_connections, loop.time)

    @property
    def is_secure(self) -> bool:
        return bool(self.config.public_url and self.config.public_url.startswith("https:"))

    def address(self, peer: str, headers: Mapping[str, str]) -> str:
        """The client's address; behind a trusted proxy, the one that the proxy reports."""
        if not self._is_proxy(peer):
            return peer
        reported = headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        return reported if 0 < len(reported) <= LONGEST_ADDRESS else peer

    def _is_proxy(self, peer: str) -> bool:
        """Whether a peer is a proxy in front of this server: all clients share its address."""
        return self.config.public_url is not None and is_private(peer)

    def most_connections(self, peer: str) -> int:
        """How many connections an address may have open."""
        return sys.maxsize if self._is_proxy(peer) else self.config.limits.connections

    def may_connect(self, peer: str) -> bool:
        """Count a new connection; false above the rate limit."""
        return self._is_proxy(peer) or self._new_connections.allows(peer)

    def base_url(self, headers: Mapping[str, str]) -> str:
        """The address that the caller uses, without a trailing slash."""
        if self.config.public_url:
            return self.config.public_url.rstrip("/")
        return f"http://{headers.get('Host', '')}"

    async def record(self, code: str, number: int, identity: str) -> str:
        """A finished game, as far as an identity may know it; raises Refused."""
        entries = await self.tables.histories.entries(code)
        return await asyncio.to_thread(record_text, entries, number, identity)

    def _append_failed(self, code: str, error: Exception) -> None:
        self.writability.failed(error)
        if isinstance(error, StoreDamaged):
            self.tables.histories.damaged(Damaged(code, str(error)))

    def _devices_elsewhere(self, notification: Connected | Revoked) -> None:
        if isinstance(notification, Connected):
            self.devices.connected_elsewhere(notification)
        else:
            self.devices.revoked_elsewhere(notification)

    def _renamed_elsewhere(self, identity: str) -> None:
        task = asyncio.ensure_future(self._rename(identity))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rename(self, identity: str) -> None:
        with contextlib.suppress(StoreError):  # the next connection brings the new name
            person = await self.store.find_identity(identity)
            if person is not None:
                self.tables.rename_here(Caller(*person))

    def stop(self) -> None:
        self.workers.close()
        self.devices.stop()
        self.floods.stop()
        for task in self._tasks:
            task.cancel()
