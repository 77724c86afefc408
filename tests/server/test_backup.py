"""`calavera store backup`: a consistent copy of a store while people play."""

import asyncio
import contextlib
import os
import pty
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from calavera.cli import main
from calavera.record.codec.json_text import read_json
from calavera.server.stores import backup
from calavera.server.stores.backup import back_up
from calavera.server.stores.copying import copy_store
from calavera.server.stores.interface import StoredIdentity, StoreError
from calavera.server.stores.opening import open_store
from calavera.table.logic.entry import ENTRY
from tests.contracts.stores import append, line
from tests.server.faults import Player, fail_early, seated_players
from tests.server.heirs import ends_with_us
from tests.server.linear import check_history
from tests.server.raw import PATIENCE, Server, config, run, running_server
from tests.server.test_migrations import FIRST, version
from tests.server.test_store_copy import TARGETS, everything, filled, quiet

BACKUPS = 3


@pytest.fixture(params=TARGETS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    (tmp_path / "data").mkdir()
    return TARGETS[request.param](tmp_path / "data")


def command(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "calavera", "store", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@contextlib.asynccontextmanager
async def playing(server: Server) -> AsyncIterator[list[Player]]:
    """People who play and talk during the block."""
    players = await seated_players(server, 3, random.Random(1))
    tasks = [asyncio.ensure_future(player.play()) for player in players]
    try:
        yield players
        fail_early(tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            await player.hang_up()


async def further(players: Sequence[Player], moves: int) -> dict[str, int]:
    """Wait for some more moves by everybody; return the known version of each table."""
    goals = [len(player.acknowledged) + moves for player in players]
    async with asyncio.timeout(PATIENCE * 4):
        while any(len(one.acknowledged) < goal for one, goal in zip(players, goals, strict=True)):
            await asyncio.sleep(0.05)
    known: dict[str, int] = {}
    for player in players:
        known[player.code] = max(known.get(player.code, 0), player.version or 0)
    return known


async def histories(address: str) -> dict[str, list[bytes]]:
    store = await open_store(address, create=False)
    try:
        return {
            listing.code: await store.entries(listing.code)
            for listing in await store.all_tables(1000)
        }
    finally:
        await store.close()


def test_backups_made_while_people_play_are_prefixes_that_servers_start_on(
    address: str, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.db" for number in range(BACKUPS)]
    known: list[dict[str, int]] = []
    tokens: dict[str, list[str]] = {}

    async def back_up_while_they_play() -> None:
        async with running_server(config(address)) as server, playing(server) as players:
            for player in players:
                tokens.setdefault(player.code, []).append(player.token)
            for file in files:
                known.append(await further(players, 3))
                done = await asyncio.to_thread(command, "backup", "--store", address, str(file))
                assert (done.returncode, done.stderr) == (0, "")
                assert "3 tables" in done.stdout
            await further(players, 3)

    async def restored(file: Path, whole: dict[str, list[bytes]], least: dict[str, int]) -> None:
        own = f"sqlite:///{file}"
        for code, bodies in (await histories(own)).items():
            assert bodies == whole[code][: len(bodies)], "a prefix"
            assert least[code] <= len(bodies) < len(whole[code])
            check_history([ENTRY.decode(read_json(body)) for body in bodies])
        async with running_server(config(own)) as server:
            for code, theirs in tokens.items():
                back = await server.line(code, theirs[0])
                assert back.you["member"] == 1
                assert (await back.ask("say", id="back", text="we are back"))["type"] == "frame"

    run(back_up_while_they_play())
    whole = run(histories(address))
    for file, least in zip(files, known, strict=True):
        assert file.stat().st_mode & 0o777 == 0o600
        run(restored(file, whole, least))
    left = {path.name for path in tmp_path.iterdir() if path.is_file()}
    ends = ("", ".lock", ".marks")
    assert left == {f"{file.name}{end}" for file in files for end in ends}


def test_a_backup_of_a_database_goes_back_into_one(tmp_path: Path) -> None:
    address, again = TARGETS["postgres"](tmp_path), TARGETS["postgres"](tmp_path)
    asyncio.run(filled(address))
    file = tmp_path / "backup.db"
    back_up(address, file, quiet)
    asyncio.run(copy_store(f"sqlite:///{file}", again, quiet))
    assert asyncio.run(everything(again)) == asyncio.run(everything(address))


def test_a_backup_holds_one_moment_however_much_is_written_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES", 1)
    address, file = f"sqlite:///{tmp_path}/a.db", tmp_path / "backup.db"
    asyncio.run(filled(address))
    before = asyncio.run(histories(address))
    reports: list[int] = []

    async def write_more(at: int) -> None:
        store = await open_store(address)
        await append(store, "AAAAAA", len(before["AAAAAA"]) + at, b"later")
        await store.close()

    def tell(_: str, done: int, whole: int) -> None:
        assert done == len(reports) + 1, "it started again"
        asyncio.run(write_more(len(reports)))
        reports.append(done)

    back_up(address, file, tell)
    assert len(reports) > 5
    assert asyncio.run(histories(f"sqlite:///{file}")) == before


def test_a_file_that_is_there_is_left_alone(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(filled(address))
    file = tmp_path / "backup.db"
    file.write_text("mine")
    assert main(["store", "backup", "--store", address, str(file)]) == 2
    assert "exists" in capsys.readouterr().err
    assert file.read_text() == "mine"

    late = tmp_path / "late.db"

    def tell(_: str, done: int, whole: int) -> None:
        late.write_text("somebody was faster")

    with pytest.raises(StoreError, match="exists"):
        back_up(address, late, tell)
    assert late.read_text() == "somebody was faster"
    assert {path.name for path in tmp_path.iterdir() if path.is_file()} == {"backup.db", "late.db"}


SLOWLY = """
import contextlib, signal, sys, time
from calavera.cli import main
from calavera.server.stores import backup
from calavera.server.stores import copying
from calavera.server.commands import store as store_command

@contextlib.contextmanager
def slow_bar(_):
    def show(done, whole, what):
        print(what, flush=True)
        time.sleep(0.05)

    yield show

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
backup.PAGES = copying.PAGE = 1
store_command.progress_bar = slow_bar
sys.exit(main(["store", "backup", "--store", *sys.argv[1:]]))
"""


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_a_backup_that_is_stopped_leaves_no_torn_file(
    tmp_path: Path, address: str, sign: signal.Signals
) -> None:
    asyncio.run(filled(address))
    where = tmp_path / "backups"
    where.mkdir()
    words = [sys.executable, "-c", SLOWLY, address, str(where / "a.db")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        ends_with_us(process.pid)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(sign)
        told = process.stderr.read().decode()
        status = process.wait(60)
    assert not (where / "a.db").exists()
    if sign is signal.SIGINT:
        assert status == 130
        assert "was not written" in told
        assert [*where.iterdir()] == []


def test_a_backup_shows_how_far_it_is(tmp_path: Path, address: str) -> None:
    asyncio.run(filled(address))
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "calavera", "store", "backup", "--store", address]
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
    with subprocess.Popen(
        [*words, str(tmp_path / "a.db")], stderr=theirs, env=environment
    ) as process:
        ends_with_us(process.pid)
        os.close(theirs)
        told = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while part := os.read(ours, 1000):
                told += part
    os.close(ours)
    assert process.returncode == 0
    assert re.search(rb"\b(\d+)/\1 (pages|tables|compared),", told)


def test_a_file_of_an_older_schema_is_backed_up_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    back_up(f"sqlite:///{FIRST}", file, quiet)
    assert version(file) == version(FIRST) == 1
    assert len(asyncio.run(histories(f"sqlite:///{file}"))) == 2


@pytest.mark.parametrize(
    ("store", "why"),
    [
        ("sqlite:///{}/none.db", "there is no store"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite:///{}/notes.db", "another program"),
        ("sqlite:///{}/broken.db", "cannot back up"),
        ("mysql://db/skull", "a store is sqlite:///FILE"),
    ],
)
def test_what_has_no_backup_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], store: str, why: str
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "notes.db")) as database:
        database.execute("CREATE TABLE notes (text)")
    (tmp_path / "broken.db").write_bytes(b"no database at all, but long enough" * 100)
    target = tmp_path / "backup.db"
    assert main(["store", "backup", "--store", store.format(tmp_path), str(target)]) == 2
    told = capsys.readouterr().err
    assert why in told
    assert told.count("\n") == 1
    assert not target.exists()
    assert not [*tmp_path.glob(".*")]


def test_a_folder_that_is_not_there_is_one_line(
    tmp_path: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def make() -> None:
        store = await open_store(address)
        await store.create("AAAA", b"1", line("AAAA"))
        await store.save_identity(StoredIdentity("ana", "Ana"))
        await store.close()

    asyncio.run(make())
    assert main(["store", "backup", "--store", address, str(tmp_path / "no" / "a.db")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
