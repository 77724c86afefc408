"""Attacks, each failing. docs/security.md names the test of each."""

import ast
import asyncio
import contextlib
import re
from pathlib import Path

import pytest

from calavera.server.http import bodies
from calavera.server.limits.budgets import UNLIMITED
from tests.server.raw import PATIENCE, Line, config, raw_connection, run, running_server, seated

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[a-z_/]+\.py)::(test_\w+)`")


def test_nobody_plays_from_a_seat_that_is_not_theirs() -> None:
    async def test() -> None:
        async with running_server() as server:
            ana, bo = await seated(server, 2)
            seat, action = bo.moves()[0]
            stolen = bo.act(seat, action)
            assert (await ana.ask("act", **stolen))["reason"] == "wrong-seat"
            watcher = await server.line(ana.room["code"])
            assert (await watcher.ask("act", **stolen))["reason"] == "not-at-table"
            assert (await watcher.ask("sit", place=0))["type"] == "refused"
            assert (await bo.ask("act", **stolen))["type"] == "frame"

    run(test())


def test_a_forged_token_is_nobody_however_near_it_comes() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer("Ana")
            code = await server.table(token, players=2)
            await (await server.line(code, token)).ask("sit", place=0)
            last = "A" if token[-1] != "A" else "B"
            for forged in (token[:-1] + last, token[:-1], token + "A", token.swapcase(), "A" * 43):
                assert (await server.call("GET", "/api/me", forged)).status == 401
                line = await server.line(code, forged)
                assert line.you.get("member") is None

    run(test())


def test_an_answer_that_is_played_again_is_not_played_twice() -> None:
    async def test() -> None:
        async with running_server() as server:
            ana, bo = await seated(server, 2)
            seat, action = ana.moves()[0]
            deed = ana.act(seat, action)
            first = await ana.ask("act", id="same", **deed)
            again = await ana.ask("act", id="same", **deed)
            assert (again["type"], again["version"]) == ("done", first["version"])
            assert (await ana.ask("act", id="other", **deed))["reason"] in (
                "stale",
                "not-your-turn",
            )
            # Ids are per sender: another's id reveals no answer.
            assert (await bo.ask("act", id="same", **deed))["reason"] == "wrong-seat"

    run(test())


def test_connections_are_limited_per_address() -> None:
    async def test() -> None:
        few = UNLIMITED._replace(connections=4)
        async with running_server(config(limits=few)) as server:
            code = await server.table(await server.newcomer(), players=2)
            lines = [await server.line(code) for _ in range(3)]
            idle = [await raw_connection(server.port) for _ in range(3)]
            ends = [asyncio.ensure_future(reader.readline()) for reader, _ in idle]
            async with asyncio.timeout(PATIENCE):
                while [end.result() for end in ends if end.done()] != [b"", b""]:
                    await asyncio.sleep(0.02)
                (left,) = [number for number, end in enumerate(ends) if not end.done()]
                idle[left][1].write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert (await ends[left]).startswith(b"HTTP/1.1 200")
            assert (await lines[0].ask("sit", place=0))["type"] == "refused"  # it was answered
            for _, writer in idle:
                writer.close()
            await lines.pop().close()
            async with asyncio.timeout(
                PATIENCE
            ):  # after disconnecting, new connections are allowed
                while True:
                    with contextlib.suppress(OSError):
                        if (await server.call("GET", "/healthz")).status == 200:
                            return
                    await asyncio.sleep(0.05)

    run(test())


def test_a_proxy_brings_everybody_and_is_not_counted() -> None:
    async def test() -> None:
        few = UNLIMITED._replace(connections=2)
        its = config(limits=few, public_url="https://skull.example.org")
        async with running_server(its) as server:
            code = await server.table(await server.newcomer(), players=2)
            lines: list[Line] = [await server.line(code) for _ in range(6)]
            assert all(line.room["code"] == code for line in lines)

    run(test())


def test_a_body_that_comes_drop_by_drop_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.2)

    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer()
            for path in ("/api/tables", "/api/replay"):
                reader, writer = await raw_connection(server.port)
                head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n"
                kind = "Content-Type: application/json\r\n"
                writer.write(f"{head}{kind}Authorization: Bearer {token}\r\n\r\n{{".encode())
                async with asyncio.timeout(5):
                    assert (await reader.readline()).startswith(b"HTTP/1.1 408")
                writer.close()

    run(test())


def test_every_test_that_the_security_page_names_is_there() -> None:
    named = NAMED.findall((ROOT / "docs" / "security.md").read_text())
    assert len(named) > 30
    for path, test in named:
        tree = ast.parse((ROOT / path).read_text())
        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert test in names, f"{path} has no {test}"
