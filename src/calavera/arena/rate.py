"""How often something happened, out of how many times it could have."""

from typing import NamedTuple

from calavera.arena.interval import Interval, wilson


class Rate(NamedTuple):
    """A share, with what it was counted from."""

    hits: int
    """How often it happened."""

    tries: int
    """Out of how many."""

    @property
    def share(self) -> float | None:
        """The share; none where there was nothing to count."""
        return self.hits / self.tries if self.tries else None

    @property
    def interval(self) -> Interval:
        """Where the true share lies, with 95 % confidence."""
        return wilson(self.hits, self.tries)
