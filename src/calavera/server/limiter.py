"""Counts what one person or one address asks for: token buckets."""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from calavera.server.limits import Rate
from calavera.table.reasons import Reason, Refused

MOST_KNOWN: Final = 50_000
"""How many askers are remembered; who has not asked for long is forgotten first."""


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
