"""The reference for every figure: plain Python work that never changes.

Machines differ and are busy; a ratio to this, measured alternately in the same run, can be compared
between them.
"""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 15


def shuffle_a_deck(times: int) -> None:
    """The reference: shuffling 52 cards."""
    rng = random.Random(52)
    deck = list(range(52))
    for _ in range(times):
        rng.shuffle(deck)


@dataclass(frozen=True)
class Figure:
    """The cost of one operation."""

    seconds: float
    """CPU seconds per operation, in the best round."""

    ratio: float
    """The cost in shuffles of a deck, the median of all rounds."""

    @property
    def per_second(self) -> float:
        """Operations per CPU second."""
        return 1 / self.seconds


def measure(work: Callable[[int], None], times: int, rounds: int = ROUNDS) -> Figure:
    """The cost of one operation of `work(times)`, alternating with the reference."""
    costs, ratios = [], []
    work(max(1, times // 10))
    for _ in range(rounds):
        reference = cpu_seconds(shuffle_a_deck, 500)
        cost = cpu_seconds(work, times)
        costs.append(cost)
        ratios.append(cost / reference)
    return Figure(min(costs), statistics.median(ratios))


def cpu_seconds(work: Callable[[int], None], times: int) -> float:
    """CPU seconds per operation."""
    begin = time.process_time()
    work(times)
    return (time.process_time() - begin) / times
