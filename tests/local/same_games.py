"""`make same-games`: plays games here and in the packed Python, and compares the records.

The same seeds and the same choices have to give the same bytes.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.local.packed import PackedPython, packed_python, what_is_missing
from tests.local.pages import games

AT_ONCE = 10
"""Games between two lines of progress."""

PLAY = """
from pathlib import Path
from tests.local.pages import games
await games(Path("/tmp"), {first}, {count})
"""


def in_a_thread(walk: Coroutine[Any, Any, str]) -> str:
    """Run something here; the browser's driver has the event loop of this thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, walk).result()


def differing(python: PackedPython, first: int, count: int) -> str:
    """Play some games on both sides; returns the records that differ, or an empty string."""
    with tempfile.TemporaryDirectory() as folder:
        here = in_a_thread(games(Path(folder), first, count))
    there = python.run(PLAY.format(first=first, count=count))
    return "" if here == there else f"{here}\n\n{there}"


def main() -> None:
    """Compare many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    count = parser.parse_args().games
    if missing := what_is_missing():
        sys.exit(missing)
    with packed_python() as python:
        for first in range(0, count, AT_ONCE):
            played = min(AT_ONCE, count - first)
            if found := differing(python, first, played):
                sys.exit(f"games {first} to {first + played - 1} differ:\n{found}")
            print(f"{first + played} of {count} games are the same", flush=True)


if __name__ == "__main__":
    main()
