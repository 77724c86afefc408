"""`calavera store copy`: everything, or nothing that could be mistaken for a store."""

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.server.stores import copying
from calavera.server.stores.archive import Count
from calavera.server.stores.interface import StoredIdentity, StoreError
from calavera.server.stores.opening import open_store
from calavera.table.views.finished import Finished, ListChanges, Removal
from tests.contracts.stores import append, line
from tests.contracts.test_store_games import TALLY, game
from tests.server.backends import postgres
from tests.server.heirs import ends_with_us

TABLES, ENTRIES, PEOPLE = 30, 5, 700

TARGETS: dict[str, Callable[[Path], str]] = {
    "sqlite": lambda folder: f"sqlite:///{folder}/copy.db",
    "postgres": lambda folder: postgres().new_database(),
}


def quiet(what: str, done: int, whole: int) -> None:
    pass


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return TARGETS[request.param](tmp_path)


@pytest.fixture(params=TARGETS)
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store with something in it."""
    where = tmp_path / "source"
    where.mkdir()
    address = TARGETS[request.param](where)
    asyncio.run(filled(address))
    return address


async def filled(address: str) -> None:
    store = await open_store(address)
    for number in range(TABLES):
        code = f"AAAA{chr(65 + number % 24)}{chr(65 + number // 24)}"
        await store.create(code, b"first", line(code, listed=number % 2 == 0))
        for version in range(1, ENTRIES):
            await append(store, code, version, b"\x00\xff%d %d" % (number, version))
    played = Finished("ana", game("AAAAAA"), TALLY)
    lists = ListChanges(None, (played, played._replace(identity="bo")), (Removal("cy", True),))
    await append(store, "AAAAAA", ENTRIES, b"the end", lists)
    await store.games.hide("ana", "AAAAAA", 1, hidden=True)
    await store._rows("INSERT INTO unindexed VALUES (?)", "AAAABA")
    await asyncio.gather(
        *[
            store.save_identity(StoredIdentity(f"{number:064x}", f"Zoë {number} 🌹"))
            for number in range(PEOPLE)
        ],
        *[
            store.tokens.add(f"{number:064x}", f"{number}", f"{number // 2:064x}", "Firefox, Linux")
            for number in range(PEOPLE)
        ],
    )
    await store.close()


async def everything(address: str) -> tuple[object, ...]:
    async with copying.opened(address, create=False) as archive:
        codes = await archive.codes("", 10_000)
        tables = [await archive.table(code) for code in codes]
        return (await archive.count(), tables, await archive.people("", 10_000))


def test_a_copy_is_the_same(source: str, target: str) -> None:
    count = asyncio.run(copying.copy_store(source, target, quiet))
    assert count == Count(TABLES, TABLES * ENTRIES + 1, PEOPLE)
    assert asyncio.run(everything(target)) == asyncio.run(everything(source))

    async def goes_on() -> None:
        store = await open_store(target)
        assert await store.tokens.find(f"{7:064x}", "") == (f"{3:064x}", "Zoë 3 🌹")
        assert await store.games.page("bo", 9) == [game("AAAAAA")]
        assert await store.games.page("ana", 9) == [], "it was deleted"
        assert await store.games.unindexed(9) == ["AAAABA"]
        assert await append(store, "AAAABA", ENTRIES, b"on it goes") is None
        await store.close()

    asyncio.run(goes_on())


def test_a_store_that_is_not_empty_is_no_target(source: str, target: str) -> None:
    asyncio.run(copying.copy_store(source, target, quiet))
    with pytest.raises(StoreError, match="not empty"):
        asyncio.run(copying.copy_store(source, target, quiet))


class Stopped(Exception):
    pass


@pytest.mark.parametrize("when", ["people", "tables", "compared"])
def test_a_copy_that_was_interrupted_is_no_store_and_goes_on(
    target: str, tmp_path: Path, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "PAGE", 7)
    source = f"sqlite:///{tmp_path}/source.db"
    asyncio.run(filled(source))
    told: list[tuple[str, int]] = []

    def stop(what: str, done: int, whole: int) -> None:
        told.append((what, done))
        if what == when and done >= 14:
            raise Stopped

    with pytest.raises(Stopped):
        asyncio.run(copying.copy_store(source, target, stop))
    with pytest.raises(StoreError, match="not finished"):
        asyncio.run(open_store(target))
    again: list[tuple[str, int]] = []
    asyncio.run(
        copying.copy_store(source, target, lambda what, done, _: again.append((what, done)))
    )
    copied = [one for one in again if one[0] != "compared"]
    assert not {*copied} & {*told}, "what was there was copied again"
    assert asyncio.run(everything(target)) == asyncio.run(everything(source))
    asyncio.run(asyncio.wait_for(open_and_close(target), 60))


async def open_and_close(address: str) -> None:
    await (await open_store(address)).close()


def test_a_copy_that_differs_is_noticed(target: str, tmp_path: Path) -> None:
    """The source has changed since the copy was interrupted."""
    file = tmp_path / "source.db"
    asyncio.run(filled(f"sqlite:///{file}"))

    def stop(what: str, done: int, whole: int) -> None:
        if what == "compared":
            raise Stopped

    with pytest.raises(Stopped):
        asyncio.run(copying.copy_store(f"sqlite:///{file}", target, stop))
    with sqlite3.connect(file) as database:
        database.execute(
            "UPDATE entries SET body = x'00', checksum = NULL WHERE code = 'AAAACA' AND version = 3"
        )
    database.close()
    with pytest.raises(StoreError, match="table AAAACA: the copy differs"):
        asyncio.run(copying.copy_store(f"sqlite:///{file}", target, quiet))
    with pytest.raises(StoreError, match="not finished"):
        asyncio.run(open_store(target))


def test_the_command_says_how_much_it_was(
    source: str, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["store", "copy", source, target]) == 0
    told = capsys.readouterr().out
    assert f"{TABLES} tables, {TABLES * ENTRIES + 1} entries and {PEOPLE} people" in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["sqlite:///{}/no.db", "sqlite:///{}/b.db"], "there is no store"),
        (["mysql://x/y", "sqlite:///{}/b.db"], "a store is sqlite:///FILE"),
        (["sqlite:///{}/a.db", "sqlite:///{}/a.db"], "into itself"),
        (["sqlite:///", "sqlite:///{}/b.db"], "that is kept"),
    ],
)
def test_what_cannot_be_copied_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    asyncio.run(open_and_close(f"sqlite:///{tmp_path}/a.db"))
    assert main(["store", "copy", *[word.format(tmp_path) for word in words]]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1


def copied_until_refused(folder: Path) -> None:
    """The file exists shortly before it is locked."""
    for number in range(1000):
        target = f"sqlite:///{folder}/{number}.db"
        asyncio.run(copying.copy_store(f"sqlite:///{folder}/a.db", target, quiet))


def test_a_store_that_a_server_runs_on_is_not_copied(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.server.quick", "0", f"sqlite:///{tmp_path}/a.db"],
        stderr=subprocess.DEVNULL,
    ) as server:
        ends_with_us(server.pid)
        try:
            while not all((tmp_path / name).exists() for name in ("a.db.lock", "a.db")):
                assert server.poll() is None
            with pytest.raises(StoreError, match="already running"):
                copied_until_refused(tmp_path)
        finally:
            server.send_signal(signal.SIGTERM)


def test_a_copy_of_the_first_schema(tmp_path: Path, target: str) -> None:
    """A store written by an early version, copied by this one."""
    file = tmp_path / "old.db"
    shutil.copy(Path(__file__).parent / "stores" / "first-schema.db", file)
    count = asyncio.run(copying.copy_store(f"sqlite:///{file}", target, quiet))
    assert count == Count(2, 54, 4)
