"""A server for walks, in its own process: no limits, fast bots.

`python -m tests.browser.serving PORT STORE` prints its port, and runs until it is stopped.
"""

import asyncio
import contextlib
import re
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
SITE = ROOT / "calavera-site"
"""What `make site` builds."""

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

    def url(self, path: str) -> str:
        """The URL of a screen."""
        return self.address + path

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


class Site:
    """A static host: Python's file server, which sends no special headers and knows no screen.

    The site lies in a deep folder of it, as on a project page.
    """

    def __init__(self, folder: Path = SITE) -> None:
        self._root = tempfile.TemporaryDirectory()
        (Path(self._root.name) / "deep").mkdir()
        (Path(self._root.name) / "deep" / "skull").symlink_to(folder)
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """The URL of its folder."""
        return f"http://127.0.0.1:{self._port}/deep/skull"

    def url(self, path: str) -> str:
        """The URL of a screen."""
        return f"{self.address}/#{path}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = ("--bind", "127.0.0.1", "--directory", self._root.name)
        self._process = subprocess.Popen(
            [sys.executable, "-u", "-m", "http.server", str(self._port), *where],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        told = re.search(r" port (\d+)", self._process.stdout.readline())
        assert told is not None, "the file server does not start"
        self._port = int(told[1])

    def check(self) -> None:
        """It has nothing to complain about."""

    def kill(self) -> None:
        """Stop it."""
        process = self._process
        assert process is not None
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def close(self) -> None:
        """Stop it for good."""
        assert self._process is not None
        if self._process.poll() is None:
            self.kill()
        self._root.cleanup()


async def _serve(port: int, store: str) -> None:
    started: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    started.add_done_callback(lambda found: print(found.result(), flush=True))
    await serve(ServerConfig(port=port, store=store, limits=UNLIMITED, pace=PACE), started)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        uvloop.run(_serve(int(sys.argv[1]), sys.argv[2]))
