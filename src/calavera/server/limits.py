"""How much one person or one address may ask for."""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from calavera.table.reasons import Reason, Refused

MOST_KNOWN: Final = 50_000
"""How many askers are remembered; who has not asked for long is forgotten first."""


class Rate(NamedTuple):
    """A bucket that fills again."""

    burst: int
    """How many at once."""

    per_second: float
    """How many a second in the long run."""


class Limits(NamedTuple):
    """Every limit of a server."""

    messages: Rate = Rate(60, 20.0)
    """Messages of one person, on all their sockets."""

    calls: Rate = Rate(120, 20.0)
    """Calls from one address."""

    sockets: Rate = Rate(500, 50.0)
    """New sockets from one address: all of its people may come back at once."""

    newcomers: Rate = Rate(60, 0.5)
    """New identities from one address."""

    new_tables: Rate = Rate(10, 0.05)
    """New tables of one person."""

    new_tables_from: Rate = Rate(20, 0.05)
    """New tables from one address."""

    talk: Rate = Rate(5, 0.5)
    """What one member says at a table, ready-made or not."""

    wrong_codes: Rate = Rate(30, 0.2)
    """Codes of no table, from one address."""

    replays: Rate = Rate(30, 0.5)
    """Games to look at again, from one address."""

    records: Rate = Rate(60, 2.0)
    """Games of tables to be written down, from one address."""

    connections: int = 500
    """Open connections from one address, sockets among them."""


_ENDLESS: Final = Rate(1_000_000_000, 1_000_000_000.0)
UNLIMITED: Final = Limits(
    messages=_ENDLESS,
    calls=_ENDLESS,
    sockets=_ENDLESS,
    newcomers=_ENDLESS,
    new_tables=_ENDLESS,
    new_tables_from=_ENDLESS,
    talk=_ENDLESS,
    wrong_codes=_ENDLESS,
    replays=_ENDLESS,
    records=_ENDLESS,
    connections=1_000_000_000,
)
"""For measuring a server from a single address."""


class TooFast(Refused):
    """More was asked for than is allowed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        """After which it is worth trying again."""
        super().__init__(Reason.TOO_FAST, f"try again in {self.seconds} s")


class Limiter:
    """Counts what askers do."""

    def __init__(self, rate: Rate, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._seconds = seconds
        self.counted: Callable[[str], None] = lambda asker: None
        """Called with whoever was allowed something, for those who count along."""
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, asker: str) -> bool:
        """Whether that is not too much; it is counted if not."""
        left = self._now_left(asker)
        allowed = left >= 1
        self._keep(asker, left - 1 if allowed else left)
        if allowed:
            self.counted(asker)
        return allowed

    def count(self, asker: str) -> None:
        """Somebody was allowed something by another server."""
        self._keep(asker, max(0.0, self._now_left(asker) - 1))

    def check(self, asker: str) -> None:
        """Count it; raises TooFast where it is too much."""
        if not self.allows(asker):
            raise self.too_fast(asker)

    def too_fast(self, asker: str) -> TooFast:
        """What somebody is told who is not allowed."""
        return TooFast((1 - self._now_left(asker)) / self._rate.per_second)

    def would_allow(self, asker: str) -> bool:
        """The same, without counting it."""
        return self._now_left(asker) >= 1

    def _now_left(self, asker: str) -> float:
        now = self._seconds()
        left, since = self._left.get(asker, (float(self._rate.burst), now))
        return min(self._rate.burst, left + (now - since) * self._rate.per_second)

    def _keep(self, asker: str, left: float) -> None:
        self._left[asker] = (left, self._seconds())
        self._left.move_to_end(asker)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
