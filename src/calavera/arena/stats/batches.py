"""Counting over many files: batch by batch, in this process or in several."""

import multiprocessing
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.arena.runner.crew import follow_parent, held_back_ctrl_c
from calavera.arena.stats.counting import count
from calavera.arena.stats.figures import Figures
from calavera.arena.stats.record_rows import rows_of
from calavera.errors import UserError
from calavera.record import RecordError, read
from calavera.record.files import read_bytes

BATCH: Final = 100
STDIN: Final = "-"


@dataclass(slots=True)
class Counted:
    """The result of a batch of files."""

    files: int  # how many files were looked at
    figures: Figures = field(default_factory=Figures)  # the figures over those that could be read
    complaints: list[str] = field(default_factory=list)  # a line for each of the others


def counted_batches(files: list[str], jobs: int) -> Iterator[Counted]:
    """The files in batches, in order, over `jobs` processes."""
    batches = (files[at : at + BATCH] for at in range(0, len(files), BATCH))
    if jobs == 1 or len(files) <= BATCH:
        return (count_files(batch) for batch in batches)
    return _spread(batches, jobs)


def count_files(files: list[str]) -> Counted:
    """Count over some files."""
    counted = Counted(len(files))
    for name in files:
        try:
            count(rows_of(name, read(read_bytes(name))), counted.figures)
        except RecordError as error:
            counted.complaints.append(f"{name}: {error}")
        except UserError as error:
            counted.complaints.append(str(error))
    return counted


def _spread(batches: Iterator[list[str]], jobs: int) -> Iterator[Counted]:
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), follow_parent)
    waiting: deque[Future[Counted]] = deque()
    try:
        while True:
            for batch in islice(batches, 2 * jobs - len(waiting)):
                waiting.append(_begin(pool, batch))
            if not waiting:
                return
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise ArenaError("a worker process was killed; is there memory enough?") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin(pool: ProcessPoolExecutor, batch: list[str]) -> Future[Counted]:
    if STDIN not in batch:
        with held_back_ctrl_c():
            return pool.submit(count_files, batch)
    here: Future[Counted] = Future()  # only this process can read standard input
    here.set_result(count_files(batch))
    return here
