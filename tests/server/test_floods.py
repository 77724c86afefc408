"""Floods of frames: whoever sends one is shut out, and those beside them go on."""

import asyncio
import contextlib

import pytest

from calavera.server.limits import UNLIMITED, Limits, Rate
from tests.server.raw import PATIENCE, Server, frame, house, plan, raw_connection, run
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
def test_whoever_floods_is_shut_out_and_the_others_stay(name: str) -> None:
    async def test() -> None:
        usual = Limits()
        limits = UNLIMITED._replace(frames=usual.frames, traffic=usual.traffic)
        async with house(plan(limits=limits)) as server:
            token = await server.newcomer()
            code = await server.table(token)
            line = await server.line(code, token)
            bye, closed = await flooded(server, code, FLOODS[name])
            assert (bye, closed) == (b'{"type":"bye","reason":"flooding"}', 1008)
            assert (await line.ask("sit", place=0))["type"] == "frame"

    run(test())


FEW = Rate(100, 0.001)


@pytest.mark.parametrize(
    "limits", [UNLIMITED._replace(frames_from=FEW), UNLIMITED._replace(traffic_from=FEW)]
)
@pytest.mark.parametrize("name", FLOODS)
def test_an_address_has_a_budget_for_all_of_its_sockets(name: str, limits: Limits) -> None:
    async def test() -> None:
        async with house(plan(limits=limits)) as server:
            code = await server.table(await server.newcomer())
            for sent in (FLOODS[name], frame(b"x" * 100, PING)):  # another socket, little left
                assert (await flooded(server, code, sent))[1] == 1008

    run(test())


def test_bytes_are_counted_before_they_are_frames() -> None:
    async def test() -> None:
        async with house(plan(limits=UNLIMITED._replace(traffic=FEW))) as server:
            code = await server.table(await server.newcomer())
            assert (await flooded(server, code, b"\x81\xfe\x0f\xff" + b"x" * 200))[1] == 1008

    run(test())


def test_a_flood_that_goes_on_is_not_read() -> None:
    """What the server does not read fills the system's buffers, and then the sender waits."""

    async def test() -> None:
        limits = UNLIMITED._replace(frames=Rate(100, 0.001))
        async with house(plan(limits=limits)) as server:
            code = await server.table(await server.newcomer())
            reader, writer = await server.socket(f"/api/tables/{code}/socket")
            await reader.readuntil(b"\r\n\r\n")
            flood = frame(b"x" * 125, PING) * 8000
            sent = 0
            with contextlib.suppress(OSError):  # in the end the server drops the connection
                async with asyncio.timeout(PATIENCE):
                    while sent < 1000 * len(flood):
                        writer.write(flood)
                        sent += len(flood)
                        await writer.drain()
            assert sent < 100 * len(flood)
            writer.close()

    run(test())


def test_an_address_opens_so_many_connections() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(new_connections=Rate(4, 0.001))
        async with house(plan(limits=limits)) as server:
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
