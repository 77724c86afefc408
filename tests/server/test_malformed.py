"""Malformed requests: their answers, and that no log quotes untrusted input."""

import asyncio
import contextlib
import sys
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from tests.server.headers import SECURITY_HEADERS
from tests.server.heirs import ends_with_us
from tests.server.ports import free_port
from tests.server.raw import PATIENCE, config, frame, raw_connection, run, running_server, upgrade

SECRET: Final = b"calavera-token-KNOWN"
GET: Final = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SOCKET: Final = "/api/tables/QQQQQQ/socket"
MALFORMED: Final = {
    "no request": SECRET + b"\r\n\r\n",
    "a method of its own": SECRET + b" / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a bad method": b"G@T" + SECRET + b" / HTTP/1.1\r\n\r\n",
    "a version of its own": b"GET / HTTP/" + SECRET + b"\r\n\r\n",
    "a bad path": b"GET http://[" + SECRET + b" HTTP/1.1\r\n\r\n",
    "a header without a colon": GET + SECRET + b"\r\n\r\n",
    "a header with a bad name": GET + b"X Y" + SECRET + b": 1\r\n\r\n",
    "a header with a NUL": GET + b"X: \x00" + SECRET + b"\r\n\r\n",
    "two lengths": GET + b"Content-Length: 1\r\nContent-Length: 2\r\nX: " + SECRET + b"\r\n\r\n",
    "a length that is none": GET + b"Content-Length: " + SECRET + b"\r\n\r\n",
    "a coding that is none": GET + b"Transfer-Encoding: " + SECRET + b"\r\n\r\n",
    "a line too long": GET + b"X: " + SECRET * 600 + b"\r\n\r\n",
    "a path too long": b"GET /" + SECRET * 600 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "too many lines": GET + (b"X: " + SECRET + b"\r\n") * 200 + b"\r\n",
    "an expectation": GET + b"Expect: " + SECRET + b"\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00" + SECRET + b"\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SECRET,
    "a bad chunk": (
        b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        + SECRET
        + b"\r\n\r\n"
    ),
}
QUOTED: Final = {
    "no version": b"GET /" + SECRET + b"\r\n\r\n",
    "a foreign host": b"GET / HTTP/1.1\r\nHost: " + SECRET + b"\r\n\r\n",
    "a foreign origin": GET + b"Origin: http://" + SECRET + b"\r\n\r\n",
    "a path of no page": b"GET /" + SECRET + b".txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a token": GET + b"Authorization: Bearer " + SECRET + b"\r\n\r\n",
    "a cookie": GET + b"Cookie: calavera=" + SECRET + b"; =;\r\n\r\n",
    "a socket's protocols": upgrade(SOCKET, f"Sec-WebSocket-Protocol: x, {SECRET.decode()}"),
    "a socket's token": upgrade(
        SOCKET, f"Sec-WebSocket-Protocol: calavera, calavera.token.{SECRET.decode()}"
    ),
    "a socket's extensions": upgrade(SOCKET, f"Sec-WebSocket-Extensions: {SECRET.decode()}; ="),
    "a socket's key": upgrade(SOCKET, f"Sec-WebSocket-Key: {SECRET.decode()}"),
    "another upgrade": GET + b"Connection: upgrade\r\nUpgrade: " + SECRET + b"\r\n\r\n",
    "a socket's version": (
        b"GET /api/tables/QQQQQQ/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: " + SECRET + b"\r\n\r\n"
    ),
    "a body": (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 22\r\n\r\n{" + SECRET + b"}"
    ),
}
FRAMES: Final = {
    "no command": frame(SECRET),
    "a command that is none": frame(b'{"type":"' + SECRET + b'"}'),
    "no text": frame(SECRET + b"\xff"),
    "binary": frame(SECRET, 0x82),
    "a reserved bit": frame(SECRET, 0xC1),
    "no such opcode": frame(SECRET, 0x83),
    "a lost piece": frame(SECRET, 0x80),
    "a ping": frame(SECRET, 0x89),
    "a reason for closing": frame(b"\x03\xe8" + SECRET, 0x88),
    "a code that is none": frame(b"\x00\x00" + SECRET, 0x88),
    "not masked": b"\x81\x14" + SECRET,
    "too large": frame(SECRET * 400),
    "larger still": frame(SECRET * 4000),
}


END: Final = b"\x00\r\n\r\n"
"""Bytes that are neither a request nor a frame, which close a connection."""


async def answer(port: int, sent: bytes) -> bytes:
    """The whole answer."""
    reader, writer = await raw_connection(port)
    got = b""
    with contextlib.suppress(OSError):
        writer.write(sent)
        async with asyncio.timeout(PATIENCE):
            while piece := await reader.read(65536):
                got += piece
    writer.close()
    return got


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_request_is_answered_plainly(name: str) -> None:
    async def test() -> None:
        async with running_server(config(metrics=("127.0.0.1", other := free_port()))) as server:
            for port in (server.port, other):
                got = await answer(port, MALFORMED[name])
                head, _, body = got.partition(b"\r\n\r\n")
                status = int(head.split()[1])
                assert 400 <= status < 500
                assert SECRET not in got
                assert b"aiohttp" not in got
                assert b"Python" not in got
                told = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
                assert SECURITY_HEADERS.items() <= told.items()
                assert len(body) < 100
            assert (await server.call("GET", "/healthz")).status == 200

    run(test())


def test_no_log_quotes_untrusted_input(tmp_path: Path) -> None:
    async def test(form: str) -> None:
        port = free_port()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-X", "dev", "-m", "calavera", "serve", "--port", str(port)),
            *("--store", f"sqlite:///{tmp_path}/{form}.db", "--log", form),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        ends_with_us(process.pid)
        assert process.stdout is not None
        told = b""
        while b"Ctrl-C" not in told:
            told += await process.stdout.readline()
        output = asyncio.ensure_future(process.stdout.read())
        requests = [*MALFORMED.values(), *QUOTED.values()]
        starts = [b"", GET + b"\r\n", GET + b"\r\n" + upgrade(SOCKET)]
        opened = [upgrade(SOCKET), GET + b"\r\n" + upgrade(SOCKET)]
        sent = [*product(starts, requests), *product(opened, FRAMES.values())]
        # Together: some connections stay open for seconds after their answer.
        await asyncio.gather(*[answer(port, start + rest + END) for start, rest in sent])
        assert b"200 OK" in await answer(port, GET + b"Connection: close\r\n\r\n")
        process.terminate()
        told += await output
        assert await process.wait() == 0
        assert b"stopped" in told
        assert SECRET not in told
        assert SECRET.decode().swapcase().encode() not in told

    async def both() -> None:
        await asyncio.gather(test("text"), test("json"))

    run(both())
