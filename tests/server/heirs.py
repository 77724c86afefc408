"""Ends the processes that a test process started when it ends, even by SIGKILL.

A small watcher per test process reads from a pipe. When the pipe closes, the test process has
ended, and the watcher kills what is left.
"""

import atexit
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

_WATCHER: "list[subprocess.Popen[str]]" = []
_OWNER: list[int] = []
"""The process that owns the watcher: a fork has to start its own."""


def ends_with_us(process: int, folder: Path | None = None) -> None:
    """End a process with this one at the latest, and remove its folder."""
    if not _WATCHER or [os.getpid()] != _OWNER:
        _start()
    pipe = _WATCHER[0].stdin
    assert pipe is not None
    pipe.write(f"{process} {folder or ''}\n")
    pipe.flush()


def _start() -> None:
    """A separate watcher per process: a fork must not hold its parent's pipe."""
    watcher = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the tests
    )
    _WATCHER[:], _OWNER[:] = [watcher], [os.getpid()]
    atexit.register(_end, watcher)


def _end(watcher: "subprocess.Popen[str]") -> None:
    """Close the pipe and wait for the watcher; normally nothing is left to kill."""
    if [os.getpid()] == _OWNER:
        watcher.communicate()


def _killer(process: int) -> Callable[[], None]:
    """Kills that process, and if possible not a later one with the same id."""
    if hasattr(os, "pidfd_open"):
        handle = os.pidfd_open(process)
        return lambda: signal.pidfd_send_signal(handle, signal.SIGKILL)
    return lambda: os.kill(process, signal.SIGKILL)


def _watch() -> None:
    killers, folders = [], []
    for line in sys.stdin:
        process, folder = line.rstrip("\n").split(" ", 1)
        with contextlib.suppress(ProcessLookupError):  # it has already ended
            killers.append(_killer(int(process)))
        if folder:
            folders.append(folder)
    for kill in killers:
        with contextlib.suppress(ProcessLookupError):
            kill()
    for name in folders:
        shutil.rmtree(name, ignore_errors=True)


if __name__ == "__main__":
    _watch()
