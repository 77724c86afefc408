"""The store as tables write to it: each entry is stored, announced on the bus, and measured."""

from collections.abc import Callable

from calavera.server.cluster.bus import Bus
from calavera.server.cluster.notifications import Moved
from calavera.server.ops.metrics import Metrics
from calavera.server.stores.interface import Store
from calavera.table.live.ports import Conflict, Stored
from calavera.table.views.finished import ListChanges


class TableJournal:
    """The journal of every table of a server."""

    def __init__(
        self, store: Store, bus: Bus, metrics: Metrics, failed: Callable[[str, Exception], None]
    ) -> None:
        self._store = store
        self._bus = bus
        self._metrics = metrics
        self._failed = failed
        """Called with the table's code when an entry could not be stored."""

    def append(
        self, code: str, expected: int, entry: bytes, lists: ListChanges, done: Stored
    ) -> None:
        """Store an entry; a version conflict is an answer, not a failure."""
        metrics = self._metrics
        began = metrics.now()

        def stored(error: Exception | None) -> None:
            metrics.store_seconds.observe(metrics.now() - began)
            if error is None and self._store.is_shared:
                self._bus.publish(Moved(code, expected + 1))
            done(error)
            if error is not None and not isinstance(error, Conflict):
                metrics.failed("store")
                self._failed(code, error)

        self._store.append(code, expected, entry, lists, stored)
