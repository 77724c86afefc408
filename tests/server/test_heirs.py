"""Tests that are killed leave no PostgreSQL, Redis or server behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.backends import needs_both
from tests.server.raw import PATIENCE

TESTS = """
import asyncio, sys, time
from pathlib import Path
from tests.server.backends import Postgres, Redis
from tests.server.faults import Process

async def server():
    process = Process(Path(sys.argv[1]), "calavera")
    await process.start()
    return process._process.pid

postgres, redis = Postgres(), Redis()
postgres.start()
redis.start()
print(postgres.process, redis.process, asyncio.run(server()), postgres.folder, flush=True)
time.sleep(600)
"""


def is_alive(process: int) -> bool:
    """Whether it runs; a zombie does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@needs_both
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are not in /proc here")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_what_tests_have_started_ends_with_them(sign: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", TESTS, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as tests:
        assert tests.stdout is not None
        *numbers, folder = tests.stdout.readline().split()
        started = [*map(int, numbers)]
        assert len(started) == 3
        assert all(map(is_alive, started))
        os.kill(tests.pid, sign)
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, started)) or Path(folder).exists():
        assert time.monotonic() < end, "something was left behind"
        time.sleep(0.05)
