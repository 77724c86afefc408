"""A proportion with its confidence interval."""

from typing import NamedTuple

from calavera.arena.interval import Interval, wilson


class Proportion(NamedTuple):
    """Hits out of tries."""

    hits: int  # how often it happened
    tries: int  # out of how many

    @property
    def share(self) -> float | None:
        """The share; none where there was nothing to count."""
        return self.hits / self.tries if self.tries else None

    @property
    def interval(self) -> Interval:
        """The 95 % Wilson interval."""
        return wilson(self.hits, self.tries)
