"""The plain and the compiled build in turns: `make compiled`, then `python -m bench.builds`."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from bench.core import games, read_all, seen, written
from bench.reference import cpu_seconds
from calavera.rules import set_up

ROOT: Final = Path(__file__).parents[1]
BUILDS: Final = {"plain Python": ROOT / "src", "compiled": ROOT / ".venv/compiled"}
TOKENS: Final = 100
"""Records at least as long are read."""


def works() -> dict[str, tuple[Callable[[int], None], int]]:
    """What is measured, and how often in a row."""
    setup = set_up(4)
    texts = [text for seed in range(60) if len((text := written(setup, seed)).split()) > TOKENS]
    return {
        "random game, 4 players": (games(4), 200),
        "view of a player": (seen(setup), 20_000),
        "reading a record, 100 tokens or more": (read_all(texts), 100),
    }


def seconds_each() -> list[float]:
    """CPU seconds of each, in this process."""
    found = []
    for work, times in works().values():
        work(times // 10)
        found.append(cpu_seconds(work, times))
    return found


def in_another_process(build: Path) -> list[float]:
    """CPU seconds of each on one build."""
    path = os.pathsep.join([str(build), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "bench.builds", "--one"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, check=True,
    )  # fmt: skip
    return [float(word) for word in done.stdout.split()]


def main() -> None:
    """Print both builds and their ratio, medians of several rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--one", action="store_true", help="the running build, in seconds")
    wanted = parser.parse_args()
    if wanted.one:
        print(*seconds_each())
        return
    rounds = [[in_another_process(path) for path in BUILDS.values()] for _ in range(wanted.rounds)]
    print(f"{'medians, CPU time':40}" + "".join(f"{name:>14}" for name in (*BUILDS, "ratio")))
    for index, name in enumerate(works()):
        plain, compiled = (median(one[build][index] for one in rounds) for build in (0, 1))
        ratio = median(one[0][index] / one[1][index] for one in rounds)
        print(f"{name:40}{plain * 1e6:11,.1f} µs{compiled * 1e6:11,.1f} µs{ratio:14.2f}")


if __name__ == "__main__":
    main()
