"""Limits that hold for all servers of a store together.

Each server counts what the others allow. Askers are named by a hash that only who has the store can
make: whoever reads the bus learns nobody's address.
"""

import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from calavera.server.bus import Bus
from calavera.server.limiter import Limiter
from calavera.server.limits import Limits
from calavera.server.notes import Spent
from calavera.server.store import Store

KINDS: Final = ("newcomers", "new_tables", "new_tables_from", "wrong_codes", "replays", "records")
"""What is counted together. Calls, messages and talk each server counts for itself."""


class SharedLimits:
    """One limiter for each kind."""

    def __init__(
        self, limits: Limits, seconds: Callable[[], float], store: Store, bus: Bus
    ) -> None:
        self._key = store.name.encode()
        self._bus = bus
        self._limiters = {kind: Limiter(getattr(limits, kind), seconds) for kind in KINDS}
        if store.is_shared:
            for kind, limiter in self._limiters.items():
                limiter.counted = self._teller(kind)
        self._hash = lru_cache(10_000)(self._hashed)

    def _teller(self, kind: str) -> Callable[[str], None]:
        return lambda caller: self._bus.tell(Spent(kind, caller))

    def of(self, kind: str) -> "SharedLimiter":
        """The limiter of a kind."""
        return SharedLimiter(self._limiters[kind], self._hash)

    def heard(self, spent: Spent) -> None:
        """Another server has allowed something."""
        if spent.kind in self._limiters:
            self._limiters[spent.kind].count(spent.caller)

    def _hashed(self, caller: str) -> str:
        return hmac.digest(self._key, caller.encode(), "sha256").hex()[:24]


class SharedLimiter:
    """Asks a limiter by hashes."""

    def __init__(self, limiter: Limiter, named: Callable[[str], str]) -> None:
        self._limiter = limiter
        self._named = named

    def allows(self, caller: str) -> bool:
        """Whether that is not too much; it is counted if not."""
        return self._limiter.allows(self._named(caller))

    def check(self, caller: str) -> None:
        """Count it; raises TooFast where it is too much."""
        self._limiter.check(self._named(caller))

    def would_allow(self, caller: str) -> bool:
        """The same as `allows`, without counting it."""
        return self._limiter.would_allow(self._named(caller))

    def too_fast(self, caller: str) -> Exception:
        """What somebody is told who is not allowed."""
        return self._limiter.too_fast(self._named(caller))
