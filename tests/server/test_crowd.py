"""Slow readers and idle sockets cost the others nothing: counted, not timed."""

import contextlib
import json
import random
import resource
import socket

from tests.server.raw import PATIENCE, Server, client, house, level, plan, run, seated, upgrade
from tests.server.test_reconnect import to_the_end

MOST_COMMANDS = 20_000
IDLE_SOCKETS = 1000
ENOUGH_TO_FILL = 100


def stuck_reader(server: Server, code: str, token: str) -> socket.socket:
    """Somebody who sits at a table and reads nothing, with as little room as there is."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", server.port))
    reader.sendall(upgrade(f"/api/tables/{code}/socket", f"Authorization: Bearer {token}"))
    return reader


def test_who_does_not_read_is_dropped_and_nobody_waits() -> None:
    async def test() -> None:
        async with house() as server:
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
                    await lines[1].until_version(done["version"])  # the others go on all the time
                    if 3 not in lines[0].here:
                        break
                assert 3 not in lines[0].here
                assert count > 10  # a moment of silence is nobody's end
                back = await server.line(code, tokens[2])
                assert back.you["place"] == 2
            finally:
                reader.close()

    run(test())


def test_who_does_not_read_keeps_no_server_from_stopping() -> None:
    async def test() -> None:
        async with house() as server:
            token, other = await server.newcomer(), await server.newcomer()
            code = await server.table(token)
            line = await server.line(code, token)
            readers = [stuck_reader(server, code, other) for _ in range(20)]
            for _ in range(ENOUGH_TO_FILL):  # more than any system keeps for who does not read
                await line.ask("say", text="x" * 200)
        for reader in readers:
            assert_ended(reader)

    run(test())


def assert_ended(reader: socket.socket) -> None:
    """Everything that was sent can be read, and then no more comes."""
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
        async with house(plan()) as server, client(server.port) as crowd:
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
            for line in idle:  # they are, and heard nothing of the table next door
                await line.until_version(said["version"])
                kinds = [json.loads(message)["type"] for message in line.raw]
                assert kinds == ["welcome", "presence", "frame"]

    run(test())
