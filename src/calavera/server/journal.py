"""The store as tables write to it, with an eye on how long it takes and how often it fails."""

from collections.abc import Callable

from calavera.server.metrics import Metrics
from calavera.table.ports import Conflict, Journal, Stored
from calavera.table.summary import Summary


class MeteredJournal:
    """A journal that counts what another one does."""

    def __init__(
        self, journal: Journal, metrics: Metrics, failed: Callable[[Exception], None]
    ) -> None:
        self._journal = journal
        self._metrics = metrics
        self._failed = failed
        """Called where an entry could not be stored."""

    def append(
        self, code: str, expected: int, entry: bytes, summary: Summary | None, done: Stored
    ) -> None:
        """Hand an entry on."""
        metrics = self._metrics
        began = metrics.now()

        def stored(error: Exception | None) -> None:
            metrics.store.add(metrics.now() - began)
            if error is not None and not isinstance(error, Conflict):
                metrics.failed("store")
                self._failed(error)
            done(error)

        self._journal.append(code, expected, entry, summary, stored)
