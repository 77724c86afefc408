"""Counts what one person or one address asks for: token buckets."""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from calavera.server.limits import Limits, Rate
from calavera.table.reasons import Reason, Refused

MOST_KNOWN: Final = 50_000
"""How many callers are remembered; who has not asked for long is forgotten first."""


class TooFast(Refused):
    """More was asked for than is allowed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        """After which it is worth trying again."""
        super().__init__(Reason.TOO_FAST, f"try again in {self.seconds} s")


class Limiter:
    """Counts what callers do."""

    def __init__(self, rate: Rate, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._seconds = seconds
        self.counted: Callable[[str], None] = lambda caller: None
        """Called with whoever was allowed something, for those who count along."""
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, caller: str) -> bool:
        """Whether that is not too much; it is counted if not."""
        left = self._now_left(caller)
        allowed = left >= 1
        self._keep(caller, left - 1 if allowed else left)
        if allowed:
            self.counted(caller)
        return allowed

    def count(self, caller: str) -> None:
        """Somebody was allowed something by another server."""
        self._keep(caller, max(0.0, self._now_left(caller) - 1))

    def check(self, caller: str) -> None:
        """Count it; raises TooFast where it is too much."""
        if not self.allows(caller):
            raise self.too_fast(caller)

    def too_fast(self, caller: str) -> TooFast:
        """What somebody is told who is not allowed."""
        return TooFast((1 - self._now_left(caller)) / self._rate.per_second)

    def would_allow(self, caller: str) -> bool:
        """The same, without counting it."""
        return self._now_left(caller) >= 1

    def _now_left(self, caller: str) -> float:
        now = self._seconds()
        left, since = self._left.get(caller, (float(self._rate.burst), now))
        return min(self._rate.burst, left + (now - since) * self._rate.per_second)

    def _keep(self, caller: str, left: float) -> None:
        self._left[caller] = (left, self._seconds())
        self._left.move_to_end(caller)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)


class Bucket:
    """Tokens that are taken and fill up again."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._burst = self._left = float(rate.burst)
        self._per_second = rate.per_second
        self._since = now

    def has_one(self, now: float) -> bool:
        """Whether one could be taken."""
        return self._left + (now - self._since) * self._per_second >= 1

    def take(self, count: int, now: float) -> bool:
        """Take so many; false where there are fewer."""
        left = self._left + (now - self._since) * self._per_second
        left = min(left, self._burst)
        self._since = now
        is_enough = left >= count
        self._left = left - count if is_enough else left
        return is_enough


class Allowance:
    """Frames and bytes that may come."""

    def __init__(self, frames: Rate, traffic: Rate, now: float) -> None:
        self.frames = Bucket(frames, now)
        self.traffic = Bucket(traffic, now)


class Budgets:
    """What may come on sockets: on each of them, and from each address on all of its own."""

    def __init__(self, limits: Limits, seconds: Callable[[], float]) -> None:
        self._limits = limits
        self._seconds = seconds
        self._addresses: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, address: str) -> "Budget":
        """The budget of a new socket."""
        limits, now = self._limits, self._seconds()
        shared = self._addresses.get(address)
        if shared is None:
            shared = Allowance(limits.frames_from, limits.traffic_from, now)
        self._addresses[address] = shared
        self._addresses.move_to_end(address)
        if len(self._addresses) > MOST_KNOWN:
            self._addresses.popitem(last=False)
        return Budget(Allowance(limits.frames, limits.traffic, now), shared)


class Budget:
    """What may come on one socket; what exceeds its own share is not taken from its address."""

    def __init__(self, own: Allowance, shared: Allowance) -> None:
        self._own = own
        self._shared = shared

    def allows_frame(self, now: float) -> bool:
        """Count a frame of any kind."""
        return self._own.frames.take(1, now) and self._shared.frames.take(1, now)

    def allows_bytes(self, count: int, now: float) -> bool:
        """Count bytes before they are looked at; where no frame is left they are too many, too."""
        return (
            self._own.traffic.take(count, now)
            and self._shared.traffic.take(count, now)
            and self._shared.frames.has_one(now)
        )
