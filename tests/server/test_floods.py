"""Floods of frames: their senders are disconnected, and others continue."""

import asyncio
import contextlib

import pytest

from calavera.server.limits.budgets import UNLIMITED, Limits, Rate
from calavera.server.limits.rate_limiter import Budgets
from tests.server.ports import free_port
from tests.server.raw import (
    PATIENCE,
    Server,
    client,
    config,
    frame,
    raw_connection,
    run,
    running_server,
)
from tests.server.test_frames import CLOSE, PING, PONG, read_frame

pytestmark = pytest.mark.usefixtures("connection")

FLOODS = {
    "pings": frame(b"", PING) * 500,
    "pongs": frame(b"", PONG) * 500,
    "large pings": frame(b"x" * 125, PING) * 200,
    "texts": frame(b"") * 500,
    "closing and going on": frame(b"", PING) * 119 + frame(b"0") * 500,
}


async def last_words(reader: asyncio.StreamReader) -> tuple[bytes, int]:
    """The last text before a close, and its code."""
    text = b""
    async with asyncio.timeout(PATIENCE):
        while True:
            first, payload = await read_frame(reader)
            if first == CLOSE:
                return text, int.from_bytes(payload, "big")
            text = payload if first == 0x81 else text


async def flooded(server: Server, code: str, sent: bytes) -> tuple[bytes, int]:
    reader, writer = await server.socket(f"/api/tables/{code}/socket")
    await reader.readuntil(b"\r\n\r\n")
    await read_frame(reader)
    writer.write(sent)
    try:
        return await last_words(reader)
    finally:
        writer.close()


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_closes_its_socket_and_no_other(name: str) -> None:
    async def test() -> None:
        usual = Limits()
        limits = UNLIMITED._replace(frames=usual.frames, traffic=usual.traffic)
        async with running_server(config(limits=limits)) as server:
            token = await server.newcomer()
            code = await server.table(token)
            line = await server.line(code, token)
            bye, closed = await flooded(server, code, FLOODS[name])
            assert (bye, closed) == (b'{"type":"bye","reason":"flooding"}', 1008)
            assert (await line.ask("sit", place=0))["type"] == "frame"

    run(test())


FEW = Rate(100, 0.001)
MANY = frame(b"x" * 10, PING) * 90
"""More than half of what a socket may send below, 1440 bytes."""

SHARED = {
    "frames": UNLIMITED._replace(frames=Rate(120, 0.001), frames_from=Rate(200, 0.001)),
    "bytes": UNLIMITED._replace(traffic=Rate(1920, 0.001), traffic_from=Rate(3200, 0.001)),
}


async def opened(server: Server, code: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await server.socket(f"/api/tables/{code}/socket")
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    return reader, writer


async def pongs(reader: asyncio.StreamReader, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while count:
            count -= (await read_frame(reader))[0] == PONG


@pytest.mark.parametrize("limits", SHARED.values(), ids=SHARED)
def test_a_flood_from_an_address_closes_its_sockets_and_not_its_neighbours(
    limits: Limits, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        port = free_port()
        its = config(limits=limits, metrics=("127.0.0.1", port))
        async with running_server(its) as server, client(port) as watcher:
            token = await server.newcomer("Ana")
            code = await server.table(token)
            quiet = await server.line(code, token)
            ends = [await opened(server, code) for _ in range(4)]
            for reader, writer in ends[:2]:
                writer.write(MANY)
                await pongs(reader, 90)
            for reader, writer in ends[2:]:
                writer.write(MANY)
                assert (await last_words(reader))[1] == 1008
            for reader, writer in ends[:2]:
                writer.write(frame(b"", PING))
                assert (await last_words(reader))[1] == 1008
            reader, writer = await server.socket(f"/api/tables/{code}/socket")
            assert (await reader.readline()).startswith(b"HTTP/1.1 429")
            assert (await quiet.ask("sit", place=0))["type"] == "frame"
            assert (await server.call("GET", "/api/me", token)).status == 200
            metrics = (await watcher.call("GET", "/metrics")).body.decode()
            assert 'calavera_floods_total{outcome="closed"} 4.0\n' in metrics
            assert 'calavera_floods_total{outcome="refused"} 1.0\n' in metrics
            for _, end in [*ends, (reader, writer)]:
                end.close()

    run(test())
    (told,) = [line.getMessage() for line in caplog.records if line.name == "calavera.sockets"]
    assert told == "flooding in the last minute: closed 4 sockets, refused 1 handshakes"


def test_an_address_may_open_sockets_again_when_half_of_its_budget_is_back() -> None:
    now = 0.0
    limits = Limits(frames_from=Rate(100, 10.0))
    budgets = Budgets(limits, lambda: now)
    sockets = [budgets.of("192.0.2.1") for _ in range(3)]
    assert all(socket.allows_frame(now) for socket in sockets[:2] for _ in range(50))
    assert not budgets.is_overdrawn("192.0.2.1")
    assert sockets[2].allows_frame(now)
    for now, is_overdrawn in ((0.0, True), (4.9, True), (5.1, False)):  # noqa: B007
        assert budgets.is_overdrawn("192.0.2.1") == is_overdrawn
        assert not budgets.is_overdrawn("192.0.2.2")


def test_sockets_below_their_own_rate_are_a_flood_together() -> None:
    limits = Limits(frames_from=Rate(100, 1.0))
    budgets = Budgets(limits, lambda: 0.0)
    sockets = [budgets.of("192.0.2.1") for _ in range(50)]
    rate = limits.frames.per_second
    allowed = [socket.allows_frame(step / rate) for step in range(100) for socket in sockets]
    assert not any(allowed[-50:])


def test_bytes_are_counted_before_they_are_frames() -> None:
    async def test() -> None:
        async with running_server(config(limits=UNLIMITED._replace(traffic=FEW))) as server:
            code = await server.table(await server.newcomer())
            assert (await flooded(server, code, b"\x81\xfe\x0f\xff" + b"x" * 200))[1] == 1008

    run(test())


def test_a_flood_that_goes_on_is_not_read() -> None:
    """Data that the server does not read fills the system's buffers, and blocks the sender."""

    async def test() -> None:
        limits = UNLIMITED._replace(frames=Rate(100, 0.001))
        async with running_server(config(limits=limits)) as server:
            code = await server.table(await server.newcomer())
            reader, writer = await server.socket(f"/api/tables/{code}/socket")
            await reader.readuntil(b"\r\n\r\n")
            flood = frame(b"x" * 125, PING) * 8000
            sent = 0
            with contextlib.suppress(OSError):  # finally the server drops the connection
                async with asyncio.timeout(PATIENCE):
                    while sent < 1000 * len(flood):
                        writer.write(flood)
                        sent += len(flood)
                        await writer.drain()
            assert sent < 100 * len(flood)
            writer.close()

    run(test())


def test_new_connections_are_limited_per_address() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(new_connections=Rate(4, 0.001))
        async with running_server(config(limits=limits)) as server:
            ends = [await raw_connection(server.port) for _ in range(8)]
            answers = 0
            async with asyncio.timeout(PATIENCE):
                for reader, writer in ends:
                    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    try:
                        answers += (await reader.readline()).startswith(b"HTTP/1.1 200")
                    except OSError:
                        continue
            assert answers == 4
            for _, writer in ends:
                writer.close()

    run(test())
