"""Rate limits that all servers of a store share.

Each server also counts what the others allow. Callers are identified by an HMAC keyed by the store,
so that the bus reveals nobody's address.
"""

import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from calavera.server.cluster.bus import Bus
from calavera.server.cluster.notifications import Spent
from calavera.server.limits.budgets import Limits
from calavera.server.limits.rate_limiter import RateLimiter
from calavera.server.stores.interface import Store

KINDS: Final = (
    "newcomers",
    "new_tables",
    "new_tables_from",
    "wrong_codes",
    "replays",
    "records",
    "exports",
)
"""The shared limits. Calls, messages and talk are counted per server."""


class SharedLimits:
    """One rate limiter for each kind."""

    def __init__(
        self, limits: Limits, seconds: Callable[[], float], store: Store, bus: Bus
    ) -> None:
        self._key = store.name.encode()
        self._bus = bus
        self._limiters = {kind: RateLimiter(getattr(limits, kind), seconds) for kind in KINDS}
        if store.is_shared:
            for kind, limiter in self._limiters.items():
                limiter.counted = self._publisher(kind)
        self._hash = lru_cache(10_000)(self._hashed)

    def _publisher(self, kind: str) -> Callable[[str], None]:
        return lambda caller: self._bus.publish(Spent(kind, caller))

    def of(self, kind: str) -> "SharedLimiter":
        return SharedLimiter(self._limiters[kind], self._hash)

    def count_elsewhere(self, spent: Spent) -> None:
        if spent.kind in self._limiters:
            self._limiters[spent.kind].count(spent.caller)

    def _hashed(self, caller: str) -> str:
        return hmac.digest(self._key, caller.encode(), "sha256").hex()[:24]


class SharedLimiter:
    """A rate limiter that sees callers as hashes."""

    def __init__(self, limiter: RateLimiter, hashed: Callable[[str], str]) -> None:
        self._limiter = limiter
        self._hashed = hashed

    def allows(self, caller: str) -> bool:
        return self._limiter.allows(self._hashed(caller))

    def check(self, caller: str) -> None:
        self._limiter.check(self._hashed(caller))

    def would_allow(self, caller: str) -> bool:
        return self._limiter.would_allow(self._hashed(caller))

    def too_fast(self, caller: str) -> Exception:
        return self._limiter.too_fast(self._hashed(caller))
