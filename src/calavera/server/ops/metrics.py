"""Metrics for Prometheus.

Everything is counted per process: no table, person or address is named, so that whoever reads the
metrics learns how busy a server is and nothing about any game.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from calavera.protocol.reasons import Reason

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds of the histograms' buckets, in seconds."""


class Histogram:
    """Durations by bucket: without the library's locks, for every move passes through two."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, description: str) -> HistogramMetricFamily:
        bounds = (*map(str, BOUNDS), "+Inf")
        buckets = [*zip(bounds, accumulate(self._counts), strict=True)]
        return HistogramMetricFamily(name, description, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """What one server counts."""

    def __init__(self) -> None:
        self.moves = 0
        self.move_seconds = Histogram()
        self.store_seconds = Histogram()
        self.calls: Counter[int] = Counter()
        """HTTP responses by status."""
        self.failures: Counter[str] = Counter()
        self.floods: Counter[str] = Counter()
        self._refused: Counter[Reason] = Counter()
        self.gauges: Mapping[str, tuple[str, Callable[[], float]]] = {}
        """Descriptions and current values, by name."""
        self.failures_elsewhere: Callable[[], Mapping[str, int]] = dict
        """Failures that the store and the bus count themselves."""
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def now(self) -> float:
        """Seconds on a monotonic clock."""
        return time.perf_counter()

    def happened(self, began: float) -> None:
        """Count a move that arrived then, and is now stored and sent to everybody."""
        self.moves += 1
        self.move_seconds.observe(time.perf_counter() - began)

    def refused(self, reason: Reason) -> None:
        self._refused[reason] += 1

    def failed(self, part: str) -> None:
        self.failures[part] += 1

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterable[Metric]:
        for name, (description, value) in self.gauges.items():
            yield GaugeMetricFamily(f"calavera_{name}", description, value())
        yield CounterMetricFamily(
            "calavera_moves", "Commands and moves of bots that were stored and sent.", self.moves
        )
        yield _counter(
            "refusals",
            "Commands and calls that were refused.",
            "reason",
            {reason.value: self._refused[reason] for reason in Reason},
        )
        yield _counter(
            "floods",
            "Sockets closed and handshakes refused for flooding.",
            "outcome",
            {outcome: self.floods[outcome] for outcome in ("closed", "refused")},
        )
        yield _counter(
            "calls",
            "HTTP responses.",
            "status",
            {str(status): count for status, count in sorted(self.calls.items())},
        )
        failures = self.failures + Counter(self.failures_elsewhere())
        yield _counter(
            "failures",
            "Failures of the store, the bus and bots.",
            "part",
            {part: failures[part] for part in ("store", "bus", "bot")},
        )
        yield self.move_seconds.family(
            "calavera_move_seconds", "From the arrival of a command until everybody was sent it."
        )
        yield self.store_seconds.family(
            "calavera_store_seconds", "From handing an entry to the store until it was durable."
        )


def _counter(
    name: str, description: str, label: str, counts: Mapping[str, int]
) -> CounterMetricFamily:
    family = CounterMetricFamily(f"calavera_{name}", description, labels=[label])
    for value, count in counts.items():
        family.add_metric([value], count)
    return family
