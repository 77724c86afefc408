"""docs/upgrade.md, step by step, with the oldest stored version."""

import asyncio
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from calavera.server.stores.opening import open_store
from calavera.server.stores.postgres import schema as postgres_schema
from calavera.server.stores.sqlite import schema as sqlite_schema
from tests.contracts.stores import kept, line
from tests.server.backends import needs_postgres, postgres
from tests.server.raw import client, run
from tests.server.test_migrations import FIRST, execute, version
from tests.server.test_start import port_of, serve

PAGE = (Path(__file__).parents[2] / "docs/upgrade.md").read_text(encoding="utf-8")


def calavera(folder: Path, *words: str) -> str:
    """The output of a command on the store of a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "calavera", *words, "--store", f"sqlite:///{folder}/tables.db"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def entries(file: Path) -> list[Any]:
    database = sqlite3.connect(file)
    rows = database.execute("SELECT code, version, body FROM entries ORDER BY 1, 2").fetchall()
    database.close()
    return rows


def test_every_version_of_the_store_is_on_the_page() -> None:
    told = [int(number) for number in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)]
    newest = max(sqlite_schema.NEWEST, postgres_schema.NEWEST)
    assert told == [*range(1, newest + 1)]


def test_one_server_is_upgraded_and_rolled_back(tmp_path: Path) -> None:
    store, backup = tmp_path / "tables.db", tmp_path / "before.db"
    shutil.copy(FIRST, store)
    before = entries(store)
    newest = sqlite_schema.NEWEST

    # One server.
    assert f"version 1; the next server brings it to {newest}" in calavera(tmp_path, "doctor")
    assert "2 tables" in calavera(tmp_path, "store", "backup", str(backup))
    assert version(store) == version(backup) == 1
    with serve(tmp_path) as process:
        try:
            port = port_of(process)

            async def go_on() -> None:
                async with client(port) as server:
                    code = calavera(tmp_path, "tables").split()[0]
                    assert (await server.line(code)).room["code"] == code
                    token = await server.newcomer("Ana")
                    assert await server.table(token)

            run(go_on())
            assert len(calavera(tmp_path, "tables").splitlines()) == 3
            assert "BAD" not in calavera(tmp_path, "doctor", "--port", str(port))
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
    assert version(store) == newest
    assert {*before} <= {*entries(store)}, "nothing is lost"

    # Rolling back.
    store.rename(tmp_path / "new.db")
    for end in ("-wal", "-shm", ".marks"):
        Path(f"{store}{end}").unlink(missing_ok=True)
    shutil.copy2(backup, store)
    assert version(store) == 1
    assert entries(store) == before

    # And upgrading again.
    assert calavera(tmp_path, "tables").count("\n") == 2
    assert version(store) == newest
    assert entries(store) == before


@needs_postgres
def test_an_older_server_goes_on_beside_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SQL of version 2 still works on a PostgreSQL store of version 3."""
    address = postgres().new_database()

    async def test() -> None:
        with monkeypatch.context() as older:
            older.setattr(postgres_schema, "STEPS", postgres_schema.STEPS[:2])
            older.setattr(postgres_schema, "NEWEST", 2)
            await (await open_store(address)).close()
        newer = await open_store(address)
        summary = "(SELECT summary FROM calavera.tables WHERE code = 'AAAA')"
        await newer.create("AAAA", b"1", line("AAAA"))
        await execute(
            address,
            "INSERT INTO calavera.entries (code, version, body) VALUES ('BBBB', 1, '1')",
            "INSERT INTO calavera.tables (code, listed, phase, changed, summary)"
            f" VALUES ('BBBB', true, 'gathering', 1, {summary})",
            "INSERT INTO calavera.identities VALUES ('bo', 'Bo')"
            " ON CONFLICT (identity) DO UPDATE SET name = excluded.name",
        )
        assert await newer.entries("BBBB") == [b"1"]
        assert await kept(newer, "BBBB") == line("AAAA")
        assert await newer.find_identity("bo") is not None
        ((visited, seen),) = await execute(
            address,
            "SELECT visited > 0, seen > 0 FROM calavera.tables, calavera.identities"
            " WHERE code = 'BBBB' AND identity = 'bo'",
        )
        assert visited
        assert seen
        await newer.close()

    asyncio.run(test())
