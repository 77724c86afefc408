"""The peer: boardgame.io from npm, in memory, under the same load."""

import shutil
import subprocess
import time
from pathlib import Path

from bench.processes import cpu_seconds

FOLDER = Path(__file__).parent / "peer"


def missing() -> str:
    """Why the peer cannot be measured, or an empty string."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "Node and npm are not installed"
    if not (FOLDER / "node_modules").is_dir():
        print("Installing boardgame.io from npm …", flush=True)
        install = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"]
        if subprocess.run(install, cwd=FOLDER, capture_output=True, check=False).returncode:
            return "npm could not install boardgame.io"
    return ""


def moves_a_cpu_second(tables: int, players: int, seconds: float) -> float:
    """Moves per CPU second of the peer's server."""
    server = subprocess.Popen(
        ["node", "server.cjs"], cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True,
    )  # fmt: skip
    crowd = None
    try:
        port = _last_line(server)
        crowd = subprocess.Popen(
            ["node", "crowd.cjs", port, str(tables), str(players)],
            cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        _moves_after(crowd, 5.0)
        cpu = cpu_seconds(server.pid)
        before, after = _moves_after(crowd, 0.5), _moves_after(crowd, seconds)
        return (after - before) / (cpu_seconds(server.pid) - cpu)
    finally:
        for process in (crowd, server):
            if process is not None:
                process.kill()
                process.wait()


def _last_line(server: "subprocess.Popen[str]") -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if line.strip().isdigit():
            return line.strip()
    raise RuntimeError("the peer did not start")


def _moves_after(crowd: "subprocess.Popen[str]", seconds: float) -> int:
    assert crowd.stdout is not None
    end = time.monotonic() + seconds
    moves = 0
    while time.monotonic() < end:
        moves = int(crowd.stdout.readline() or moves)
    return moves
