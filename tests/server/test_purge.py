"""`calavera store purge` deletes what was unused for long, and nothing else."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from calavera.bots import Remark
from calavera.cli import main
from calavera.protocol.facts import BotSaid, Said, Taunted
from calavera.record.codec.json_text import read_json
from calavera.server.stores.archive import Count
from calavera.server.stores.copying import opened_beside_servers
from calavera.server.stores.opening import open_store
from calavera.server.stores.purge import purge
from calavera.table.logic.entry import ENTRY, Entry
from calavera.table.running.tokens import token_hash
from calavera.table.views.finished import ListChanges
from tests.server.linear import check_history
from tests.server.raw import Line, Server, config, run, running_server, seated
from tests.server.test_store_copy import TARGETS, everything, quiet

WORDS = (Said, Taunted, BotSaid)
DAY = 24 * 3600
LONG_AGO = 200 * DAY


@pytest.fixture(params=TARGETS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return TARGETS[request.param](tmp_path)


class Evening:
    """Two tables with a game and talk, one person without a table."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.tokens: list[list[str]] = []
        self.stranger = ""

    async def spend(self, server: Server) -> list[list[Line]]:
        tables = []
        for _ in range(2):
            tokens = [await server.newcomer(f"P{place}") for place in range(2)]
            code = await server.table(tokens[0], players=2, showing=0)
            lines = [await server.line(code, token) for token in tokens]
            for line in lines:
                await line.ask("sit", place=None)
            await lines[0].ask("say", text="a secret of ours")
            await lines[1].ask("taunt", taunt="bluff")
            self.codes.append(code)
            self.tokens.append(tokens)
            tables.append(lines)
        self.stranger = await server.newcomer("Stranger")
        return tables


def age(address: str, *statements: str) -> None:
    """Backdate parts of a store."""
    run(_age(address, *statements))


async def _age(address: str, *statements: str) -> None:
    if address.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as database:
            for statement in statements:
                database.execute(statement.replace("calavera.", ""))
            database.commit()
        return
    import asyncpg  # noqa: PLC0415  # skipped where it is missing

    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def old(what: str, column: str, where: str = "true") -> str:
    return f"UPDATE calavera.{what} SET {column} = {column} - {LONG_AGO} WHERE {where}"


def command(address: str, *words: str) -> int:
    return main(["store", "purge", "--store", address, "--older-than", "180d", *words])


async def talk(address: str, code: str) -> list[Any]:
    store = await open_store(address)
    try:
        entries = [ENTRY.decode(read_json(body)) for body in await store.entries(code)]
    finally:
        await store.close()
    check_history(entries)
    return [fact for entry in entries for fact in entry.facts if isinstance(fact, WORDS)]


