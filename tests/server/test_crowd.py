"""Slow readers and idle sockets do not delay others: counted, not timed."""

import contextlib
import json
import random
import resource
import socket

from tests.server.raw import (
    PATIENCE,
    Server,
    client,
    config,
    level,
    run,
    running_server,
    seated,
    upgrade,
)
from tests.server.test_reconnect import to_the_end

MOST_COMMANDS = 20_000
IDLE_SOCKETS = 1000
ENOUGH_TO_FILL = 100


def stuck_reader(server: Server, code: str, token: str) -> socket.socket:
    """A client that reads nothing, with the smallest possible buffers."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", server.port))
    reader.sendall(upgrade(f"/api/tables/{code}/socket", f"Authorization: Bearer {token}"))
    return reader


def test_a_slow_reader_is_dropped_and_nobody_waits() -> None:
    async def test() -> None:
        async with running_server() as server:
            tokens = [await server.newcomer(f"P{number}") for number in range(3)]
            code = await server.table(tokens[0], players=3)
            lines = [await server.line(code, token) for token in tokens]
            for line in lines:
                await line.ask("sit", place=None)
            await level(lines, lines[2].version)
            await lines[2].close()
            while 3 in lines[0].here:
                await lines[0].next()
            reader = stuck_reader(server, code, tokens[2])
            try:
                while 3 not in lines[0].here:
                    await lines[0].next()
                for count in range(MOST_COMMANDS):
                    done = await lines[0].ask("ready", ready=count % 2 == 0, salt="")
                    await lines[1].until_version(
                        done["version"]
                    )  # the others continue all the time
                    if 3 not in lines[0].here:
                        break
                assert 3 not in lines[0].here
                assert count > 10  # a short silence disconnects nobody
                back = await server.line(code, tokens[2])
                assert back.you["place"] == 2
            finally:
                reader.close()

    run(test())


def test_a_slow_reader_does_not_keep_a_server_from_stopping() -> None:
    async def test() -> None:
        async with running_server() as server:
            token, other = await server.newcomer(), await server.newcomer()
            code = await server.table(token)
            line = await server.line(code, token)
            readers = [stuck_reader(server, code, other) for _ in range(20)]
            for _ in range(ENOUGH_TO_FILL):  # more than any system buffers
                await line.ask("say", text="x" * 200)
        for reader in readers:
            assert_ended(reader)

    run(test())


def assert_ended(reader: socket.socket) -> None:
    """Everything that was sent can be read, and then the socket ends."""
    with reader, contextlib.suppress(ConnectionResetError):
        reader.settimeout(PATIENCE)
        while reader.recv(65536):
            pass


def test_a_thousand_idle_sockets_do_not_disturb_a_table() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * IDLE_SOCKETS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))

    async def test() -> None:
        async with running_server(config()) as server, client(server.port) as crowd:
            token = await server.newcomer()
            code = await server.table(token)
            idle = [await crowd.line(code) for _ in range(IDLE_SOCKETS)]
            lines = await seated(server, 3, showing=0)
            moves = await to_the_end(lines, random.Random(5))
            assert moves > 10
            said = await lines[1].ask("say", text="a good game")
            await level(lines, said["version"])
            owner = await server.line(code, token)
            said = await owner.ask("say", text="is anybody still there?")
            for line in idle:  # they are, and received nothing of the other table
                await line.until_version(said["version"])
                kinds = [json.loads(message)["type"] for message in line.raw]
                assert kinds == ["welcome", "presence", "frame"]

    run(test())
