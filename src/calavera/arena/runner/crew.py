"""Executors that play batches: this process, a process pool, or a Ray cluster.

A crew takes batches as workers become free and yields results in any order.
"""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, Final, TypeAlias

from calavera.arena.errors import ArenaError
from calavera.arena.match.result import BatchResult
from calavera.arena.runner.batch import MatchBatch, play_batch
from calavera.bots.engine.stable import STABLE
from calavera.rules import Player, seat_letter

Crew: TypeAlias = Callable[[Iterable[MatchBatch]], Iterator[BatchResult]]
"""Plays batches."""

NOBODY: Final = -1

PATIENCE: Final = 1.0
"""Seconds to wait for the status of a worker that is gone."""

_SLOT: Final = 3
"""Shared numbers per worker: process id, game, player being asked."""


def alone(batches: Iterable[MatchBatch]) -> Iterator[BatchResult]:
    """One after the other, in this process."""
    return map(play_batch, batches)


def processes(jobs: int) -> Crew:
    """That many processes of this machine."""

    def crew(batches: Iterable[MatchBatch]) -> Iterator[BatchResult]:
        return _Workers(jobs).play(iter(batches))

    return crew


class _Workers:
    """A process pool that knows what each worker was doing, in case a bot kills one."""

    def __init__(self, jobs: int) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._jobs = jobs
        self._before = set(multiprocessing.active_children())
        self._notes = spawning.RawArray(ctypes.c_int64, [NOBODY] * (_SLOT * jobs))
        self._pool = ProcessPoolExecutor(
            jobs, spawning, _begin_work, (self._notes, spawning.Value(ctypes.c_int64, 0))
        )
        self._workers: set[BaseProcess] = set()
        self._running: dict[Future[BatchResult], MatchBatch] = {}

    def play(self, batches: Iterator[MatchBatch]) -> Iterator[BatchResult]:
        try:
            yield from self._spread(batches)
        except BrokenProcessPool:
            raise ArenaError(self._epitaph()) from None
        finally:
            # After Ctrl-C, nobody wants to wait for games that will not count.
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in self._children():
                worker.terminate()

    def _spread(self, batches: Iterator[MatchBatch]) -> Iterator[BatchResult]:
        """Keep every worker busy, with one batch queued behind the running one."""
        while True:
            for batch in islice(batches, 2 * self._jobs - len(self._running)):
                with held_back_ctrl_c():
                    self._running[self._pool.submit(_play_noted, batch)] = batch
            self._workers |= self._children()
            if not self._running:
                return
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                result = future.result()
                del self._running[future]
                yield result

    def _children(self) -> set[BaseProcess]:
        return set(multiprocessing.active_children()) - self._before

    def _epitaph(self) -> str:
        """Describe which worker died, how, and whose move it was."""
        batch = next(iter(self._running.values()))
        notes = [self._notes[at : at + _SLOT] for at in range(0, _SLOT * self._jobs, _SLOT)]
        doing = {pid: (game, player) for pid, game, player in notes if game != NOBODY}
        for worker in self._workers:
            status = _exit_status(worker)
            if status in (None, 0, -signal.SIGTERM) or worker.pid not in doing:
                continue
            game, player = doing[worker.pid]
            planned = batch.plan.game(game)
            bot = batch.entrants[planned.seating[player]].label
            seat = seat_letter(batch.plan.setup.seats_of(Player(player))[0])
            end, why = _end(status)
            return f"a worker process {end} in game {game}, as {bot} (seat {seat}) was asked{why}"
        games = sorted(number for at_work in self._running.values() for number in at_work.numbers)
        bots = ", ".join(entrant.label for entrant in batch.entrants)
        return (
            f"a worker process was killed in one of the games {games[0]} to {games[-1]} of {bots};"
            " is there memory enough?"
        )


@contextlib.contextmanager
def held_back_ctrl_c() -> Iterator[None]:
    """Block SIGINT, so that a worker started in the meantime never sees it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _exit_status(worker: BaseProcess) -> int | None:
    """Return the exit status; the pool's own thread may reap the process a moment before us."""
    deadline = time.monotonic() + PATIENCE
    while worker.exitcode is None and time.monotonic() < deadline:
        worker.join(0.01)
        time.sleep(0.01)
    return worker.exitcode


def _end(status: int) -> tuple[str, str]:
    """How a process ended, and a guess why."""
    if status > 0:
        return f"left with status {status}", ""
    why = "; is there memory enough?" if -status == signal.SIGKILL else ""
    return f"was ended by {signal.Signals(-status).name}", why


# In the worker.

_note: Callable[[int, int], None] | None = None


def _begin_work(notes: Any, taken: Any) -> None:
    """Initialize a worker process."""
    global _note  # noqa: PLW0603  # a pool has no other place for what belongs to a worker
    follow_parent()
    with taken:
        at = _SLOT * taken.value
        taken.value += 1
    notes[at] = os.getpid()

    def note(game: int, player: int) -> None:
        notes[at + 1], notes[at + 2] = game, player

    _note = note


def follow_parent() -> None:
    """Make this worker ignore Ctrl-C and exit when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_by_signal)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Exit once the parent is gone, however it ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        STABLE.kill()
        os._exit(1)


def _end_by_signal(number: int, _: FrameType | None) -> None:
    """Take this worker's engines along."""
    STABLE.kill()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _play_noted(batch: MatchBatch) -> BatchResult:
    return play_batch(batch, _note)
