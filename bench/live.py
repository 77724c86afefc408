"""Throughput of a server of live tables: `python -m bench.live`.

- Moves per CPU second of the server: tables of people who answer at once, every move stored
durably.
  In the same round the peers, boardgame.io and Colyseus, in memory.
- Latency from sending a move to its receipt by the last player, at 200 moves per second.
- Memory of 2,000 sockets at 400 tables.

Rounds alternate between them, and the medians count. Our people are simulated in this process.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop

from bench import peers
from bench.crowd import Crowd
from bench.processes import cpu_seconds, megabytes


class Server:
    """A server in its own process."""

    def __init__(self, *addresses: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.live_server", *addresses],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def cpu_seconds(self) -> float:
        """CPU time of the process so far."""
        return cpu_seconds(self._process.pid)

    def megabytes(self) -> float:
        """Resident memory of the process."""
        return megabytes(self._process.pid)

    def stop(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait()

    def call(self, path: str, token: str = "", body: Any = None) -> Any:
        """Call its API."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            method="POST",
            data=json.dumps(body).encode() if body is not None else b"",
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


async def moves_a_cpu_second(server: Server, tables: int, players: int, seconds: float) -> float:
    """Moves per CPU second of the server, everybody as fast as possible."""
    crowd = Crowd(random.Random(7))
    await crowd.gather([server], tables, players)
    await asyncio.sleep(3)
    moves, cpu = crowd.moves, server.cpu_seconds()
    await asyncio.sleep(seconds)
    return (crowd.moves - moves) / (server.cpu_seconds() - cpu)


async def delays(server: Server, players: int, rate: float, seconds: float) -> list[float]:
    """Seconds from sending each move to its receipt by the last player, at a steady rate."""
    crowd = Crowd(random.Random(7), rate)
    await crowd.gather([server], max(1, round(rate / 5)), players)
    await asyncio.sleep(3)
    crowd.delays.clear()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.5)
    return sorted(crowd.delays)


async def memory(server: Server, tables: int, players: int) -> float:
    """Megabytes with everybody seated and connected."""
    crowd = Crowd(random.Random(7), 20.0)
    await crowd.gather([server], tables, players)
    await asyncio.sleep(3)
    return server.megabytes()


def measured(work: Callable[[Server], Awaitable[Any]]) -> Any:
    """The result of some work with a fresh server."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{Path(folder) / 'bench.db'}")
        try:
            return uvloop.run(_run(work, server))
        finally:
            server.stop()


async def _run(work: Callable[[Server], Awaitable[Any]], server: Server) -> Any:
    return await work(server)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-peer", action="store_true", help="skip boardgame.io and Colyseus")
    asked = parser.parse_args()
    tell(asked.tables, asked.players, asked.seconds, asked.rounds, peer=not asked.no_peer)


def tell(tables: int, players: int, seconds: float, rounds: int, *, peer: bool) -> None:
    """Print the figures of each round, and their medians."""
    reason = peers.missing() if peer else "not requested"
    if reason:
        print(f"the peers were not measured: {reason}")
    figures: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        figures.setdefault(name, []).append(value)
        print(f"  {name}: {value:,.2f}", flush=True)

    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", flush=True)
        ours = measured(lambda server: moves_a_cpu_second(server, tables, players, seconds))
        note(f"durable moves per CPU second, {tables} tables of {players}", ours)
        for name in () if reason else peers.PEERS:
            theirs = peers.moves_a_cpu_second(name, tables, players, seconds)
            note(f"{name}, in memory", theirs)
            note(f"ratio to {name}", ours / theirs)
        took = measured(lambda server: delays(server, players, 200.0, seconds))
        note("200 moves per second: ms to the last player", 1000 * took[len(took) // 2])
        note("200 moves per second: ms to the last player, p99", 1000 * took[len(took) * 99 // 100])
    held = measured(lambda server: memory(server, 400, players))
    print(f"{400 * players:,} sockets at 400 tables: {held:.0f} MB")
    print(f"median of {rounds}:")
    for name, values in figures.items():
        print(f"  {name}: {statistics.median(values):,.2f}")


if __name__ == "__main__":
    main()
