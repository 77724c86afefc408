"""What a server counts about itself, and how Prometheus reads it.

Counts are of the whole process: no table, person or address is named, so that whoever reads them
learns how busy a server is and nothing about any game.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from calavera.table.reasons import Reason

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds; what takes longer is counted above the last."""


class Durations:
    """How long something took, in classes."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """It took so long."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """As Prometheus reads it: each class holds those below it, too."""
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {so_far}"


class Metrics:
    """The counts of one server."""

    def __init__(self) -> None:
        self.moves = 0
        """Entries that were stored and told."""
        self.told = Durations()
        """From a command's arrival until everybody was told."""
        self.store = Durations()
        """From handing an entry to the store until it is durable."""
        self.calls: Counter[int] = Counter()
        """Answers of HTTP by status."""
        self.failures: Counter[str] = Counter()
        """What the store, the bus and the bots failed at."""
        self.floods: Counter[str] = Counter()
        """Sockets that were closed or refused for sending too much."""
        self._refused: Counter[Reason] = Counter()

    def now(self) -> float:
        """Seconds on a clock that only goes forward."""
        return time.perf_counter()

    def happened(self, began: float) -> None:
        """Something that arrived then is stored and told."""
        self.moves += 1
        self.told.add(time.perf_counter() - began)

    def refused(self, reason: Reason) -> None:
        """Somebody's command or call was refused."""
        self._refused[reason] += 1

    def failed(self, part: str) -> None:
        """The store or a bot failed."""
        self.failures[part] += 1

    def text(
        self, gauges: Mapping[str, tuple[str, float]], counted: Mapping[str, int] | None = None
    ) -> str:
        """Everything, with what is so at the moment, and failures that parts counted themselves."""
        failures = self.failures + Counter(counted or {})
        lines: list[str] = []
        for name, (meaning, value) in gauges.items():
            lines += _family(name, "gauge", meaning, [f"calavera_{name} {value:g}"])
        lines += _family(
            "moves_total",
            "counter",
            "Commands and moves of bots that were stored and told.",
            [f"calavera_moves_total {self.moves}"],
        )
        lines += _family(
            "refusals_total",
            "counter",
            "Commands and calls that were refused, by reason.",
            [
                f'calavera_refusals_total{{reason="{reason.value}"}} {self._refused[reason]}'
                for reason in Reason
            ],
        )
        lines += _family(
            "floods_total",
            "counter",
            "Sockets closed and handshakes refused for flooding.",
            [
                f'calavera_floods_total{{outcome="{outcome}"}} {self.floods[outcome]}'
                for outcome in ("closed", "refused")
            ],
        )
        lines += _family(
            "calls_total",
            "counter",
            "Answers of HTTP, by status.",
            [
                f'calavera_calls_total{{status="{status}"}} {count}'
                for status, count in sorted(self.calls.items())
            ],
        )
        lines += _family(
            "failures_total",
            "counter",
            "What the store, the bus or a bot failed at.",
            [
                f'calavera_failures_total{{part="{part}"}} {failures[part]}'
                for part in ("store", "bus", "bot")
            ],
        )
        for name, meaning, durations in (
            ("move_seconds", "From a command's arrival until everybody was told.", self.told),
            ("store_seconds", "Until an entry was durable.", self.store),
        ):
            lines += _family(name, "histogram", meaning, [*durations.lines(f"calavera_{name}")])
        return "\n".join(lines) + "\n"


def _family(name: str, kind: str, meaning: str, samples: Sequence[str]) -> list[str]:
    return [f"# HELP calavera_{name} {meaning}", f"# TYPE calavera_{name} {kind}", *samples]
