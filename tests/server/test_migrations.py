"""Stores of earlier versions open, those of later ones are refused; backups can be restored."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from calavera.cli import main
from calavera.protocol.shapes import SUMMARY
from calavera.protocol.summary import Listing
from calavera.record.codec.json_text import read_json
from calavera.server.lifecycle import running
from calavera.server.stores.claim import claimed
from calavera.server.stores.copying import opened
from calavera.server.stores.interface import StoredIdentity, StoreError
from calavera.server.stores.opening import open_store
from calavera.server.stores.postgres import schema as postgres_schema
from calavera.server.stores.sqlite import schema as sqlite_schema
from calavera.server.stores.sqlite.store import SqliteStore
from calavera.table.logic.entry import ENTRY
from tests.contracts.stores import append, kept, line
from tests.server.backends import needs_postgres, postgres
from tests.server.linear import check_history
from tests.server.raw import config, run, running_server, seated

asyncpg = pytest.importorskip("asyncpg", reason="asyncpg is not installed")

FIRST = Path(__file__).parent / "stores" / "first-schema.db"
"""Written by the first version of the schema: a whole game, and a new table."""


WITH_TOKENS = 4
"""The version since which tokens have their own table."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "old.db"
    shutil.copy(FIRST, file)
    return file


def version(file: Path) -> int:
    database = sqlite3.connect(file)
    (number,) = database.execute("PRAGMA user_version").fetchone()
    database.close()
    return int(number)


def test_a_file_that_an_older_server_runs_on_is_not_brought_up_to_date(old: Path) -> None:
    address = f"sqlite:///{old}"

    async def test() -> None:
        with pytest.raises(StoreError, match="already running"):
            async with running(config(address)):
                pass
        with pytest.raises(StoreError, match="already running"):
            async with opened(address, create=False):
                pass

    with claimed(address):
        run(test())
    assert version(old) == 1


def test_a_file_is_claimed_until_the_last_word_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"sqlite:///{tmp_path}/below/a.db"
    close, closed = SqliteStore.close, []

    async def watched(self: SqliteStore) -> None:
        with pytest.raises(StoreError, match="already running"), claimed(address):
            pass
        await close(self)
        closed.append(self)

    monkeypatch.setattr(SqliteStore, "close", watched)

    async def test() -> None:
        async with running_server(config(address)):
            pass

    run(test())
    assert closed
    with claimed(address):
        assert (tmp_path / "below").stat().st_mode & 0o777 == 0o700


def test_a_file_of_the_first_schema_opens_and_goes_on(old: Path) -> None:
    assert version(old) == 1

    async def test() -> None:
        async with running_server(config(f"sqlite:///{old}")) as server:
            (listed,) = (await server.call("GET", "/api/tables")).json["tables"] or [None]
            codes = [one.code for one in await tables(f"sqlite:///{old}")]
            assert len(codes) == 2
            for code in codes:
                line_ = await server.line(code)
                assert line_.version in (2, 52)
            if listed is not None:
                record = await server.call("GET", f"/api/tables/{listed['code']}/games/1/record")
                assert record.status == 200

    run(test())
    assert version(old) == sqlite_schema.NEWEST


def test_whoever_had_a_token_in_the_first_schema_has_it_still(old: Path) -> None:
    with sqlite3.connect(old) as database:
        people = database.execute("SELECT identity, name FROM identities").fetchall()
    database.close()
    assert people

    async def test() -> None:
        store = await open_store(f"sqlite:///{old}")
        for identity, name in people:
            assert await store.tokens.find(identity, "") == (identity, name)
        ids = {token.id for identity, _ in people for token in await store.tokens.of(identity)}
        assert len(ids) == len(people)
        await store.close()

    asyncio.run(test())


async def tables(address: str) -> list[Listing]:
    store = await open_store(address)
    try:
        return [*await store.all_tables(10)]
    finally:
        await store.close()


def test_every_history_of_the_first_schema_follows_the_rules(old: Path) -> None:
    async def test() -> None:
        store = await open_store(f"sqlite:///{old}")
        for listing in await store.all_tables(10):
            bodies = await store.entries(listing.code)
            check_history([ENTRY.decode(read_json(body)) for body in bodies])
        await store.close()

    asyncio.run(test())


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = old.read_bytes()
    steps = (*sqlite_schema.STEPS, "CREATE TABLE more (x); INSERT INTO nowhere VALUES (1)")
    monkeypatch.setattr(sqlite_schema, "STEPS", steps)
    monkeypatch.setattr(sqlite_schema, "NEWEST", len(steps))
    with pytest.raises(StoreError, match="nowhere"):
        sqlite_schema.open_database(str(old))
    assert version(old) == 1
    database = sqlite3.connect(old)
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema")]
    database.close()
    assert "more" not in names
    assert len(old.read_bytes()) == len(before)


def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.db"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE notes (text)")
    database.close()
    with pytest.raises(StoreError, match="another program"):
        sqlite_schema.open_database(str(file))


