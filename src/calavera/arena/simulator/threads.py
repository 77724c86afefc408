"""Parallel work on threads: compiled code releases the interpreter lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Final

MOST_AT_ONCE: Final = 20_000
"""Games per call into compiled code; Ctrl-C works between calls."""

LEAST_AT_ONCE: Final = 250
"""Fewer games than this are not worth another thread."""

_PIECES_A_THREAD: Final = 8  # some games take longer than others; small pieces even that out


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_pieces(work: Callable[[int, int], object], count: int, threads: int | None) -> None:
    """Does `work(begin, end)` for ranges that cover 0 to `count`, on several threads."""
    if threads is not None and threads < 1:
        raise ValueError(f"there must be a thread to work on, not {threads}")
    threads = threads or cores()
    wanted = min(threads * _PIECES_A_THREAD, count // LEAST_AT_ONCE) if threads > 1 else 1
    pieces = max(wanted, -(-count // MOST_AT_ONCE), 1)
    ends = [count * piece // pieces for piece in range(pieces + 1)]
    if pieces == 1 or threads == 1:
        for begin, end in pairwise(ends):
            work(begin, end)
        return
    # Keyed by process: after a fork, the pool is copied but its threads are not.
    pool = _pool(threads, os.getpid())
    under_way = [pool.submit(work, begin, end) for begin, end in pairwise(ends)]
    try:
        for piece in under_way:
            piece.result()
    finally:
        for piece in under_way:
            piece.cancel()


@cache
def _pool(threads: int, _process: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "games")
