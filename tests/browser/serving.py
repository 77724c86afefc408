"""A server for walks, in its own process: no limits, fast bots.

`python -m tests.browser.serving PORT STORE` prints its port, and runs until it is stopped.
"""

import asyncio
import contextlib
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import uvloop

from calavera.server.app import ServerConfig
from calavera.server.lifecycle import serve
from calavera.server.limits.budgets import UNLIMITED
from calavera.table.live.automation import Pace

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds for a process to start or to stop."""

PACE = Pace(forced=20, least=20, most=40)


class Server:
    """A server that can stop, be killed, and restart at the same address with its store."""

    def __init__(self, store: str = "sqlite:///") -> None:
        self._store = store
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115  # `close` closes it

    @property
    def address(self) -> str:
        """The URL of its pages."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serving", str(self._port), self._store],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
            cwd=ROOT,
        )
        fuse = threading.Timer(PATIENCE, self._process.kill)
        fuse.start()
        assert self._process.stdout is not None
        port = self._process.stdout.readline()
        fuse.cancel()
        if not port:
            raise AssertionError(f"the server does not start: {self._said()}")
        self._port = int(port)

    def check(self) -> None:
        """Check that it still runs and has logged nothing."""
        assert self._process is not None
        assert (self._process.poll(), self._said()) == (None, ""), "the server has failed"

    def kill(self) -> None:
        """Kill it without warning, as in a power failure."""
        self._end(subprocess.Popen.kill)

    def close(self) -> None:
        """Stop it for good, and check that it stops cleanly."""
        code = self._end(subprocess.Popen.terminate)
        said = self._said()
        self._complaints.close()
        assert (code, said) == (0, ""), "the server does not stop cleanly"

    def _end(self, how: "Callable[[subprocess.Popen[str]], None]") -> int:
        process = self._process
        assert process is not None
        how(process)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
        finally:
            if process.stdout is not None:
                process.stdout.close()

    def _said(self) -> str:
        self._complaints.seek(0)
        return self._complaints.read()


async def _serve(port: int, store: str) -> None:
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda found: print(found.result(), flush=True))
    await serve(ServerConfig(port=port, store=store, limits=UNLIMITED, pace=PACE), started)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        uvloop.run(_serve(int(sys.argv[1]), sys.argv[2]))