# PostgreSQL.


async def execute(address: str, *statements: str) -> list[Any]:
    connection = await asyncpg.connect(address)
    rows: list[Any] = []
    for statement in statements:
        rows = await connection.fetch(statement)
    await connection.close()
    return rows


@needs_postgres
@pytest.mark.parametrize("steps", range(1, postgres_schema.NEWEST))
def test_a_database_of_an_older_schema_opens(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres().new_database()

    async def old_program() -> None:
        with monkeypatch.context() as older:
            older.setattr(postgres_schema, "STEPS", postgres_schema.STEPS[:steps])
            older.setattr(postgres_schema, "NEWEST", steps)
            await (await open_store(address)).close()
        summary = SUMMARY.write(line("AAAA"))
        await execute(
            address,
            f"INSERT INTO calavera.tables VALUES ('AAAA', true, 'gathering', 1, '{summary}')",
            "INSERT INTO calavera.entries VALUES ('AAAA', 1, '1')",
            "INSERT INTO calavera.identities VALUES ('ana', 'Ana')",
        )

    async def this_program() -> None:
        store = await open_store(address)
        assert await store.entries("AAAA") == [b"1"]
        assert await kept(store, "AAAA") == line("AAAA")
        assert await store.find_identity("ana") == StoredIdentity("ana", "Ana")
        if steps < WITH_TOKENS:
            assert await store.tokens.find("ana", "") == ("ana", "Ana")
            (token,) = await store.tokens.of("ana")
            assert len(token.id) == 16
        assert await store.lease("me", 5, ["AAAA"]) == {"AAAA"}
        await store.close()
        ((number,),) = await execute(address, "SELECT version FROM calavera.store")
        assert number == postgres_schema.NEWEST

    asyncio.run(old_program())
    asyncio.run(this_program())


@needs_postgres
def test_servers_that_start_together_make_one_store() -> None:
    address = postgres().new_database()

    async def test() -> None:
        stores = await asyncio.gather(*[open_store(address) for _ in range(8)])
        assert len({store.name for store in stores}) == 1
        for store in stores:
            await store.close()

    asyncio.run(test())


@needs_postgres
def test_a_database_of_a_newer_program_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = postgres().new_database()

    async def newer() -> None:
        await (await open_store(address)).close()
        await execute(address, "UPDATE calavera.store SET version = 99")

    asyncio.run(newer())
    assert main(["tables", "--store", address]) == 2
    told = capsys.readouterr().err
    assert "newer program" in told
    assert told.count("\n") == 1


@needs_postgres
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://ana:secret@127.0.0.1:1/skull", "cannot open postgresql://127.0.0.1:1/skull"),
        ("postgresql://ana:secret@{}/nowhere", "nowhere"),
        ("postgresql://ana:secret@[oops/skull", "cannot open"),
    ],
)
def test_a_database_that_is_not_there_is_refused_without_the_password(
    capsys: pytest.CaptureFixture[str], address: str, why: str
) -> None:
    address = address.replace("{}", f"127.0.0.1:{postgres().port}")
    assert main(["tables", "--store", address]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert "secret" not in told
    assert told.count("\n") == 1


# Backups, as docs/server.md describes them.


def test_a_backup_of_a_file_while_the_server_runs(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def test() -> None:
        async with running_server(config(f"sqlite:///{tmp_path}/a.db")) as server:
            lines = await seated(server)
            source, target = sqlite3.connect(tmp_path / "a.db"), sqlite3.connect(copy)
            source.backup(target)  # what sqlite3's .backup does
            source.close()
            target.close()
            before = lines[0].version
            await lines[0].ask("say", text="too late for the copy")
        async with running_server(config(f"sqlite:///{copy}")) as server:
            again = await server.line(lines[0].room["code"])
            assert again.version == before

    run(test())


@needs_postgres
def test_a_dump_of_a_database_can_be_restored() -> None:
    backend = postgres()
    address, restored = backend.new_database(), backend.new_database()
    dump = str(backend.folder / "skull.dump")

    async def fill() -> None:
        store = await open_store(address)
        for code in ("AAAA", "BBBB"):
            await store.create(code, b"1", line(code))
            for at in range(1, 20):
                await append(store, code, at, b"%d" % at)
        await store.close()

    async def everything(where: str) -> list[object]:
        async with opened(where, create=False) as archive:
            return [await archive.table(code) for code in await archive.codes("", 10)]

    asyncio.run(fill())
    backend.run("pg_dump", "--format=custom", f"--file={dump}", address)
    backend.run("pg_restore", f"--dbname={restored}", dump)
    assert asyncio.run(everything(restored)) == asyncio.run(everything(address))

    async def goes_on() -> None:
        store = await open_store(restored)
        assert await append(store, "AAAA", 20, b"on it goes") is None
        await store.close()

    asyncio.run(goes_on())
