"""The game without a server, in a browser: what a first visit loads, and how long it takes.

`python -m bench.site` needs `make site`, Playwright, Node and a Chromium (`CHROMIUM` names another
one than the system's). The folder is served from this machine. A visit taps "play now" as soon as
it can be tapped, and ends when a disc can be placed: cold with an empty cache, warm with the cache
and the service worker of a visit before it, and offline with the server gone. Medians are printed;
the sizes are those with brotli, as a host would send the files. Then bots think in the packed
Python, and games fill its memory.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Request, sync_playwright

from tests.local.packed import ARGUMENTS, CHROMIUM, PackedPython, packed_python, serving
from tests.local.pages import think_times

SITE: Final = Path(__file__).parents[1] / "calavera-site"
LONGEST: Final = 120_000
"""Milliseconds of one visit."""

MEGABYTES: Final = 4.5
COLD: Final = 2.0
WARM: Final = 1.3
SLOWEST_MOVE: Final = 5.0
HEAP: Final = 48
GAMES: Final = 50

BROTLI: Final = """
const { brotliCompressSync, constants } = require("node:zlib");
const { readFileSync } = require("node:fs");
const sizes = process.argv.slice(1).map((name) => {
  const bytes = readFileSync(name);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24 };
  return [bytes.length, brotliCompressSync(bytes, { params }).length];
});
console.log(JSON.stringify(sizes));
"""

VISIT: Final = """
const drawn = (selector) => new Promise((done) => {
  const look = () => {
    const found = document.querySelector(selector);
    if (found?.getClientRects().length) requestAnimationFrame(() => done(found));
    else requestAnimationFrame(look);
  };
  look();
});
if (window === window.top) window.visit = (async () => {
  const home = await drawn("button.now");
  const shown = performance.now();
  home.click();
  await drawn(".hand button:enabled");
  return [shown / 1000, performance.now() / 1000];
})();
"""
"""Seconds from the navigation until the home page can be used, and until a disc can be placed."""

MOVES: Final = """
import json
from pathlib import Path
from tests.local import pages

json.dumps(await pages.think_times(Path("/tmp"), "belief", 1000, 20))
"""

PLAY: Final = """
from pathlib import Path
from tests.local import pages

pages.Socket.keeps = False
len(await pages.games(Path("/tmp"), 0, {count}))
"""
"""Games of which nothing is kept in this memory that a page would keep in its own."""


class Visit(NamedTuple):
    """Seconds since the navigation."""

    home: float
    """Until "play now" can be tapped."""

    table: float
    """Until a disc can be placed."""


def visit(context: BrowserContext, address: str) -> tuple[Visit, list[str]]:
    """Play at once; returns when what was there, and which files were loaded for it."""
    loaded: list[str] = []

    def note(request: Request) -> None:
        if not request.service_worker:  # it keeps files for later visits, when the page is ready
            loaded.append(request.url)

    context.on("requestfinished", note)
    page = context.new_page()
    page.set_default_timeout(LONGEST)
    page.add_init_script(VISIT)
    page.goto(address, wait_until="commit")
    times = Visit(*page.evaluate("window.visit"))
    seen = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    files = [url.removeprefix(address) or "index.html" for url in dict.fromkeys([*loaded, *seen])]
    page.close()
    return times, [name for name in files if "://" not in name]


def is_kept(context: BrowserContext, address: str) -> None:
    """Wait until the service worker has everything."""
    page = context.new_page()
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()


def sizes(names: Sequence[str]) -> list[tuple[str, int, int]]:
    """Files with their bytes, plain and with brotli."""
    paths = [str(SITE / name) for name in names]
    told = subprocess.run(
        ["node", "-e", BROTLI, "--", *paths], capture_output=True, text=True, check=True
    ).stdout
    return [(name, *both) for name, both in zip(names, json.loads(told), strict=True)]


def visits(browser: Browser, count: int) -> tuple[dict[str, list[Visit]], list[str]]:
    """Visits of each kind by turns, and what a first one loads."""
    found: dict[str, list[Visit]] = {"cold": [], "warm": [], "offline": []}
    files: list[str] = []
    for _ in range(count):
        context = browser.new_context(locale="en-US")
        with serving(SITE) as address:
            cold, files = visit(context, address)
            found["cold"].append(cold)
            is_kept(context, address)
            found["warm"].append(visit(context, address)[0])
        found["offline"].append(visit(context, address)[0])  # nobody listens there any more
        context.close()
        print(".", end="", flush=True)
    print()
    return found, files


def verdict(is_met: bool) -> str:
    """Whether a goal is met."""
    return "met" if is_met else "missed"


def tell_sizes(files: Sequence[str]) -> None:
    """Print what a first visit loads."""
    print(f"{'a first visit, until a table is ready':48} {'bytes':>10} {'brotli':>10}")
    listed = sorted(sizes(files), key=lambda one: -one[2])
    for name, plain, packed in listed:
        print(f"  {name:46} {plain:10,} {packed:10,}")
    whole = sum(packed for _, _, packed in listed)
    told = verdict(whole <= MEGABYTES * 1e6)
    print(f"  {'together':46} {sum(one[1] for one in listed):10,} {whole:10,}")
    print(f"  goal {MEGABYTES} MB: {told}")


def tell_times(found: dict[str, list[Visit]]) -> None:
    """Print how long visits took."""
    for kind, goal in (("cold", COLD), ("warm", WARM), ("offline", WARM)):
        home, table = (statistics.median(each) for each in zip(*found[kind], strict=True))
        told = f"goal {goal} s: {verdict(table <= goal)}"
        print(f"{kind:8} home page {home:5.2f} s, table {table:5.2f} s; {told}")


def moves_here() -> list[float]:
    """The same moves in this Python."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as threads:
        walk = think_times(Path(folder), "belief", 1000, 20)
        return threads.submit(asyncio.run, walk).result()


def tell_moves(python: PackedPython) -> None:
    """Print how long `belief` thinks."""
    times = sorted(json.loads(python.run(MOVES)))
    slowest = times[len(times) * 99 // 100]
    middle = statistics.median(times)
    ratio = middle / statistics.median(moves_here())
    print(
        f"belief: {len(times):,} moves, median {middle:.2f} ms (x {ratio:.1f} of"
        f" this Python), p99 {slowest:.2f} ms; goal {SLOWEST_MOVE} ms:"
        f" {verdict(slowest <= SLOWEST_MOVE)}"
    )


def tell_heap(python: PackedPython) -> None:
    """Print how much memory games take."""
    began = python.heap()
    python.run(PLAY.format(count=GAMES))
    heap = python.heap() / 2**20
    told = f"goal {HEAP} MiB: {verdict(heap <= HEAP)}"
    print(f"heap: {began / 2**20:.1f} MiB at the start, {heap:.1f} after {GAMES} games; {told}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    count = parser.parse_args().visits
    if not (SITE / "index.html").is_file():
        sys.exit("make site has not been run")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        found, files = visits(browser, count)
        browser.close()
    tell_sizes(files)
    tell_times(found)
    with packed_python() as python:
        tell_heap(python)
    with packed_python() as python:
        tell_moves(python)


if __name__ == "__main__":
    main()
