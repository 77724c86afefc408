"""Rate limits: token buckets for callers, and budgets of frames and bytes for sockets."""

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from calavera.protocol.reasons import Reason, Refused
from calavera.server.limits.budgets import Limits, Rate

MOST_KNOWN: Final = 50_000
"""How many callers are remembered; the least recent are forgotten first."""

SURCHARGE: Final = 3
"""Extra tokens that a frame costs its socket while the address is overdrawn."""


class TooFast(Refused):
    """A rate limit was exceeded."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, math.ceil(seconds))
        """When it is worth trying again."""
        super().__init__(Reason.TOO_FAST, f"try again in {self.seconds} s")


class RateLimiter:
    """A token bucket for each caller."""

    def __init__(self, rate: Rate, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._seconds = seconds
        self.counted: Callable[[str], None] = lambda caller: None
        """Called with each caller that was allowed, for servers that share the limit."""
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, caller: str) -> bool:
        """Take a token; false if there is none."""
        left = self._tokens(caller)
        allowed = left >= 1
        self._keep(caller, left - 1 if allowed else left)
        if allowed:
            self.counted(caller)
        return allowed

    def count(self, caller: str) -> None:
        """Take a token that another server has granted."""
        self._keep(caller, max(0.0, self._tokens(caller) - 1))

    def check(self, caller: str) -> None:
        if not self.allows(caller):
            raise self.too_fast(caller)

    def too_fast(self, caller: str) -> TooFast:
        """The refusal for a caller without tokens."""
        return TooFast((1 - self._tokens(caller)) / self._rate.per_second)

    def would_allow(self, caller: str) -> bool:
        """Whether there is a token, without taking it."""
        return self._tokens(caller) >= 1

    def _tokens(self, caller: str) -> float:
        now = self._seconds()
        left, since = self._left.get(caller, (float(self._rate.burst), now))
        return min(self._rate.burst, left + (now - since) * self._rate.per_second)

    def _keep(self, caller: str, left: float) -> None:
        self._left[caller] = (left, self._seconds())
        self._left.move_to_end(caller)
        if len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)


class TokenBucket:
    """Tokens that are taken and refill; it stays overdrawn until it is half full again."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._burst = self._left = float(rate.burst)
        self._per_second = rate.per_second
        self._since = now
        self._is_overdrawn = False

    def take(self, count: int, now: float) -> bool:
        """Take tokens; false if there are fewer, and then none is taken."""
        left = self._refill(now)
        is_enough = left >= count
        if is_enough:
            self._left = left - count
        else:
            self._is_overdrawn = True
        return is_enough

    def is_overdrawn(self, now: float) -> bool:
        if self._is_overdrawn and self.is_half_full(now):
            self._is_overdrawn = False
        return self._is_overdrawn

    def is_half_full(self, now: float) -> bool:
        return self._refill(now) >= self._burst / 2

    def _refill(self, now: float) -> float:
        left = self._left + (now - self._since) * self._per_second
        self._left = left = min(left, self._burst)
        self._since = now
        return left


class Allowance:
    """The frames and bytes that may arrive."""

    def __init__(self, frames: Rate, traffic: Rate, now: float) -> None:
        self.frames = TokenBucket(frames, now)
        self.traffic = TokenBucket(traffic, now)

    def is_overdrawn(self, now: float) -> bool:
        return self.frames.is_overdrawn(now) or self.traffic.is_overdrawn(now)

    def is_half_full(self, now: float) -> bool:
        return self.frames.is_half_full(now) and self.traffic.is_half_full(now)


class Budgets:
    """What may arrive on each socket, and on all sockets of each address."""

    def __init__(self, limits: Limits, seconds: Callable[[], float]) -> None:
        self._limits = limits
        self._seconds = seconds
        self._addresses: OrderedDict[str, Allowance] = OrderedDict()

    def is_overdrawn(self, address: str) -> bool:
        """Whether an address has flooded lately and may open no further socket."""
        shared = self._addresses.get(address)
        return shared is not None and shared.is_overdrawn(self._seconds())

    def of(self, address: str) -> "Budget":
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
    """What may arrive on one socket.

    What exceeds the socket's own budget is not charged to its address. While the address is
    overdrawn, quiet sockets go on, so that nobody is closed for the flood of a neighbour.
    """

    def __init__(self, own: Allowance, shared: Allowance) -> None:
        self._own = own
        self._shared = shared

    def allows_frame(self, now: float) -> bool:
        """Count a frame of any kind."""
        own, shared = self._own, self._shared
        if not own.frames.take(1, now):
            return False
        shared.frames.take(1, now)
        if not shared.is_overdrawn(now):
            return True
        # Many sockets that each stay below their own rate are a flood, too.
        return own.frames.take(SURCHARGE, now) and own.is_half_full(now)

    def allows_bytes(self, count: int, now: float) -> bool:
        """Count bytes before they are parsed."""
        own, shared = self._own, self._shared
        if not own.traffic.take(count, now):
            return False
        shared.traffic.take(count, now)
        return not shared.is_overdrawn(now) or own.is_half_full(now)
