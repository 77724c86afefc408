"""Ends what a test process has started, when that process is gone: also by a signal it cannot see.

One small program for each test process reads what it is told on a pipe. When the pipe closes,
whoever held its other end has died or is done, and whatever is left is ended.
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
"""Whose watcher it is: what was forked off has to start its own."""


def ends_with_us(process: int, folder: Path | None = None) -> None:
    """Have a process end, at the latest, with this one; its folder is removed then."""
    if not _WATCHER or [os.getpid()] != _OWNER:
        _start()
    pipe = _WATCHER[0].stdin
    assert pipe is not None
    pipe.write(f"{process} {folder or ''}\n")
    pipe.flush()


def _start() -> None:
    """A watcher of its own for each process: a fork must not hold its parent's pipe for it."""
    watcher = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the tests
    )
    _WATCHER[:], _OWNER[:] = [watcher], [os.getpid()]
    atexit.register(_end, watcher)


def _end(watcher: "subprocess.Popen[str]") -> None:
    """In good order there is nothing left to end."""
    if [os.getpid()] == _OWNER:
        watcher.communicate()


def _killer(process: int) -> Callable[[], None]:
    """Kills that process, and none that has its number later, where the system can tell."""
    if hasattr(os, "pidfd_open"):
        handle = os.pidfd_open(process)
        return lambda: signal.pidfd_send_signal(handle, signal.SIGKILL)
    return lambda: os.kill(process, signal.SIGKILL)


def _watch() -> None:
    killers, folders = [], []
    for line in sys.stdin:
        process, folder = line.rstrip("\n").split(" ", 1)
        with contextlib.suppress(ProcessLookupError):  # it is gone already
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
