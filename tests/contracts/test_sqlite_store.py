"""The SQLite store beyond the contract."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from calavera.protocol.fields import TablePhase
from calavera.server.stores.interface import StoreError
from calavera.server.stores.opening import open_store
from calavera.server.stores.sqlite.schema import NEWEST
from tests.contracts.stores import append, line


def refusal(address: str) -> str:
    async def test() -> str:
        with pytest.raises(StoreError) as caught:
            await open_store(address)
        return str(caught.value)

    return asyncio.run(test())


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with sqlite3.connect(file) as database:
        database.execute(f"PRAGMA user_version = {NEWEST + 1}")
    database.close()
    assert "newer program" in refusal(f"sqlite:///{file}")


def test_it_can_tell_whether_another_program_wrote(tmp_path: Path) -> None:
    async def test() -> None:
        one = await open_store(f"sqlite:///{tmp_path}/a.db")
        two = await open_store(f"sqlite:///{tmp_path}/a.db")
        await one.create("AAAA", b"1", line("AAAA"))
        assert not await one.changed_elsewhere()
        assert await two.changed_elsewhere()
        assert not await two.changed_elsewhere()
        await one.close()
        await two.close()

    asyncio.run(test())


def test_nobody_else_reads_what_it_makes(tmp_path: Path) -> None:
    """The file has everybody's discs."""
    old = os.umask(0)
    try:

        async def test() -> set[str]:
            store = await open_store(f"sqlite:///{tmp_path}/new/data/a.db")
            await store.create("AAAA", b"1", line("AAAA"))
            made = {
                file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.glob("new/**/*")
            }
            await store.close()
            assert made.pop("data") == "0o700"
            assert set(made.values()) == {"0o600"}
            return {*made}

        assert asyncio.run(test()) == {"a.db", "a.db-wal", "a.db-shm", "a.db.marks"}
        assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    finally:
        os.umask(old)


def test_the_lobby_forgets_tables_that_nobody_comes_to(tmp_path: Path) -> None:
    file = tmp_path / "a.db"

    async def test() -> None:
        store = await open_store(f"sqlite:///{file}")
        for code, phase in (("AAAA", TablePhase.GATHERING), ("BBBB", TablePhase.PLAYING)):
            await store.create(code, b"1", line(code, phase=phase))

        async def listed(age: int, *visited: str) -> set[str]:
            with sqlite3.connect(file) as database:
                database.execute("UPDATE tables SET changed = unixepoch() - ?", (age,))
            database.close()
            return {one.code for one in await store.lobby(10, visited)}

        assert await listed(0) == {"AAAA", "BBBB"}
        assert await listed(1000) == {"AAAA"}
        assert await listed(1000, "BBBB", "CCCC") == {"AAAA", "BBBB"}
        assert await listed(10_000) == set()
        assert await listed(10_000, "AAAA") == {"AAAA"}
        assert len(await store.all_tables(10)) == 2
        await store.close()

    asyncio.run(test())


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    file.write_bytes(b"this is a letter to my grandmother, not a database" * 100)
    assert "not a database" in refusal(f"sqlite:///{file}")
    assert file.read_bytes().startswith(b"this is a letter")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "cannot open" in refusal(f"sqlite:///{tmp_path}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_place_where_nobody_may_write_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "cannot open" in refusal(f"sqlite:///{tmp_path}/below/a.db")


def test_a_file_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot open" in refusal(f"sqlite:///{tmp_path}/file/a.db")


def test_another_kind_of_address_is_refused() -> None:
    assert "sqlite:///FILE" in refusal("mysql://localhost/x")


def test_a_folder_is_made_for_the_file(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/one/two/a.db")
        await store.close()

    asyncio.run(test())
    assert (tmp_path / "one/two/a.db").exists()


def test_a_store_that_cannot_write_says_so_and_goes_on(tmp_path: Path) -> None:
    """With a corrupt table in the file every query is answered, none hangs."""
    file = tmp_path / "a.db"

    async def test() -> None:
        store = await open_store(f"sqlite:///{file}")
        await store.create("AAAA", b"1", line("AAAA"))
        with sqlite3.connect(file) as other:
            other.execute("ALTER TABLE entries RENAME TO elsewhere")
        other.close()
        assert isinstance(await append(store, "AAAA", 1, b"2"), StoreError)
        with pytest.raises(StoreError):
            await store.entries("AAAA")
        with sqlite3.connect(file) as other:
            other.execute("ALTER TABLE elsewhere RENAME TO entries")
        other.close()
        assert await append(store, "AAAA", 1, b"2") is None
        await store.close()

    asyncio.run(test())


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/a.db")
        database = store._database  # type: ignore[attr-defined]  # a setting without another way to it
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        await store.close()

    asyncio.run(test())