def test_a_table_that_nobody_visited_goes_with_its_people(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening()

    async def spend() -> None:
        async with running_server(config(address)) as server:
            await evening.spend(server)

    run(spend())
    age(
        address, old("tables", "visited", f"code = '{evening.codes[0]}'"), old("identities", "seen")
    )
    before = run(everything(address))
    assert command(address, "--dry-run") == 0
    dry = capsys.readouterr().out
    assert "would delete 1 table, 0 messages of talk and 3 people" in dry
    assert run(everything(address)) == before
    assert command(address, "--yes") == 0
    assert "deleted 1 table, 0 messages of talk and 3 people" in capsys.readouterr().out
    count = run(everything(address))[0]
    assert isinstance(count, Count)
    assert (count.tables, count.people) == (1, 2)

    async def after() -> None:
        async with running_server(config(address)) as server:
            gone, kept = evening.codes
            assert (await server.call("GET", f"/api/tables/{gone}")).status == 404
            line = await server.line(kept, evening.tokens[1][0])
            assert line.you["place"] == 0, "people with a seat are kept, however old the token"
            assert (await server.call("GET", "/api/me", evening.stranger)).status == 401

    run(after())


def test_old_talk_goes_from_tables_that_stay(address: str) -> None:
    evening = Evening()

    async def spend() -> None:
        async with running_server(config(address, now=lambda: 1_600_000_000_000)) as server:
            lines = await evening.spend(server)
            versions = lines[1][1].version
        store = await open_store(address)
        body = ENTRY.write(Entry(None, None, 1_600_000_000_000, (BotSaid(0, Remark.CAUGHT_BOO),)))
        stored = asyncio.Event()
        store.append(
            evening.codes[1], versions, body.encode(), ListChanges(), lambda _: stored.set()
        )
        await stored.wait()
        await store.close()
        async with running_server(config(address)) as server:
            line = await server.line(evening.codes[0], evening.tokens[0][0])
            await line.ask("say", id="new", text="said today")

    run(spend())
    assert len(run(talk(address, evening.codes[0]))) == 3
    assert len(run(talk(address, evening.codes[1]))) == 3
    assert command(address, "--yes") == 0
    assert run(talk(address, evening.codes[0])) == [Said(1, "said today")]
    assert run(talk(address, evening.codes[1])) == []


def test_beside_a_server_what_is_in_use_stays(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening()

    async def test() -> None:
        async with running_server(config(address)) as server:
            await evening.spend(server)
        await _age(address, old("tables", "visited"), old("identities", "seen"))
        async with running_server(config(address)) as server:
            used, _ = evening.codes
            lines = [await server.line(used, token) for token in evening.tokens[0]]
            assert await asyncio.to_thread(command, address, "--yes") == 0
            assert (await lines[0].ask("say", id="x", text="still here"))["type"] == "frame"
            assert (await server.call("GET", f"/api/tables/{used}")).status == 200
            assert (await server.call("GET", f"/api/tables/{evening.codes[1]}")).status == 404
            assert (await server.call("GET", "/api/me", evening.tokens[0][1])).status == 200

    run(test())
    told = capsys.readouterr().out
    assert "deleted 1 table, 0 messages of talk and 3 people" in told
    assert ("keeps its size" in told) is address.startswith("sqlite")


def test_a_visitor_at_the_last_moment_is_not_purged(address: str) -> None:
    evening = Evening()

    async def test() -> None:
        async with running_server(config(address)) as server:
            await evening.spend(server)
        await _age(address, old("tables", "visited"), old("identities", "seen"))
        async with (
            running_server(config(address)) as server,
            opened_beside_servers(address) as archive,
        ):
            was = type(archive).old_people

            async def old_people(self: Any, before: int) -> list[str]:
                found: list[str] = await was(self, before)
                assert token_hash(evening.stranger) in found
                assert (await server.call("GET", "/api/me", evening.stranger)).status == 200
                return found

            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(type(archive), "old_people", old_people)
                purged = await purge(archive, 180 * DAY, quiet, dry_run=False)
            assert purged.tables == 2
            assert purged.people == 4
            assert (await server.call("GET", "/api/me", evening.stranger)).status == 200

    run(test())


def test_a_file_is_smaller_after_it_was_purged(tmp_path: Path) -> None:
    address, file = f"sqlite:///{tmp_path}/a.db", tmp_path / "a.db"

    async def spend() -> None:
        async with running_server(config(address)) as server:
            lines = await seated(server)
            for number in range(300):
                await lines[0].ask("say", id=f"s{number}", text="x" * 200)

    run(spend())
    before = file.stat().st_size
    age(address, old("tables", "visited"))
    assert command(address, "--yes") == 0
    assert file.stat().st_size < before / 2


def _lines(capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    yield from capsys.readouterr().err.splitlines()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--older-than", "180d"], "--dry-run"),
        (["--older-than", "23h", "--yes"], "at least 1d"),
        (["--older-than", "30", "--yes"], "30 has no unit"),
        (["--older-than", "soon", "--yes"], "'soon' is not a time like 180d"),
        (["--yes"], "--older-than"),
    ],
)
def test_what_is_not_clear_deletes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    assert main(["store", "purge", "--store", f"sqlite:///{tmp_path}/a.db", *words]) == 2
    (told,) = _lines(capsys)
    assert why in told
