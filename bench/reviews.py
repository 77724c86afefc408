"""Whether reviews slow a table: `python -m bench.reviews`.

A server answers calls to a table, first alone and then while reviews run without a pause. Prints
the median and the 95th percentile of both, and their ratios.
"""

import argparse
import asyncio
import statistics
import time

import aiohttp

from calavera.record import write_record
from calavera.review.self_play import mixed_game
from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED

PAUSE = 0.02
LEAST_REVIEWS = 3


async def answers(session: aiohttp.ClientSession, path: str, count: int) -> list[float]:
    """The seconds of each call."""
    found = []
    for _ in range(count):
        begun = time.perf_counter()
        async with session.get(path) as answer:
            await answer.read()
        found.append(time.perf_counter() - begun)
        await asyncio.sleep(PAUSE)
    return found


async def review_always(session: aiohttp.ClientSession, text: str, done: list[int]) -> None:
    """Ask for one review after the other."""
    while True:
        async with session.post("/api/review", data=text.encode()) as answer:
            await answer.read()
        done.append(1)


async def measure(calls: int) -> None:
    text = write_record(mixed_game(3))
    config = ServerConfig(port=0, store="sqlite:///", limits=UNLIMITED)
    async with (
        running(config) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        async with session.post("/api/identities") as answer:
            token = (await answer.json())["token"]
        headers = {"Authorization": f"Bearer {token}"}
        async with session.post("/api/tables", json={}, headers=headers) as answer:
            path = f"/api/tables/{(await answer.json())['code']}"
        await answers(session, path, 20)
        alone = await answers(session, path, calls)
        done: list[int] = []
        reviewing = asyncio.ensure_future(review_always(session, text, done))
        busy = await answers(session, path, calls)
        while len(done) < LEAST_REVIEWS:
            busy += await answers(session, path, calls // 10)
        reviewing.cancel()
        await asyncio.gather(reviewing, return_exceptions=True)
    for name, times in (("alone", alone), ("with reviews", busy)):
        cuts = statistics.quantiles(times, n=20)
        print(f"{name}: median {1e3 * cuts[9]:.2f} ms, 95 % {1e3 * cuts[18]:.2f} ms")
    both = [statistics.quantiles(times, n=20) for times in (alone, busy)]
    print(f"ratio: median {both[1][9] / both[0][9]:.2f}, 95 % {both[1][18] / both[0][18]:.2f}")
    print(f"{len(done)} reviews were finished meanwhile")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=500)
    asyncio.run(measure(parser.parse_args().calls))


if __name__ == "__main__":
    main()
