"""Starting and stopping the server."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.server.lifecycle import running
from tests.server.heirs import ends_with_us
from tests.server.raw import (
    PATIENCE,
    client,
    config,
    raw_connection,
    run,
    running_server,
    seated,
    upgrade,
)

HEAVY = ("numpy", "numba", "llvmlite", "torch", "ray", "scipy", "pandas")

CODE = f"""
import asyncio, json, sys
from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.table.live.automation import AT_ONCE
from tests.server.raw import running_server, config

async def play_against_a_bot():
    async with running_server(config(pace=AT_ONCE)) as server:
        assert (await server.call("GET", "/")).status == 200
        token = await server.newcomer()
        line = await server.line(await server.table(token, players=2, bots=["cautious"]), token)
        await line.ask("sit", place=None)
        await line.ask("start")
        while not any(mat["height"] for mat in line.game["view"]["board"]["mats"]):
            await line.next()

asyncio.run(play_against_a_bot())
print(json.dumps([name for name in sys.modules if name.partition(".")[0] in {HEAVY!r}]))
"""


def test_a_server_with_a_bot_at_play_loads_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def serve(folder: Path, *more: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-m", "calavera", "serve", "--port", "0", *store(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    ends_with_us(process.pid)
    return process


def store(folder: Path) -> list[str]:
    return ["--store", f"sqlite:///{folder}/tables.db"]


def port_of(process: "subprocess.Popen[str]") -> int:
    assert process.stdout is not None
    for _ in range(10):
        line = process.stdout.readline()
        if "http://" in line:
            return int(line.rsplit(":", 1)[1])
    raise AssertionError("the server told no address")


def tables(folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "calavera", "tables", *store(folder), *more],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_tables_are_listed_and_closed_while_a_server_runs(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        try:
            port = port_of(process)

            async def test() -> None:
                async with client(port) as server:
                    lines = await seated(server, 2)
                    code = lines[0].room["code"]
                    other = await server.table(await server.newcomer("Ana"), listed=True)
                    listed = await asyncio.to_thread(tables, tmp_path)
                    assert listed.returncode == 0
                    assert {line.split()[0] for line in listed.stdout.splitlines()} == {code, other}
                    as_json = await asyncio.to_thread(tables, tmp_path, "--json")
                    told = [json.loads(line) for line in as_json.stdout.splitlines()]
                    assert {one["code"]: one["phase"] for one in told} == {
                        code: "playing",
                        other: "gathering",
                    }
                    assert not any("here" in one for one in told), "a store does not know"
                    closed = await asyncio.to_thread(tables, tmp_path, "--close", code)
                    assert (closed.returncode, closed.stdout) == (0, f"{code} is closed\n")
                    for line in lines:
                        messages = await line.bye()
                        assert messages[-1] == {"type": "bye", "reason": "closed"}
                    again = await server.open(code)
                    assert (await again.bye())[-1] == {"type": "bye", "reason": "closed"}
                    assert (await server.line(other)).room["phase"] == "gathering"

            run(test())
            twice = tables(tmp_path, "--close", "NOSUCH")
            assert twice.returncode == 2
            assert "no such table" in twice.stderr
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.stdout is not None
            rest = process.stdout.read()
        assert process.wait(30) == 0
        assert "stopped" in rest
        assert "Traceback" not in rest


def test_nothing_secret_is_in_the_log(tmp_path: Path) -> None:
    with serve(tmp_path) as process:
        port = port_of(process)

        async def test() -> list[str]:
            async with client(port) as server:
                tokens = [await server.newcomer(f"Nobody {number}") for number in range(2)]
                code = await server.table(tokens[0], players=2, bots=["cautious"])
                line = await server.line(code, tokens[0])
                await line.ask("sit", place=None)
                await line.ask("say", text="psst, a secret")
                await line.socket.send_str("{not json, a secret")
                await line.next()
                await server.call("GET", f"/{tokens[1]}", tokens[1], data=b"secret")
                await server.call("PUT", "/api/me", tokens[1] + "\udcff", data=b"secret")
                return [*tokens, code, "Nobody", "secret"]

        secrets = run(test())
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        log = process.stdout.read().replace(str(tmp_path), "")
        assert process.wait(30) == 0
    assert [secret for secret in secrets if secret in log] == []


@pytest.mark.parametrize("content", [b"", b"not a store at all" * 100])
def test_a_store_that_cannot_be_read_is_one_line_and_no_traceback(
    tmp_path: Path, content: bytes
) -> None:
    if content:
        (tmp_path / "tables.db").write_bytes(content)
    else:
        (tmp_path / "tables.db").mkdir()
    with serve(tmp_path) as process:
        assert process.stdout is not None
        told = process.stdout.read()
        assert process.wait(60) == 2
    assert told.count("\n") == 1
    assert told.startswith("calavera: cannot open")


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    async def test() -> None:
        async with running_server() as server:
            with serve(tmp_path, "--port", str(server.port)) as process:
                assert process.stdout is not None
                told = await asyncio.to_thread(process.stdout.read)
                assert process.wait(60) == 2
            assert told == f"calavera: port {server.port} is taken; choose another with --port\n"
            assert [*tmp_path.iterdir()] == [], "no file is created if nothing can be served"

    run(test())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--bus", "redis://localhost"], "--bus is for servers that share a store"),
        (
            ["--metrics", "127.0.0.1:{taken}"],
            "port {taken} is taken; choose another with --metrics",
        ),
    ],
)
def test_a_server_that_is_refused_makes_nothing(
    tmp_path: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        store = f"sqlite:///{tmp_path}/new/tables.db"
        words = [word.format(taken=port) for word in options]
        assert main(["serve", "--port", "0", "--store", store, *words]) == 2
    assert told.format(taken=port) in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_an_option_that_is_misspelt_tells_no_password(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--sotre", "postgresql://ana:se@cret@db.example.org/skull"]) == 2
    told = capsys.readouterr().err
    assert "postgresql://…@db.example.org/skull" in told
    assert "ana" not in told
    assert "cret" not in told


def test_a_second_server_on_a_store_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        port_of(first)
        with serve(tmp_path) as second:
            assert second.stdout is not None
            told = second.stdout.read()
            assert second.wait(60) == 2
        assert told.startswith("calavera: a server is already running on this store")
        assert told.count("\n") == 1
        assert tables(tmp_path).returncode == 0
        first.kill()
        first.wait(60)
    with serve(tmp_path) as third:
        port_of(third)
        third.terminate()
        assert third.wait(60) == 0


def test_a_server_that_was_stopped_starts_again_on_its_port_and_says_where_all_is(
    tmp_path: Path,
) -> None:
    port = "0"
    for _ in range(2):
        with serve(tmp_path, "--port", port) as process:
            port = str(port_of(process))

            async def test(port: int) -> None:
                async with client(port) as server:
                    line = await server.line(await server.table(await server.newcomer()))
                    process.terminate()
                    assert (await line.bye())[-1] == {"type": "bye", "reason": "stopping"}

            run(test(int(port)))
            assert process.stdout is not None
            told = process.stdout.read()
            assert process.wait(60) == 0
        assert f"Everything is kept in {tmp_path}/tables.db." in told


def test_a_silent_peer_does_not_delay_the_end() -> None:
    """An incomplete call, and a socket on a reused connection that does not close."""

    async def test() -> None:
        async with contextlib.AsyncExitStack() as stack:
            port = await stack.enter_async_context(running(config()))
            async with client(port) as server:
                code = await server.table(await server.newcomer())
            reader, writer = await raw_connection(port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await reader.readuntil(b"ok\n")
            writer.write(upgrade(f"/api/tables/{code}/socket"))
            await reader.readuntil(b"}")
            _, half = await raw_connection(port)
            half.write(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            await half.drain()
            async with asyncio.timeout(PATIENCE):
                await stack.aclose()
            writer.close()
            half.close()

    run(test())


def test_a_bot_that_thinks_does_not_hold_up_the_end(tmp_path: Path) -> None:
    """Python would wait for its thread, here forever."""
    code = """
