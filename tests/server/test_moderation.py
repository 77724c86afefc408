"""`calavera tables` on running servers: kicking, banning, announcing."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.server.stores.opening import open_store
from tests.server.backends import missing_postgres, missing_redis, postgres, redis
from tests.server.raw import Line, Message, Server, config, run, running_server, seated

BYE = {"type": "bye", "reason": "removed"}


class Place:
    """Where servers run: one on a file, or two on a database."""

    def __init__(self, store: str, bus: str | None) -> None:
        self.store = store
        self.bus = bus

    @contextlib.asynccontextmanager
    async def servers(self) -> AsyncIterator[tuple[Server, Server]]:
        """Two servers if possible, otherwise the same one twice."""
        async with running_server(config(self.store, bus=self.bus)) as one:
            if self.bus is None:
                yield one, one
                return
            async with running_server(config(self.store, bus=self.bus)) as two:
                yield one, two

    async def order(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run `calavera tables` as an administrator would."""
        command = [sys.executable, "-m", "calavera", "tables", "--store", self.store, *words]
        return await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, timeout=120, check=False
        )


@pytest.fixture(params=["file", "database"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "file":
        return Place(f"sqlite:///{tmp_path}/a.db", None)
    if missing_postgres() or missing_redis():
        pytest.skip(str(missing_postgres() or missing_redis()))
    return Place(postgres().new_database(), redis().address)


async def until(line: Line, kind: str) -> Message:
    """The next message of a kind."""
    while (message := await line.next())["type"] != kind:
        pass
    return message


def test_an_announcement_reaches_everybody_as_it_was_written(place: Place) -> None:
    text = "Back in <b>ten</b> minutes & 🌹"

    async def test() -> None:
        async with place.servers() as (one, two):
            lines = await seated(one)
            code = lines[0].room["code"]
            watcher = await two.line(code)
            done = await place.order("--announce", text, "--for", "10m")
            assert (done.returncode, done.stdout) == (0, "announced for 10 minutes\n")
            times = {(await until(line, "announcement"))["at"] for line in (*lines, watcher)}
            assert len(times) == 1
            late = await two.line(code)
            told = await late.next()
            assert told == {"type": "announcement", "text": text, "at": times.pop()}
            assert (await place.order("--announce", "")).returncode == 0
            async with asyncio.timeout(60):  # until the server has noticed it
                while True:
                    later = await two.open(code)
                    await later.next()
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.3):
                            assert (await later.next())["type"] == "announcement"
                            continue
                    break

    run(test())


def test_a_kicked_player_is_notified_and_a_bot_takes_the_seat(place: Place) -> None:
    async def test() -> None:
        async with place.servers() as (one, two):
            lines = await seated(one, 3)
            code = lines[0].room["code"]
            watcher = await two.line(code)
            listed = await place.order("--members", code)
            assert [line.split()[0] for line in listed.stdout.splitlines()] == [
                f"{code}:{number}" for number in (1, 2, 3)
            ]
            done = await place.order("--kick", f"{code.lower()}:1")
            assert (done.returncode, done.stderr) == (0, "")
            assert (await lines[0].bye())[-1] == BYE
            for line in (*lines[1:], watcher):
                frame = await until(line, "frame")
                assert {"type": "removed", "member": 1} in frame["facts"]
                assert {"type": "host-passed", "member": 2} in frame["facts"]
                assert line.room["places"][0]["stand_in"] == "champion"
            again = await place.order("--kick", f"{code}:1")
            assert "was already removed" in again.stdout

    run(test())


def test_a_ban_holds_everywhere_until_it_is_lifted(place: Place) -> None:
    async def test() -> None:
        async with place.servers() as (one, two):
            token = await one.newcomer("Troll")
            first, second = await one.table(token, players=2), await one.table(token, players=2)
            here, there = await one.line(first, token), await two.line(second, token)
            for line in (here, there):
                await line.ask("sit", place=None)
            friend = await two.line(second, await two.newcomer("Bo"))
            done = await place.order("--ban", f"{first}:1")
            assert (done.returncode, done.stdout) == (0, f"{first}:1 is banned for 30 days\n")
            assert (await here.bye())[-1] == BYE
            assert (await there.bye())[-1] == BYE
            for server, code in ((one, first), (two, second)):
                assert (await server.call("GET", "/api/me", token)).reason == "removed"
                assert (await (await server.open(code, token)).bye())[-1] == BYE
            assert (await friend.ask("sit", place=None))["type"] == "frame", "nobody else is"
            assert (await place.order("--unban", f"{first}:1")).returncode == 0
            for server in (one, two):
                async with asyncio.timeout(60):
                    while (await server.call("GET", "/api/me", token)).status != 200:
                        await asyncio.sleep(0.05)
            assert (await two.line(second, token)).you["member"] == 1

    run(test())


def test_a_server_that_starts_keeps_the_bans_and_announces(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def test() -> None:
        async with running_server(config(address)) as server:
            token = await server.newcomer("Troll")
            code = await server.table(token)
        assert (
            await asyncio.to_thread(main, ["tables", "--store", address, "--ban", f"{code}:1"]) == 0
        )
        store = await open_store(address)
        await store.announce("hello", 60)
        await store.close()
        async with running_server(config(address)) as server:
            assert (await server.call("GET", "/api/me", token)).status == 403
            line = await server.line(code)
            assert (await line.next())["text"] == "hello"

    run(test())


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--kick", "KRTMWX"], "'KRTMWX' is not a member like KRTMWX:3"),
        (["--kick", "KRTMWX:1"], "KRTMWX: there is no such table"),
        (["--kick", "AAAA:9"], "AAAA: there is no member 9"),
        (["--ban", "AAAA:9"], "AAAA: there is no member 9"),
        (["--announce", "x" * 201], "up to 200"),
        (["--announce", "a \x1b[31mred\x1b[0m word"], "printable"),
        (["--announce", "x", "--for", "soon"], "'soon' is not a time"),
        (["--announce", "x", "--for", "10"], "10 has no unit: 10d, 10h, 10m or 10s"),
        (["--announce", "x", "--for", "0m"], "--for: at least 1s is required"),
        (["--kick", "AAAA:1", "--ban", "AAAA:1"], "not allowed with"),
        (["--close", "AAAA", "--kick", "AAAA:1"], "not allowed with"),
        (["--clos", "AAAA"], "unrecognized arguments: --clos AAAA; did you mean --close?"),
        (["--close", "AAAA", "--older-than", "1d"], "--older-than: works only with the list"),
        (["--close", "AAAA", "--json"], "--json: works only with the list"),
        (["--members", "AAAA", "--json"], "--json: works only with the list"),
        (["--members", "AAAA", "--older-than", "1d"], "--older-than: works only with the list"),
        (["--for", "1h"], "--for: goes with --ban or --announce"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def fill() -> str:
        async with running_server(config(address)) as server:
            return await server.table(await server.newcomer("Ana"))

    code = run(fill())
    words = [word.replace("AAAA", code) for word in words]
    assert main(["tables", "--store", address, *words]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert why.replace("AAAA", code) in told
    assert main(["tables", "--store", address]) == 0
    assert code in capsys.readouterr().out, "the table is still open"


def test_a_host_who_is_kicked_is_host_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def fill() -> str:
        async with running_server(config(address)) as server:
            tokens = [await server.newcomer(name) for name in ("Ana", "Bo")]
            code = await server.table(tokens[0])
            for token in tokens:
                line = await server.line(code, token)
                await line.ask("sit", place=None)
            await line.ask("stand")
            return code

    code = run(fill())

    def order(*words: str) -> str:
        assert main(["tables", "--store", address, *words]) == 0
        return capsys.readouterr().out

    order("--ban", f"{code}:1", "--for", "1h")
    assert order("--members", code).splitlines() == [
        f"{code}:1  Ana  no chair, removed",
        f"{code}:2  Bo  no chair, host",
    ]
    assert "host Bo," in order()
    assert "is no longer banned" in order("--unban", f"{code}:1")
    assert "was not banned" in order("--unban", f"{code}:1")
    order("--kick", f"{code}:2")
    assert ", host" not in order("--members", code)


def test_times_are_told_in_their_largest_unit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def make() -> None:
        await (await open_store(address)).close()

    run(make())
    told = {"60m": "1 hour", "90m": "90 minutes", "30s": "30 seconds", "48h": "2 days"}
    for time, words in told.items():
        main(["tables", "--store", address, "--announce", "x", "--for", time])
        assert capsys.readouterr().out == f"announced for {words}\n"
