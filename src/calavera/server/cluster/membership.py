"""Membership in a cluster: keeps tables in step with the other servers on the store."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from calavera.protocol.messages import ByeReason
from calavera.server.cluster.bus import Bus
from calavera.server.cluster.catch_up import Follower
from calavera.server.cluster.isolation import Isolation
from calavera.server.cluster.leases import Leases
from calavera.server.cluster.notifications import (
    Connected,
    Hello,
    Here,
    Moved,
    Notification,
    Renamed,
    Revoked,
    Spent,
    StoreReachable,
)
from calavera.server.cluster.presence import Presence
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.interface import Store
from calavera.table.live.coordinator import LiveTable
from calavera.table.live.ports import Hosting

REFRESH: Final = 0.25
"""Seconds between two updates of presence and leases."""

SETTLING: Final = 1.0
"""Seconds after which a healthy bus has reported who is connected where."""

SENDING_AWAY: Final = 2.0
"""Seconds over which people are sent to other servers."""


class Membership:
    """Follows the other servers for all tables in memory."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        live: Mapping[str, LiveTable],
        occupied: Callable[[], list[str]],
        damaged: Callable[[Damaged], None],
    ) -> None:
        self._bus = bus
        self._live = live
        self._occupied = occupied
        self._is_shared = store.is_shared
        self._seconds = asyncio.get_running_loop().time
        self.follower = Follower(store, live, damaged)
        self.presence = Presence(bus, self._seconds)
        self.isolation = Isolation(bus, self._seconds)
        self.leases = Leases(store, bus.sender, occupied, self._rehost_all, self.isolation.answered)
        self._healthy_since = self._seconds() if bus.is_healthy else None
        self.spent_elsewhere: Callable[[Spent], None] = lambda spent: None
        """Called when another server has counted against a shared rate limit."""
        self.renamed_elsewhere: Callable[[str], None] = lambda identity: None
        """Called when somebody was renamed on another server."""
        self.devices_elsewhere: Callable[[Connected | Revoked], None] = lambda notification: None
        """Called when somebody's devices or tokens changed on another server."""
        bus.subscribe(self._received)

    def hosting(self) -> Hosting:
        """How a new table reaches the other servers."""
        return Hosting(self._is_shared, catch_up=self.follower.follow, regrouped=self._regrouped)

    def _received(self, sender: str, notifications: Sequence[Notification]) -> None:
        """Handle notifications of another server; none is a heartbeat."""
        self.presence.heard(sender)
        for notification in notifications:
            if isinstance(notification, Moved):
                live = self._live.get(notification.code)
                if live is not None and live.version < notification.version:
                    self.follower.follow(notification.code)
            elif isinstance(notification, Here):
                self.presence.is_there(sender, notification)
                self._update_others([notification.code])
            elif isinstance(notification, Hello):
                self.presence.repeat()
            elif isinstance(notification, StoreReachable):
                self.isolation.answered_another()
            elif isinstance(notification, Spent):
                self.spent_elsewhere(notification)
            elif isinstance(notification, Renamed):
                self.renamed_elsewhere(notification.identity)
            else:
                self.devices_elsewhere(notification)

    def _regrouped(self, code: str) -> None:
        live = self._live[code]
        self.presence.is_here(code, live.audience.members_here)
        if not live.hosting.is_runner and not live.is_empty:
            self.leases.want()

    # What each table knows of the others.

    def join(self, code: str, live: LiveTable) -> None:
        self._rehost(code, live, self._sees_others())

    def _update_others(self, codes: Iterable[str]) -> None:
        for code in codes:
            live = self._live.get(code)
            if live is not None:
                self._rehost(code, live, live.hosting.sees_others)

    def _rehost_all(self) -> None:
        sees_others = self._sees_others()
        for code, live in [*self._live.items()]:
            self._rehost(code, live, sees_others)

    def _rehost(self, code: str, live: LiveTable, sees_others: bool) -> None:
        live.rehost(
            live.hosting._replace(
                is_runner=self.leases.holds(code),
                sees_others=sees_others,
                elsewhere=self.presence.elsewhere(code),
            )
        )

    def _sees_others(self) -> bool:
        """Whether the others have had time to report who is connected to them."""
        now = self._seconds()
        if not self._bus.is_healthy:
            self._healthy_since = None
        elif self._healthy_since is None:
            self._healthy_since = now
        settling = SETTLING if self._is_shared else 0.0
        return self._healthy_since is not None and now - self._healthy_since >= settling

    # Background tasks.

    async def refresh(self) -> None:
        """Refresh presence and leases of all tables, until cancelled."""
        while True:
            await asyncio.sleep(REFRESH)
            self._update_others(self.presence.look_around())
            self._rehost_all()

    async def watch_isolation(self, first: Callable[[], None]) -> None:
        """Send people to other servers while the store does not answer this one, until cancelled.

        `first` is called for those who are not at a table yet.
        """

        async def send_away() -> None:
            first()
            await self._send_away()

        if self._is_shared:
            await self.isolation.watch(send_away)

    async def _send_away(self) -> None:
        """Send people away table by table, so that they do not all reconnect at once."""
        occupied = self._occupied()
        for code in occupied:
            if not self.isolation.is_cut_off:
                return
            live = self._live.get(code)
            if live is not None:
                live.dismiss(ByeReason.STOPPING)
            await asyncio.sleep(SENDING_AWAY / len(occupied))
