"""A full disk: the server reports it once, and resumes when there is space."""

import asyncio
import contextlib
import logging
import os
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from calavera.cli import main
from calavera.server import lifecycle as serve
from calavera.server.stores.interface import CannotWrite, StoredIdentity
from calavera.server.stores.opening import open_store
from calavera.table.live.automation import Pace
from tests.contracts.stores import append, line
from tests.server.backends import postgres
from tests.server.ports import free_port
from tests.server.raw import Line, config, run, running_server

PATIENCE = 60
SIZE = 16 * 2**20


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small separate file system."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "calavera", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk; the limit of pages is tested everywhere")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def filled(disk: Path) -> Path:
    """Fill the remaining space with one file."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    return filler


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            await asyncio.sleep(0.05)


async def follow(at: Line) -> None:
    """Read a table of bots, and start the next game whenever one is over."""
    while True:
        if at.room["phase"] == "gathering":
            await at.send("start")
        message = await at.next()
        if message["type"] == "refused":
            await asyncio.sleep(0.1)


def check_that_play_goes_on(
    store: str,
    fill: Callable[[], Awaitable[None]],
    free: Callable[[], Awaitable[None]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Three tables of bots on a disk that fills and is freed, twice."""

    async def test() -> None:
        async with running_server(config(store, pace=Pace(5, 5, 10))) as server:
            token = await server.newcomer()
            codes = [
                await server.table(token, players=4, showing=0, bots=["uniform"] * 4)
                for _ in range(3)
            ]
            lines = [await server.line(code, token) for code in codes]
            readers = [asyncio.ensure_future(follow(at)) for at in lines]

            async def is_ready() -> bool:
                return (await server.call("GET", "/readyz")).status == 200

            async def is_not_ready() -> bool:
                return not await is_ready()

            async def have_all_gone_on() -> bool:
                return all(at.version > old for at, old in zip(lines, before, strict=True))

            for times in (1, 2):
                before = [at.version for at in lines]
                await until(have_all_gone_on)
                await fill()
                await until(is_not_ready)
                ready = await server.call("GET", "/readyz")
                assert ready.body == b"the store cannot write\n"
                assert (await server.call("GET", "/api/tables")).status == 200, "it is read"
                await free()
                before = [at.version for at in lines]
                await until(have_all_gone_on)
                await until(is_ready)
                told = [one for one in caplog.records if one.name == "calavera.store"]
                assert [one.levelno for one in told] == [logging.ERROR, logging.WARNING] * times
                assert "cannot write: " in told[-2].getMessage()
            assert not any(reader.done() for reader in readers)
            for reader in readers:
                reader.cancel()

    with caplog.at_level(logging.INFO, logger="calavera"):
        run(test())


def test_play_goes_on_when_a_full_disk_has_room_again(
    disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fill() -> None:
        filled(disk)

    async def free() -> None:
        (disk / "filler").unlink()

    check_that_play_goes_on(f"sqlite:///{disk}/a.db", fill, free, caplog)


def test_the_doctor_and_a_start_on_a_full_disk_say_what_to_do(
    disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, port = f"sqlite:///{disk}/a.db", free_port()
    words = ["doctor", "--store", store, "--port", str(port)]

    async def test() -> None:
        async with running_server(config(store, port=port)) as server:
            token = await server.newcomer()
            filled(disk)

            async def is_refused() -> bool:
                await server.call("POST", "/api/tables", token, json={})
                return (await server.call("GET", "/readyz")).status == 503

            await until(is_refused)
            assert await asyncio.to_thread(main, words) == 1
        told = capsys.readouterr().out
        assert f"port {port} of 127.0.0.1, but is not ready: the store cannot write\n" in told
        assert f"0 MB are free in {disk}; at least 100 MB are required\n" in told

    run(test())
    for file in disk.glob("a.db*"):
        file.unlink()
    filled(disk)
    assert main(["serve", "--store", store, "--port", str(port)]) == 2
    told = capsys.readouterr().err
    assert "free some space" in told


def test_play_goes_on_when_a_file_may_grow_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with SQLite's own size limit, if no disk can be mounted."""
    stores: list[Any] = []

    async def kept(address: str) -> Any:
        stores.append(await open_store(address))
        return stores[-1]

    async def limit(pages: int) -> None:
        await stores[0]._rows(f"PRAGMA max_page_count = {pages}")

    monkeypatch.setattr(serve, "open_store", kept)
    address = f"sqlite:///{tmp_path}/a.db"
    check_that_play_goes_on(address, lambda: limit(1), lambda: limit(2**30), caplog)


def test_a_full_disk_of_postgres_is_told_from_one_that_does_not_answer() -> None:
    address = postgres().new_database()

    async def test() -> None:
        store = await open_store(address)
        await store.create("AAAA", b"1", line("AAAA"))
        await store.try_writing()
        connection = await asyncpg.connect(address)
        await connection.execute(FULL)
        try:
            assert isinstance(await append(store, "AAAA", 1, b"2"), CannotWrite)
            with pytest.raises(CannotWrite):
                await store.save_identity(StoredIdentity("0" * 64, "Ana"))
            assert await store.entries("AAAA") == [b"1"]
            await connection.execute(FREE)
            assert await append(store, "AAAA", 1, b"2") is None
        finally:
            await connection.close()
            await store.close()

    run(test())


FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$;
CREATE TRIGGER full_disk BEFORE INSERT ON calavera.entries EXECUTE FUNCTION full_disk();
CREATE TRIGGER full_disk BEFORE INSERT ON calavera.identities EXECUTE FUNCTION full_disk();
"""
FREE = "DROP FUNCTION full_disk CASCADE"
