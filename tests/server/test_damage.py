"""Damaged histories: detected, reported, and never continued."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from calavera.cli import main
from calavera.client import Client, Refused
from calavera.protocol.reasons import Reason
from calavera.server.stores.checksums import Damaged
from calavera.server.stores.copying import opened_beside_servers
from calavera.server.stores.opening import open_store
from calavera.server.stores.sqlite import watermarks
from tests.contracts.stores import append, line
from tests.server.backends import postgres
from tests.server.raw import Server, config, run, running_server, seated

BODIES = [b'{"the":"first"}', b'{"the":"second"}', b'{"the":"third"}', b'{"the":"fourth"}']

Damage = tuple[str, str]
"""Damage to a store in SQL, and its report."""

DAMAGES: dict[str, Damage] = {
    "another body": (
        'UPDATE {entries} SET body = \'{{"the":"thirD"}}\' WHERE version = 3',
        "entry 3 is not what was stored",
    ),
    "the body of its neighbour": (
        "UPDATE {entries} SET (body, checksum) ="
        " (SELECT body, checksum FROM {entries} WHERE version = 2) WHERE version = 3",
        "entry 3 is not what was stored",
    ),
    "a gap": ("DELETE FROM {entries} WHERE version = 2", "entry 2 is missing"),
}


def in_sqlite(address: str, sql: str) -> None:
    with sqlite3.connect(address.removeprefix("sqlite:///")) as database:
        database.execute(sql.format(entries="entries"))
    database.close()


def in_postgres(address: str, sql: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute(sql.format(entries="calavera.entries"))
        await connection.close()

    asyncio.run(execute())


Made = tuple[str, Callable[[str, str], None]]
"""The address of a store, and a function that runs SQL on it."""


@pytest.fixture(params=["sqlite", "postgres"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Made:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/a.db", in_sqlite
    return postgres().new_database(), in_postgres


async def filled(address: str) -> None:
    store = await open_store(address)
    await store.create("AAAA", BODIES[0], line("AAAA"))
    for at, body in enumerate(BODIES[1:], start=1):
        assert await append(store, "AAAA", at, body) is None
    await store.close()


async def entries(address: str) -> list[bytes]:
    store = await open_store(address)
    try:
        return await store.entries("AAAA")
    finally:
        await store.close()


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_an_entry_that_is_not_what_was_stored_is_noticed(made: Made, damage: Damage) -> None:
    address, execute = made
    run(filled(address))
    assert run(entries(address)) == BODIES
    sql, words = damage
    execute(address, sql)
    with pytest.raises(Damaged) as damaged:
        run(entries(address))
    assert str(damaged.value) == f"table AAAA is damaged: {words}"


def test_entries_of_before_have_no_checksum_and_are_read(made: Made) -> None:
    address, execute = made
    run(filled(address))
    execute(address, "UPDATE {entries} SET checksum = NULL WHERE version < 3")
    assert run(entries(address)) == BODIES


def test_a_byte_that_flips_on_the_disk_is_noticed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    run(filled(address))
    file = tmp_path / "a.db"
    content = bytearray(file.read_bytes())
    content[content.index(BODIES[1]) + 9] ^= 1
    file.write_bytes(content)
    with pytest.raises(Damaged, match="entry 2 is not what was stored"):
        run(entries(address))


# Histories shorter than what players received.


def killed(tmp_path: Path) -> Path:
    """The files of a store whose server was killed, with its log not merged."""

    async def test() -> Path:
        address = f"sqlite:///{tmp_path}/a.db"
        store = await open_store(address)
        await store.create("AAAA", BODIES[0], line("AAAA"))
        for at, body in enumerate(BODIES[1:], start=1):
            assert await append(store, "AAAA", at, body) is None
        copy = tmp_path / "killed"
        copy.mkdir()
        for file in tmp_path.glob("a.db*"):
            shutil.copy(file, copy)
        await store.close()
        return copy / "a.db"

    return run(test())


def test_a_log_that_is_whole_loses_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = killed(tmp_path)
    assert run(entries(f"sqlite:///{file}")) == BODIES
    assert caplog.text == ""


@pytest.mark.parametrize("kept", [0.0, 0.7])
def test_a_log_that_lost_its_end_is_reported_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kept: float
) -> None:
    file = killed(tmp_path)
    log = file.with_name("a.db-wal")
    os.truncate(log, int(log.stat().st_size * kept))

    async def test() -> None:
        store = await open_store(f"sqlite:///{file}")
        assert [*store.shortened] == ["AAAA"]
        with pytest.raises(Damaged, match="players saw 4"):
            await store.entries("AAAA")
        await store.close()

    # Without its log this file has no tables, so the schema is created again.
    run(test())
    (told,) = [one.getMessage() for one in caplog.records]
    assert told.startswith("table AAAA is damaged: it has ")
    assert told.endswith("players saw 4; run calavera store check")


def test_rows_that_were_removed_from_the_end_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    run(filled(address))
    in_sqlite(address, "DELETE FROM {entries} WHERE version > 2")
    with pytest.raises(Damaged, match="it has 2 entries, and players saw 4"):
        run(entries(address))
    capsys.readouterr()
    assert main(["doctor", "--store", address, "--port", "0"]) == 1
    found = capsys.readouterr()
    assert "1 table is shorter than what players saw" in found.out
    assert found.err == "", "nothing is logged besides the findings"
    # After restoring a backup, the shorter history is accepted.
    assert main(["store", "check", "--store", address, "--accept"]) == 1  # no real bodies
    assert run(entries(address)) == BODIES[:2]


def test_a_table_that_was_deleted_is_not_missed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    run(filled(address))

    async def test() -> None:
        async with opened_beside_servers(address) as archive:
            assert await archive.delete_table("AAAA", 2**40) == 4
        store = await open_store(address)
        assert store.shortened == {}
        await store.close()

    run(test())


def test_marks_are_rewritten_when_there_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watermarks, "LONGEST", 100)
    file = watermarks.Watermarks(tmp_path / "a.db")
    for version in range(1, 1000):
        file.add([("AAAA", version), ("BBBB", 1)])
    file.add([("BBBB", 0)])
    file.close()
    assert file.read() == {"AAAA": 999}
    (written,) = tmp_path.iterdir()
    assert written.stat().st_size < 200
    assert written.stat().st_mode & 0o777 == 0o600


# What people see.


def test_a_damaged_table_says_so_and_the_others_go_on(
    made: Made, caplog: pytest.LogCaptureFixture
) -> None:
    address, execute = made

    async def play() -> str:
        async with running_server(config(address)) as server:
            lines = await seated(server, 2)
            code: str = lines[0].room["code"]
            return code

    code = run(play())
    execute(address, "UPDATE {entries} SET checksum = checksum + 1 WHERE version = 3")

    async def test() -> None:
        async with running_server(config(address)) as server:
            for _ in range(3):
                said = await (await server.open(code)).bye()
                assert said == [{"type": "bye", "reason": "damaged"}]
            for path in ("game", "games/1/record"):
                answer = await server.call("GET", f"/api/tables/{code}/{path}")
                assert (answer.status, answer.reason) == (410, "damaged")
            answer = await server.call("GET", f"/api/tables/{code}")
            assert (answer.status, answer.reason) == (410, "damaged")
            await seated(server, 2)
            await asyncio.to_thread(refused_for_good, server, code)

    with caplog.at_level(logging.INFO, logger="calavera"):
        run(test())
    told = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    assert told == [
        f"table {code} is damaged: entry 3 is not what was stored; run calavera store check"
    ]


def refused_for_good(server: Server, code: str) -> None:
    """A program gets the error, and does not retry."""
    with Client(server.base, name="Ana") as client, pytest.raises(Refused) as refused:
        client.join(code)
    assert refused.value.reason is Reason.DAMAGED


def test_people_at_a_table_that_is_damaged_beside_them_are_told(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"

    async def test() -> None:
        async with running_server(config(address)) as server:
            lines = await seated(server, 2)
            version = lines[0].version + 1
            sql = f"INSERT INTO {{entries}} VALUES ('{lines[0].room['code']}', {version}, 'x', 1)"
            await asyncio.to_thread(in_sqlite, address, sql)
            for at in lines:
                assert (await at.bye())[-1] == {"type": "bye", "reason": "damaged"}
            await seated(server, 2)

    run(test())


def test_a_history_that_is_gone_is_damaged_and_not_unknown(made: Made) -> None:
    address, execute = made
    run(filled(address))

    async def test() -> None:
        async with running_server(config(address)) as server:
            said = await (await server.open("AAAA")).bye()
            assert said == [{"type": "bye", "reason": "damaged"}]

    execute(address, "DELETE FROM {entries}")
    run(test())


def test_store_check_names_what_is_damaged(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    address, execute = made

    async def play() -> str:
        async with running_server(config(address)) as server:
            await seated(server, 2)
            code: str = (await seated(server, 2))[0].room["code"]
            return code

    code = run(play())
    assert main(["store", "check", "--store", address]) == 0
    assert "checked 2 tables, " in (out := capsys.readouterr().out)
    assert out.endswith(" entries: no damage\n")
    execute(address, f"UPDATE {{entries}} SET checksum = 1 WHERE version = 3 AND code = '{code}'")
    assert main(["store", "check", "--store", address]) == 1
    named, counts = capsys.readouterr().out.splitlines()
    assert named == f"table {code} is damaged: entry 3 is not what was stored"
    assert counts.startswith("checked 2 tables, ")
    assert counts.endswith(": 1 problem")
    # An invalid body with a right checksum.
    execute(
        address,
        "UPDATE {entries} SET checksum = NULL, body ="
        f" (SELECT substr(body, 2) FROM {{entries}} WHERE version = 1 AND code = '{code}')"
        f" WHERE version = 3 AND code = '{code}'",
    )
    assert main(["store", "check", "--store", address]) == 1
    assert "entry 3 cannot be read (CodecError)" in capsys.readouterr().out


def test_a_damaged_table_is_not_copied_as_if_it_were_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    run(filled(address))
    in_sqlite(address, DAMAGES["another body"][0])
    assert main(["store", "copy", address, f"sqlite:///{tmp_path}/b.db"]) != 0
    assert "table AAAA is damaged: entry 3" in capsys.readouterr().err


# What an administrator can do.


async def played(address: str) -> str:
    """The code of a table with two people."""
    async with running_server(config(address)) as server:
        code: str = (await seated(server, 2))[0].room["code"]
        return code


def test_a_history_that_was_shortened_is_accepted_and_named_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    code = run(played(address))
    in_sqlite(address, "DELETE FROM {entries} WHERE version > 2")

    async def test() -> None:
        async with running_server(config(address)) as server:
            for _ in range(2):
                answer = await server.call("GET", f"/api/tables/{code}")
                assert (answer.status, answer.reason) == (410, "damaged")
                said = await (await server.open(code)).bye()
                assert said == [{"type": "bye", "reason": "damaged"}]

    run(test())
    assert [one.getMessage()[:23] for one in caplog.records] == [f"table {code} is damaged"]
    assert main(["store", "check", "--store", address, "--accept"]) == 0
    named, accepted, counts = capsys.readouterr().out.splitlines()
    assert named.startswith(f"table {code} is damaged: it has 2 entries")
    assert accepted == "accepted 1 shorter history as complete"
    assert counts == "checked 1 table, 2 entries: no damage"
    assert main(["store", "check", "--store", address]) == 0


def test_a_damaged_table_can_be_closed_and_says_so_in_a_line(
    made: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    address, execute = made
    code = run(played(address))
    execute(address, "UPDATE {entries} SET checksum = checksum + 1 WHERE version = 3")
    assert main(["tables", "--store", address]) == 0
    assert capsys.readouterr().out.endswith(", damaged\n")
    wanted = f"calavera: table {code} is damaged: entry 3 is not what was stored\n"
    for order in (["--members", code], ["--kick", f"{code}:1"], ["--ban", f"{code}:1"]):
        assert main(["tables", "--store", address, *order]) == 2
        assert capsys.readouterr().err == wanted
    assert main(["tables", "--store", address, "--close", code]) == 0
    assert capsys.readouterr().out == f"{code} is closed\n"
    assert main(["tables", "--store", address]) == 0
    assert code not in capsys.readouterr().out


def test_a_damaged_table_is_not_in_the_lobby(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    run(filled(address))

    async def test() -> None:
        async with running_server(config(address)) as server:
            (listed,) = (await server.call("GET", "/api/tables")).json["tables"]
            assert listed["code"] == "AAAA"
            await (await server.open("AAAA")).bye()
            assert (await server.call("GET", "/api/tables")).json["tables"] == []

    in_sqlite(address, DAMAGES["a gap"][0])
    run(test())


# Pages of SQLite.


def spoil(file: Path, table: str) -> None:
    """Overwrite the beginning of the first page of a table, as a failing disk would."""
    with sqlite3.connect(file) as database:
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        ((page,),) = database.execute(sql, (table,))
        ((size,),) = database.execute("PRAGMA page_size")
    database.close()
    with file.open("r+b") as content:
        content.seek((page - 1) * size)
        content.write(b"\xfe" * 200)


def test_pages_that_cannot_be_read_are_damage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    code = run(played(address))
    spoil(tmp_path / "a.db", "entries")

    async def test() -> None:
        async with running_server(config(address)) as server:
            for _ in range(3):
                said = await (await server.open(code)).bye()
                assert said == [{"type": "bye", "reason": "damaged"}]

    run(test())
    told = [one.getMessage() for one in caplog.records]
    assert len([line for line in told if code in line]) == 1
    assert not [line for line in told if "could not be opened" in line or "cannot write" in line]
    assert len(told) <= 2
    assert main(["store", "check", "--store", address]) == 1
    out = capsys.readouterr().out
    assert "the file is damaged: " in out
    assert f"table {code} is damaged: SQLite: database disk image is malformed" in out
    assert main(["doctor", "--store", address, "--port", "0"]) == 1
    assert " BAD  the file is damaged: " in capsys.readouterr().out
    assert main(["store", "backup", "--store", address, str(tmp_path / "b.db")]) == 2
    error = capsys.readouterr().err
    assert error.isascii()
    assert error.count("\n") == 1


# Files beside the store.


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_files_that_root_makes_belong_to_the_owner_of_the_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"sqlite:///{tmp_path}/a.db"
    run(played(address))
    for name in ("a.db.marks", "a.db.lock"):
        (tmp_path / name).unlink(missing_ok=True)
    os.chown(tmp_path / "a.db", 65534, 65534)
    assert main(["store", "check", "--store", address, "--accept"]) == 0
    assert main(["store", "purge", "--store", address, "--older-than", "1d", "--yes"]) == 0
    beside = [tmp_path / "a.db.marks", tmp_path / "a.db.lock"]
    assert [(file.stat().st_uid, file.stat().st_gid) for file in beside] == [(65534, 65534)] * 2
    os.chown(beside[0], 0, 0)
    assert main(["doctor", "--store", address, "--port", "0"]) == 1
    assert "a.db.marks cannot be written by the owner" in capsys.readouterr().out


def test_marks_that_cannot_be_written_are_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.db.marks").mkdir()
    run(filled(f"sqlite:///{tmp_path}/a.db"))
    (told,) = [one.getMessage() for one in caplog.records]
    assert told.startswith("cannot write a.db.marks (Is a directory): ")
