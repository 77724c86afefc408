"""Time from the start of a server to its first page."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Final

ROUNDS: Final = 5
PATIENCE: Final = 60.0


def first_page() -> float:
    """Seconds from the start of the process to the first page, the best of several."""
    return min(_once() for _ in range(ROUNDS))


def _once() -> float:
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        store = ("--store", f"sqlite:///{folder}/tables.db")
        began = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "calavera", "serve", *("--port", str(port)), *store],
            stdout=subprocess.DEVNULL,
            env={**os.environ, "CI": "1"},
        ) as server:
            try:
                _wait_for(port, began)
                return time.perf_counter() - began
            finally:
                server.send_signal(signal.SIGTERM)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(port: int, began: float) -> None:
    while time.perf_counter() - began < PATIENCE:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
                page.read()
                return
        except OSError:
            time.sleep(0.005)
    raise TimeoutError("the server did not start")
