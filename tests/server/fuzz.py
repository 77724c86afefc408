"""Malformed and hostile messages to a real server, beside a table where people play.

`python -m tests.server.fuzz --messages 100000`. The other table must receive the same bytes as
without the fuzzing; the server must survive, answer, and use no more memory.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from calavera.server.lifecycle import running
from tests.server.heirs import ends_with_us
from tests.server.raw import Line, Server, client, config, frame, level, raw_connection, upgrade
from tests.server.worlds import fixed_now, fixed_random

BATCH: Final = 100
"""Messages between two moves of the other table."""

PER_SOCKET: Final = 25
"""Messages per socket, unless it is closed first."""

KINDS: Final = [
    "sit",
    "stand",
    "tribe",
    "ready",
    "settings",
    "bot",
    "clear",
    "reshuffle",
    "start",
    "act",
    "decline",
    "leave",
    "back",
    "say",
    "taunt",
    "mute",
    "host",
    "nothing",
]
VALUES: Final[list[Any]] = [
    None, True, False, 0, 1, -1, 2, 11, 12, 99, 2**53, -(2**70), 1.5, 1e308, "", "a", "z", "F", "S",
    "A" * 300, "\u202e", "\x00", "é" * 40, [], {}, [[]], [1] * 50, {"a": 1}, "<script>", "dots",
    {"type": "place", "disc": "F"}, {"type": "bid", "number": 1}, {"type": "flip", "mat": "a"},
    {"type": "pass"}, {"type": "pick"}, {"type": "show"}, ["dots"], ["dots", "dots"], "cautious",
    {"players": 2}, {"players": 10**9},
]  # fmt: skip
KEYS: Final = [
    "id",
    "place",
    "ready",
    "salt",
    "settings",
    "bot",
    "game",
    "seat",
    "decision",
    "action",
    "text",
    "taunt",
    "member",
    "muted",
    "tribes",
]
GARBAGE: Final = [
    b"", b"{", b"}", b"null", b"[]", b"0", b'"x"', b"\xff\xfe", b"\xed\xa0\x80", b"{}" * 100,
    b"[" * 4000, b'{"a":' * 600, b"9" * 4000, b"NaN", b'{"type":"act","type":"act"}', b"\x00" * 50,
    b'{"id":"' + b"x" * 3000 + b'"}', b" " * 4000, b'{"type":NaN}', b"1e999", b'"\\ud800"',
]  # fmt: skip
HTTP_GARBAGE: Final = [
    b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", b"PUT /api/me HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
    b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
    b"GET //[ HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
    b"GET /api/me HTTP/1.1\r\nHost: \xff\r\nCookie: calavera=\xff;;;=\r\n\r\n",
    b"GET /" + b"a" * 7000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"X: y\r\n" * 4000,
]  # fmt: skip


class Broken(Exception):
    """The server violated a requirement."""


def invalid_command(rng: random.Random, number: int) -> bytes:
    """A nearly valid command."""
    message = {"type": rng.choice(KINDS), "id": f"f{number}"}
    for key in rng.sample(KEYS, rng.randrange(6)):
        message[key] = rng.choice(VALUES)
    if rng.random() < 0.3:
        message.update(_plausible(rng, number))
    if rng.random() < 0.05:
        del message["id"]
    return json.dumps(message).encode()


def _plausible(rng: random.Random, number: int) -> dict[str, Any]:
    """A well-formed command, usually out of turn or for a wrong seat or game."""
    action = rng.choice([value for value in VALUES if isinstance(value, dict) and "type" in value])
    seat, game = rng.choice("abcdl"), rng.choice([0, 1, 1, 1, 2, 99])
    act = {
        "type": "act",
        "game": game,
        "seat": seat,
        "decision": rng.randrange(4),
        "action": action,
    }
    place = rng.choice([None, 0, 1, 2, 11])
    options: list[dict[str, Any]] = [
        act,
        act,
        {"type": "decline", "game": game, "seat": seat},
        {"type": "sit", "place": place},
        {"type": "ready", "ready": True, "salt": "ff"},
        {"type": rng.choice(["start", "leave", "back", "stand", "reshuffle"])},
        {"type": "bot", "place": 1, "bot": "cautious"},
        {"type": "say", "text": "x" * rng.randrange(1, 201)},
        {"type": "host", "member": rng.randrange(1, 5)},
        {"type": "mute", "member": 1, "muted": rng.random() < 0.5},
    ]
    return {"id": f"f{number}", **rng.choice(options)}


def strange_frames(rng: random.Random, number: int) -> list[bytes]:
    """The bytes of one message, usually complete."""
    kind = rng.random()
    if kind < 0.7:
        return [frame(invalid_command(rng, number))]
    if kind < 0.85:
        return [frame(rng.choice(GARBAGE))]
    if kind < 0.9:
        text = invalid_command(rng, number)
        cut = rng.randrange(len(text))
        return [frame(text[:cut], 0x01), frame(b"", 0x00), frame(text[cut:], 0x80)]
    return [
        rng.choice(
            [
                frame(b"\x00\x01", 0x82),  # binary
                frame(b"{}", 0xC1),  # a reserved bit
                frame(b"{}", 0x83),  # an unknown opcode
                frame(b"x" * 5000),  # too large
                frame(b"ping", 0x89),
                frame(b"pong", 0x8A),
                frame(b"p" * 200, 0x89),  # too large for a ping
                frame(b"\x03", 0x88),  # half a close code
                frame(b"\x03\xe8bye", 0x88),
                frame(b"lost piece", 0x80),
                b"\x81\x02{}",  # not masked
                b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff",  # more than there is
                rng.randbytes(rng.randrange(1, 60)),
                b"".join([frame(b"", 0x01), frame(b"", 0x00) * 200]),  # endless fragments
            ]
        )
    ]


class Attack:
    """Many hostile sockets of many people."""

    def __init__(
        self, server: Server, rng: random.Random, codes: list[str], tokens: list[str]
    ) -> None:
        self._server = server
        self._rng = rng
        self._codes = codes
        self._tokens = tokens
        self._open: list[asyncio.StreamWriter] = []
        self.sent = 0

    async def send(self, count: int) -> None:
        """Send messages over some sockets, and some garbage over HTTP."""
        goal = self.sent + count
        while self.sent < goal:
            await self._socket(min(PER_SOCKET, goal - self.sent))
        await self._http()
        await self._half_open()

    async def _socket(self, count: int) -> None:
        rng = self._rng
        code = rng.choice(self._codes)
        token = rng.choice([*self._tokens, "nobody"])
        reader, writer = await self._server.socket(
            f"/api/tables/{code}/socket", f"Authorization: Bearer {token}"
        )
        if rng.random() < 0.9:  # the others do not wait for the handshake
            with contextlib.suppress(asyncio.IncompleteReadError, OSError):
                await reader.readuntil(b'{"type":')
        answers = asyncio.ensure_future(_drain(reader))
        with contextlib.suppress(OSError):
            for _ in range(count):
                self.sent += 1
                for piece in strange_frames(rng, self.sent):
                    writer.write(piece)
                await writer.drain()
                if answers.done():
                    break
            writer.write(frame(b"\x03\xe8", 0x88))
            writer.write_eof()  # the close may have become part of an unfinished frame
        async with asyncio.timeout(30):
            await answers
        await _hang_up(writer)

    async def wait_for_a_refusal(self) -> None:
        """Send invalid commands and keep reading: a proxy drops answers to closed clients."""
        reader, writer = await self._server.socket(
            f"/api/tables/{self._codes[-2]}/socket", f"Authorization: Bearer {self._tokens[-1]}"
        )
        try:
            async with asyncio.timeout(30):
                await reader.readuntil(b'{"type":')
                for number in range(10):
                    writer.write(frame(invalid_command(self._rng, self.sent + number)))
                await reader.readuntil(b'"type":"refused"')
        except (TimeoutError, asyncio.IncompleteReadError) as error:
            raise Broken("nothing was refused") from error
        finally:
            await _hang_up(writer)

    async def _half_open(self) -> None:
        """A client that starts a request and stops."""
        _, writer = await raw_connection(self._server.port)
        whole = upgrade(f"/api/tables/{self._rng.choice(self._codes)}/socket")
        writer.write(whole[: self._rng.randrange(len(whole) + 1)])
        self._open.append(writer)
        if len(self._open) > 50:
            await _hang_up(self._open.pop(0))

    async def _http(self) -> None:
        reader, writer = await raw_connection(self._server.port)
        writer.write(self._rng.choice(HTTP_GARBAGE))
        self.sent += 1
        with contextlib.suppress(OSError):
            writer.write_eof()
            async with asyncio.timeout(30):
                if (await reader.read()).startswith(b"HTTP/1.1 500"):
                    raise Broken("an answer of 500")
        await _hang_up(writer)

    async def close(self) -> None:
        """Hang up."""
        for writer in self._open:
            await _hang_up(writer)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def _drain(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass


async def quiet_table(
    server: Server, moves: int, between: Callable[[str], Awaitable[None]]
) -> list[str]:
    """Let people play; return all that they and a spectator were sent."""
    tokens = [await server.newcomer(f"Quiet {number}") for number in range(2)]
    code = await server.table(tokens[0], players=2, showing=0)
    lines = [await server.line(code, token) for token in tokens]
    watcher = await server.line(code)
    for line in lines:
        await line.ask("sit", id="sit", place=None)
    for move in range(moves):
        await between(code)
        await _quiet_move(lines, watcher, move)
    return [text for line in (*lines, watcher) for text in line.raw]


async def _quiet_move(lines: list[Line], watcher: Line, number: int) -> None:
    for line in lines:
        if line.room["phase"] == "gathering" or not line.room["places"][1]["name"]:
            done = await line.ask("ready", id=f"ready-{number}", ready=True, salt="")
            await level([*lines, watcher], done["version"])
    if lines[0].room["phase"] == "gathering":
        done = await lines[0].ask("start", id=f"start-{number}")
        await level([*lines, watcher], done["version"])
    line = next(line for line in lines if line.moves())
    seat, action = line.moves()[number % len(line.moves())]
    done = await line.ask("act", id=f"act-{number}", **line.act(seat, action))
    if done["type"] != "frame":
        raise Broken(f"a good move was refused: {done}")
    await level([*lines, watcher], done["version"])


async def fuzz(server: Server, messages: int, seed: int, tell: Callable[[int], None]) -> list[str]:
    """Send messages while a table plays; return what that table was sent."""
    rng = random.Random(seed)
    attacks: list[Attack] = []

    async def between(code: str) -> None:
        if not attacks:
            tokens = [await server.newcomer(f"Fuzz {number}") for number in range(12)]
            codes = [await server.table(token, players=3) for token in tokens[:6]]
            attacks.append(Attack(server, rng, [code, *codes, "QQQQQQ"], tokens))
        await attacks[0].send(BATCH)
        tell(attacks[0].sent)

    try:
        told = await quiet_table(server, messages // BATCH, between)
        await attacks[0].wait_for_a_refusal()
    finally:
        for attack in attacks:
            await attack.close()
    if (await server.call("GET", "/healthz")).status != 200:
        raise Broken("the server is not well")
    return told


async def peace(server: Server, messages: int) -> list[str]:
    """The same table without fuzzing."""

    async def nothing(_: str) -> None:
        return None

    return await quiet_table(server, messages // BATCH, nothing)


def compare(told: list[str], in_peace: list[str]) -> None:
    """Check that a table was sent the same as without fuzzing."""
    for number, (one, other) in enumerate(zip(told, in_peace, strict=False)):
        if one != other:
            raise Broken(f"message {number} to the other table was {one}, not {other}")
    if len(told) != len(in_peace):
        raise Broken(f"the other table was sent {len(told)} messages, not {len(in_peace)}")


def memory(process: int) -> int:
    """The resident memory of a process in KiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def _serve(folder: str) -> None:
    its = config(f"sqlite:///{folder}/tables.db", random=fixed_random(), now=fixed_now)
    async with running(its) as port:
        print(port, flush=True)
        await asyncio.get_running_loop().create_future()


