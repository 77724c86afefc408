"""Who plays the batches: this process, several, or a Ray cluster.

A crew takes batches one by one, as it has hands free, and gives results as they come, in any order.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeAlias

from calavera.arena.batch import Batch, play_batch
from calavera.arena.errors import ArenaError
from calavera.arena.result import BatchResult

Crew: TypeAlias = Callable[[Iterable[Batch]], Iterator[BatchResult]]
"""Plays batches."""


def alone(batches: Iterable[Batch]) -> Iterator[BatchResult]:
    """One after the other, in this process."""
    return map(play_batch, batches)


def processes(jobs: int) -> Crew:
    """That many processes of this machine."""

    def crew(batches: Iterable[Batch]) -> Iterator[BatchResult]:
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(
            jobs, multiprocessing.get_context("spawn"), initializer=_leave_interrupts_to_parent
        )
        try:
            yield from _spread(pool, iter(batches), 2 * jobs)
        except BrokenProcessPool:
            raise ArenaError("a worker process was killed; is there memory enough?") from None
        finally:
            # Somebody who presses Ctrl-C does not want to wait for games nobody will count.
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(multiprocessing.active_children()) - before:
                worker.terminate()

    return crew


def _spread(
    pool: ProcessPoolExecutor, batches: Iterator[Batch], ahead: int
) -> Iterator[BatchResult]:
    """Keep every worker busy, with a batch in hand and one to come."""
    running: set[Future[BatchResult]] = set()
    while True:
        fresh = islice(batches, ahead - len(running))
        running |= {pool.submit(play_batch, batch) for batch in fresh}
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal; one of them answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
