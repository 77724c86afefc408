"""How much one person or one address may ask for."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

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

    newcomers: Rate = Rate(60, 0.5)
    """New identities from one address."""

    new_tables: Rate = Rate(30, 0.2)
    """New tables of one person, or from one address."""

    wrong_codes: Rate = Rate(30, 0.2)
    """Codes of no table, from one address."""

    replays: Rate = Rate(30, 0.5)
    """Games to look at again, from one address."""


_ENDLESS: Final = Rate(1_000_000_000, 1_000_000_000.0)
UNLIMITED: Final = Limits(*[_ENDLESS] * len(Limits._fields))
"""For measuring a server from a single address."""


class Limiter:
    """Counts what askers do."""

    def __init__(self, rate: Rate, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._seconds = seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, asker: str) -> bool:
        """Whether that is not too much; it is counted if not."""
        now = self._seconds()
        left = self._now_left(asker, now)
        allowed = left >= 1
        self._left.pop(asker, None)
        self._left[asker] = (left - 1 if allowed else left, now)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return allowed

    def would_allow(self, asker: str) -> bool:
        """The same, without counting it."""
        return self._now_left(asker, self._seconds()) >= 1

    def _now_left(self, asker: str, now: float) -> float:
        left, since = self._left.get(asker, (float(self._rate.burst), now))
        return min(self._rate.burst, left + (now - since) * self._rate.per_second)


class Bucket:
    """The same for a single asker."""

    __slots__ = ("__weakref__", "_left", "_rate", "_since")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._left = float(rate.burst)
        self._since = now

    def allows(self, now: float) -> bool:
        """Whether that is not too much; it is counted if not."""
        left = min(self._rate.burst, self._left + (now - self._since) * self._rate.per_second)
        self._since = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True