@contextlib.asynccontextmanager
async def _process(folder: str) -> AsyncIterator[tuple[int, Server]]:
    """A server in its own process."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.fuzz", "--serve", folder),
        stdout=asyncio.subprocess.PIPE,
    )
    ends_with_us(process.pid)
    try:
        assert process.stdout is not None
        port = int(await process.stdout.readline())
        async with client(port) as server:
            yield process.pid, server
        if process.returncode is not None:
            raise Broken("the server died")
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def _long(messages: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        sizes: list[int] = []
        async with _process(one) as (process, server):

            def tell(sent: int) -> None:
                if sent // 10_000 > len(sizes) - 1:
                    sizes.append(memory(process))
                    print(f"{sent} messages, {sizes[-1] // 1024} MiB", flush=True)

            told = await fuzz(server, messages, seed, tell)
            sizes.append(memory(process))
        async with _process(other) as (_, server):
            compare(told, await peace(server, messages))
    half = sizes[len(sizes) // 2]
    print(
        f"{messages} messages: the other table was sent the same {len(told)} messages;"
        f" memory {sizes[0] // 1024} MiB at first, {half // 1024} MiB halfway,"
        f" {sizes[-1] // 1024} MiB at the end"
    )


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(2), "big"))
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(_serve(options.serve))
        return 0
    print(f"seed {options.seed}", flush=True)
    try:
        asyncio.run(_long(options.messages, options.seed))
    except Broken as error:
        print(f"FAILED: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
