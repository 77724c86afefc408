"""Peers from npm, in memory, under the same load: boardgame.io and Colyseus.

In both, players hold hidden hands that the server filters for each of them, and everybody is sent
every move at once: boardgame.io by `STRIP_SECRETS`, Colyseus by a `StateView` for each client and a
patch after each move instead of its usual 20 patches a second.
"""

import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

from bench.processes import cpu_seconds

FOLDER: Final = Path(__file__).parent / "peer"

PEERS: Final = {"boardgame.io": "boardgame", "Colyseus": "colyseus"}
"""The name of each peer, with the prefix of its programs."""

WARM_UP: Final = 100
"""Moves of each table before the clock starts: the peers' code is compiled while it runs."""

INSTALL: Final = (
    "npm",
    "install",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
)


def missing() -> str:
    """Why the peers cannot be measured, or an empty string."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "Node and npm are not installed"
    if not all((FOLDER / "node_modules" / name).is_dir() for name in ("boardgame.io", "@colyseus")):
        print("Installing the peers from npm …", flush=True)
        if subprocess.run(INSTALL, cwd=FOLDER, capture_output=True, check=False).returncode:
            return "npm could not install them"
    return ""


def moves_a_cpu_second(peer: str, tables: int, players: int, seconds: float) -> float:
    """Moves per CPU second of a peer's server."""
    server = _program(f"{PEERS[peer]}-server.cjs")
    crowd = None
    try:
        port = _last_line(server)
        crowd = _program(f"{PEERS[peer]}-crowd.cjs", port, str(tables), str(players))
        while (before := _moves_after(crowd, 0.0)) < tables * WARM_UP:
            pass
        cpu = cpu_seconds(server.pid)
        after = _moves_after(crowd, seconds)
        return (after - before) / (cpu_seconds(server.pid) - cpu)
    finally:
        for process in (crowd, server):
            if process is not None:
                process.kill()
                process.wait()


def _program(*command: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        ["node", *command],
        cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip


def _last_line(server: "subprocess.Popen[str]") -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if line.strip().isdigit():
            return line.strip()
    raise RuntimeError("the peer did not start")


def _moves_after(crowd: "subprocess.Popen[str]", seconds: float) -> int:
    """The moves made by the first report after some seconds."""
    assert crowd.stdout is not None
    end = time.monotonic() + seconds
    while True:
        report = crowd.stdout.readline()
        if not report:
            raise RuntimeError("the peer's players have stopped")
        if time.monotonic() >= end:
            return int(report)
