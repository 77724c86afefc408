"""Latency of other tables during a flood: `python -m bench.flood`.

Two people change a table ten times a second. The slowest of those changes and of `/healthz` are
printed, without and with each attack. The server has its default limits. The attackers run in a
separate process with another address, and reconnect when they are disconnected.
"""

import argparse
import asyncio
import multiprocessing
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from typing import Final

import uvloop

from tests.server.ports import free_port
from tests.server.raw import Line, Server, client, frame, upgrade

SOCKETS: Final = 10
PAUSE: Final = 0.1
PIECE: Final = 65536


def _filled(one: bytes) -> bytes:
    return one * (PIECE // len(one))


ATTACKS: Final[dict[str, tuple[bytes, bytes]]] = {
    "pings": (b"", _filled(frame(b"", 0x89))),
    "pongs": (b"", _filled(frame(b"", 0x8A))),
    "large pings": (b"", _filled(frame(b"x" * 125, 0x89))),
    "tiny texts": (b"", _filled(frame(b"0"))),
    "empty pieces": (frame(b"", 0x01), _filled(frame(b"", 0x00))),
    "half a frame": (b"\x81\xfe\xff\xff", b"x" * PIECE),
    "handshakes": (b"", b""),
    "endless heads": (b"", _filled(b"X: y\r\n")),
}
"""What is sent once, and what repeatedly."""


def attack(name: str, port: int, code: str) -> None:
    """Attack from many connections until stopped."""
    uvloop.run(_attack(name, port, code))


async def _attack(name: str, port: int, code: str) -> None:
    await asyncio.gather(*(_attacker(name, port, code) for _ in range(SOCKETS)))


async def _attacker(name: str, port: int, code: str) -> None:
    once, again = ATTACKS[name]
    head = upgrade(f"/api/tables/{code}/socket")
    while True:
        try:
            _, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=("127.0.0.2", 0)
            )
            try:
                writer.write(b"GET / HTTP/1.1\r\n" if name == "endless heads" else head)
                writer.write(once)
                while again:
                    writer.write(again)
                    await writer.drain()
                await writer.drain()
            finally:
                writer.transport.abort()
        except OSError:
            await asyncio.sleep(0.001)


class Waits:
    """Latencies in seconds."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.health: list[float] = []


async def _play(lines: list[Line], until: float, waits: Waits) -> None:
    while time.monotonic() < until:
        line = lines[len(waits.moves) % 2]
        began = time.monotonic()
        # Changes the table, is stored durably, and is sent to both.
        done = await line.ask("ready", ready=len(waits.moves) % 4 < 2, salt="00")
        waits.moves.append(time.monotonic() - began)
        for one in lines:
            await one.until_version(done["version"])
        await asyncio.sleep(PAUSE)


def _ask_health(port: int, until: float, waits: Waits) -> None:
    while time.monotonic() < until:
        began = time.monotonic()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            answer.read()
        waits.health.append(time.monotonic() - began)
        time.sleep(0.05)


async def measure(port: int, seconds: float, begin: Callable[[str], None]) -> Waits:
    """Play for some seconds, after `begin` has started an attack."""
    waits = Waits()
    async with client(port) as server:
        lines, code = await _table(server)
        begin(code)
        until = time.monotonic() + seconds
        health = asyncio.to_thread(_ask_health, port, until, waits)
        await asyncio.gather(_play(lines, until, waits), health)
    return waits


async def _table(server: Server) -> tuple[list[Line], str]:
    tokens = [await server.newcomer() for _ in range(2)]
    code = await server.table(tokens[0], players=2)
    lines = [await server.line(code, token) for token in tokens]
    for line in lines:
        await line.ask("sit", place=None)
    return lines, code


def beside(name: str | None, port: int, seconds: float) -> Waits:
    """Measure during an attack, or without one."""
    attackers: list[multiprocessing.Process] = []

    def begin(code: str) -> None:
        if name is not None:
            one = multiprocessing.Process(target=attack, args=(name, port, code), daemon=True)
            one.start()
            attackers.append(one)

    try:
        return uvloop.run(measure(port, seconds, begin))
    finally:
        for one in attackers:
            one.kill()
            one.join()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.flood", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--attacks", nargs="*", default=[*ATTACKS], choices=[*ATTACKS])
    asked = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "calavera", "serve", "--port", str(port)),
                *("--store", f"sqlite:///{folder}/flood.db"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            while not server.stdout.readline().startswith("Ctrl-C"):
                pass
            tell(port, asked.seconds, asked.attacks)
        finally:
            server.terminate()
            server.wait()


def tell(port: int, seconds: float, attacks: Sequence[str]) -> None:
    """Print each figure as soon as it is measured."""
    peace = beside(None, port, seconds)
    move, health = max(peace.moves), max(peace.health)
    print(f"in peace: slowest change {move * 1000:.0f} ms, /healthz {health * 1000:.0f} ms")
    for name in attacks:
        waits = beside(name, port, seconds)
        more = max(waits.moves) - move
        print(
            f"{SOCKETS} connections with {name}: slowest change {max(waits.moves) * 1000:.0f} ms"
            f" ({more * 1000:+.0f} ms), /healthz {max(waits.health) * 1000:.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
