"""The short form of `python -m tests.server.fuzz`, and single malformed messages."""

import asyncio
import logging

import pytest

from calavera.server.limits.budgets import Limits, Rate
from tests.server.fuzz import compare, fuzz, peace
from tests.server.raw import config, frame, run, running_server, seated
from tests.server.worlds import fixed_now, fixed_random

MESSAGES = 2500
pytestmark = pytest.mark.usefixtures("connection")


@pytest.mark.parametrize("seed", [1, 2])
def test_malformed_messages_do_not_disturb_other_tables(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with running_server(config(random=fixed_random(), now=fixed_now)) as server:
            told = await fuzz(server, MESSAGES, seed, lambda _: None)
        async with running_server(config(random=fixed_random(), now=fixed_now)) as server:
            compare(told, await peace(server, MESSAGES))

    with caplog.at_level(logging.ERROR):
        run(test())
    assert [record.getMessage() for record in caplog.records] == []


CLOSING = {
    "binary": (frame(b"\x00", 0x82), 1003),
    "too large": (frame(b"x" * 5000), 1009),
    "too large in pieces": (frame(b"x" * 3000, 0x01) + frame(b"x" * 3000, 0x80), 1009),
    "pieces without end": (frame(b"", 0x01) + frame(b"", 0x00) * 100, 1009),
    "no such kind": (frame(b"{}", 0x83), 1002),
}


@pytest.mark.parametrize("name", CLOSING)
def test_what_is_no_message_closes_the_socket(name: str) -> None:
    sent, code = CLOSING[name]

    async def test() -> None:
        async with running_server() as server:
            (line, other) = await seated(server, 2)
            reader, writer = await server.socket(f"/api/tables/{line.room['code']}/socket")
            await reader.readuntil(b"\r\n\r\n")
            await reader.readuntil(b"}")
            writer.write(sent)
            async with asyncio.timeout(20):
                rest = await reader.read()
            assert b"\x03" + bytes([code - 0x300]) in rest
            bye = {1003: b"bad-message", 1009: b"too-large"}.get(code)
            assert bye is None or b'{"type":"bye","reason":"' + bye in rest
            writer.close()
            assert (await other.ask("say", text="still here"))["type"] == "frame"

    run(test())


def test_a_refused_command_is_told_to_its_sender_alone() -> None:
    async def test() -> None:
        async with running_server() as server:
            (line, other) = await seated(server, 2)
            before = len(other.raw)
            seat, action = other.moves()[0]
            wrong = {
                "wrong-seat": {**line.act("a", action), "seat": seat},
                "wrong-game": {**line.act("a", action), "game": 7},
                "too-soon": {**line.act("a", action), "decision": 5},
                "illegal": {**line.act("a", action), "action": {"type": "bid", "number": 1}},
            }
            for reason, keys in wrong.items():
                answer = await line.ask("act", **keys)
                assert (answer["type"], answer["reason"]) == ("refused", reason)
            said = await line.ask("say", text="done")
            await other.until_version(said["version"])
            assert len(other.raw) == before + 1

    run(test())


def test_a_flooding_client_is_disconnected_once() -> None:
    async def test() -> None:
        few = Limits(messages=Rate(5, 0.001))
        async with running_server(config(limits=few)) as server:
            token = await server.newcomer()
            code = await server.table(token)
            line = await server.line(code, token)
            for _ in range(20):
                await line.send("say", id="x", text="hello")
            messages = await line.bye()
            assert [one["type"] for one in messages].count("bye") == 1
            assert messages[-1] == {"type": "bye", "reason": "flooding"}

    run(test())


def test_two_sockets_of_one_person_are_counted_together() -> None:
    async def test() -> None:
        few = Limits(messages=Rate(5, 0.001))
        async with running_server(config(limits=few)) as server:
            token = await server.newcomer()
            code = await server.table(token)
            one, two = await server.line(code, token), await server.line(code, token)
            for _ in range(5):
                assert (await one.ask("back"))["type"] == "refused"
            await two.send("back")
            assert (await two.bye())[-1] == {"type": "bye", "reason": "flooding"}

    run(test())