import asyncio, threading
from calavera import Game
from calavera.server.tables.bot_thread import ThreadThinker

async def stop_while_a_bot_thinks():
    thinker, thinking = ThreadThinker(), threading.Event()
    class Endless:
        name = "endless"
        def choose(self, view, rng):
            thinking.set()
            threading.Event().wait()
    from calavera.table.live.ports import Thought
    thinker.think(Thought(Endless(), [], Game(players=3, seed=1).view("a"), ""), print)
    await asyncio.to_thread(thinking.wait)
    thinker.close()

asyncio.run(stop_while_a_bot_thinks())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--port", "65536"], "there is no port 65536"),
        (["--public-url", "skull.example.org"], "is not an address like https://"),
        (["--public-url", "ftp://skull.example.org"], "is not an address like https://"),
        (["--public-url", "https://skull.example.org/skull"], "without path"),
        (["--public-url", "https://ana@skull.example.org"], "without path, user or query"),
        (["--public-url", "https://skull.example.org?a=b"], "without path, user or query"),
        (["--public-url", "https://skull.example.org:99999"], "is not an address like https://"),
        (["--public-url", "https://"], "is not an address like https://"),
    ],
)
def test_what_no_server_can_be_asked_for_is_one_line(
    options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--store", "nowhere", *options]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_tables_of_a_store_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    listed = tables(tmp_path)
    assert listed.returncode == 2
    assert "there is no store" in listed.stderr
    assert [*tmp_path.iterdir()] == []


def test_old_tables_are_closed_together(tmp_path: Path) -> None:
    async def test() -> list[str]:
        async with running_server(config(f"sqlite:///{tmp_path}/tables.db")) as server:
            token = await server.newcomer("Ana")
            codes = [await server.table(token) for _ in range(2)]
            line = await server.line(codes[1], token)
            await line.ask("sit", place=None)
            return codes

    old, new = run(test())
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE tables SET changed = changed - 864000 WHERE code = ?", (old,))
    database.close()
    told = {line.split()[0]: line for line in tables(tmp_path).stdout.splitlines()}
    assert "changed 10 days ago, host Ana, 0 people, 0 bots on 4 seats" in told[old]
    assert "changed just now, host Ana, 1 person, 0 bots" in told[new]
    assert tables(tmp_path, "--older-than", "9d").stdout.startswith(f"{old}  ")
    assert tables(tmp_path, "--close").returncode == 2
    closed = tables(tmp_path, "--older-than", "9d", "--close")
    assert (closed.returncode, closed.stdout) == (0, f"{old} is closed\n")
    none = tables(tmp_path, "--older-than", "9d", "--close")
    assert (none.returncode, none.stdout) == (0, "no tables are that old\n")
    again = tables(tmp_path, "--close", old.lower(), new)
    assert again.stdout == f"{old} was closed already\n{new} is closed\n"
    assert tables(tmp_path).stdout == "no tables\n"
    assert tables(tmp_path, "--json").stdout == ""


def test_a_store_that_fails_is_said_and_nothing_is_told_that_was_not_stored(tmp_path: Path) -> None:
    async def test() -> None:
        async with running_server(config(f"sqlite:///{tmp_path}/tables.db")) as server:
            lines = await seated(server, 2)
            with sqlite3.connect(tmp_path / "tables.db") as other:
                other.execute("ALTER TABLE entries RENAME TO elsewhere")
            other.close()
            refused = await lines[0].ask("say", text="gone astray")
            assert (refused["type"], refused["reason"]) == ("refused", "busy")
            failed = await server.call("POST", "/api/tables", await server.newcomer(), json={})
            assert (failed.status, failed.reason) == (503, "busy")
            with sqlite3.connect(tmp_path / "tables.db") as other:
                other.execute("ALTER TABLE elsewhere RENAME TO entries")
            other.close()
            said = await lines[0].ask("say", text="found")
            await lines[1].until_version(said["version"])
            assert "gone astray" not in "".join(lines[1].raw)

    run(test())
