"""What several servers on PostgreSQL and Redis cost: `python -m bench.cluster`.

In one run, each with tables of people who answer at once, every move durable:

- the embedded default, one process with SQLite;
- one server with PostgreSQL and Redis;
- two servers, each table at one of them;
- two servers, the people of each table at both, as behind any load balancer.

Moves are counted per CPU second of all servers together, so that other processes on the two cores,
above all the simulated people, do not count. Their CPU time, and that of PostgreSQL and Redis, is
printed too.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from bench.crowd import Crowd
from bench.live import Server
from bench.processes import cpu_seconds
from tests.server.backends import Postgres, Redis, missing_postgres, missing_redis


class Cost(NamedTuple):
    """The cost of some seconds of play."""

    moves: int
    seconds: float
    servers: float
    people: float
    postgres: float
    redis: float

    @property
    def each(self) -> float:
        """Moves per CPU second of the servers."""
        return self.moves / self.servers

    def line(self, name: str) -> str:
        """One line of the report."""
        cores = [
            f"{what} {used / self.seconds:.2f}"
            for what, used in (
                ("servers", self.servers),
                ("people", self.people),
                ("PostgreSQL", self.postgres),
                ("Redis", self.redis),
            )
        ]
        return (
            f"{name}: {self.each:,.0f} moves a CPU second of the servers,"
            f" {self.moves / self.seconds:,.0f} a second; cores: {', '.join(cores)}"
        )


class Backends:
    """PostgreSQL and Redis, whose CPU time is measured too."""

    def __init__(self) -> None:
        self.postgres, self.redis = Postgres(durable=True), Redis()
        self.postgres.start()
        self.redis.start()

    def cpu(self) -> tuple[float, float]:
        """CPU seconds of both so far."""
        return _family(self.postgres.process), cpu_seconds(self.redis.process)

    def stop(self) -> None:
        """Stop them."""
        self.redis.kill()
        self.postgres.stop()


def _family(process: int) -> float:
    """CPU time of a process and its running children."""
    total = cpu_seconds(process)
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == process:
                total += cpu_seconds(int(folder.name))
        except OSError:  # it has ended in the meantime
            continue
    return total


async def cost(
    servers: Sequence[Server],
    backends: Backends,
    size: tuple[int, int],
    seconds: float,
    spread: bool,
) -> Cost:
    """Let everybody play, and count."""
    crowd = Crowd(random.Random(7))
    await crowd.gather(servers, *size, spread=spread)
    await asyncio.sleep(3)

    def used() -> tuple[float, ...]:
        return (
            crowd.moves,
            time.monotonic(),
            sum(server.cpu_seconds() for server in servers),
            cpu_seconds(os.getpid()),
            *backends.cpu(),
        )

    before = used()
    await asyncio.sleep(seconds)
    spent = [late - early for late, early in zip(used(), before, strict=True)]
    return Cost(int(spent[0]), *spent[1:])


def measured(
    addresses: Sequence[tuple[str, ...]],
    backends: Backends,
    size: tuple[int, int],
    seconds: float,
    *,
    spread: bool = False,
) -> Cost:
    """The cost with fresh servers."""
    servers = [Server(*one) for one in addresses]
    try:
        return uvloop.run(cost(servers, backends, size, seconds, spread))
    finally:
        for server in servers:
            server.stop()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.cluster", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    reason = missing_postgres() or missing_redis()
    if reason:
        print(f"not measured: {reason}")
        return 0
    tell((asked.tables, asked.players), asked.seconds)
    return 0


def tell(size: tuple[int, int], seconds: float) -> None:
    """Print each figure as soon as it is measured."""
    backends = Backends()

    def shared(count: int) -> list[tuple[str, ...]]:
        return [(backends.postgres.new_database(), backends.redis.address)] * count

    try:
        with tempfile.TemporaryDirectory() as folder:
            embedded = measured([(f"sqlite:///{folder}/bench.db",)], backends, size, seconds)
        print(embedded.line("embedded"), flush=True)
        one = measured(shared(1), backends, size, seconds)
        print(one.line("one server"), flush=True)
        two = measured(shared(2), backends, size, seconds)
        print(two.line("two servers"), flush=True)
        apart = measured(shared(2), backends, size, seconds, spread=True)
        print(apart.line("two servers, tables spread over both"), flush=True)
    finally:
        backends.stop()
    print(
        f"one server to embedded: {one.each / embedded.each:.2f};"
        f" two servers to embedded: {two.each / embedded.each:.2f},"
        f" spread {apart.each / embedded.each:.2f};"
        f" a CPU second of two servers to one of one: {two.each / one.each:.2f},"
        f" spread {apart.each / one.each:.2f}"
    )


if __name__ == "__main__":
    sys.exit(main())
