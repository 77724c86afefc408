"""Tables on one device: whole games, a restart at every moment, and what goes wrong."""

import asyncio
import contextlib
import io
import json
import logging
import zipfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from calavera.bots import Champion
from calavera.local import journal as journals
from calavera.local.device import Surroundings
from calavera.local.storage import FileStorage, Rows, Storage
from calavera.record import read_record
from calavera.rules import View
from calavera.table.live.automation import AT_ONCE
from tests.local.pages import Dice, Page, act, game, play, quick

Result = TypeVar("Result")
IN_TURN = {"players": 3, "placement": "first-last", "showing": 0}
LONGEST = 120.0
"""Seconds of one walk; a game that hangs must not hang the tests."""


def run(walk: Awaitable[Result]) -> Result:
    return asyncio.run(asyncio.wait_for(walk, LONGEST))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "device"


@contextlib.contextmanager
def stored(path: Path) -> Iterator[FileStorage]:
    storage = FileStorage(path)
    try:
        yield storage
    finally:
        storage.close()


async def started(storage: Storage, seed: int = 0) -> Page:
    page = Page(storage, quick(Dice(seed)))
    await page.device.start()
    return page


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_ends_with_a_record(tmp_path: Path, seed: int) -> None:
    record = read_record(run(game(tmp_path, seed)))
    assert record.is_full


def test_equal_dice_and_equal_choices_give_equal_records(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    one, two = run(game(tmp_path / "one", 7)), run(game(tmp_path / "two", 7))
    assert one == two != run(game(tmp_path, 8))


def test_a_game_goes_on_from_every_moment_at_which_it_was_cut(path: Path, tmp_path: Path) -> None:
    async def whole() -> tuple[str, str]:
        with stored(path) as storage:
            page = await started(storage)
            code, socket = await page.begin(IN_TURN, ["cautious", "mirror"])
            await play(socket, seed=1)
            record = (await page.ask("GET", f"/api/tables/{code}/games/1/record"))["body"]
            return code, record

    async def resumed(known: bytes) -> str:
        copy = tmp_path / "copy"
        copy.write_bytes(known)
        with stored(copy) as storage:
            page = await started(storage, seed=99)
            socket = page.open(code)
            await play(socket, seed=1)
            text: str = (await page.ask("GET", f"/api/tables/{code}/games/1/record"))["body"]
            return text

    code, record = run(whole())
    written = path.read_bytes()
    lines = written.splitlines(keepends=True)
    (begun,) = (at for at, line in enumerate(lines) if b"game-began" in line)
    assert len(lines) - begun > 20
    for at in range(begun + 1, len(lines) + 1):
        assert run(resumed(b"".join(lines[:at]))) == record, f"cut after line {at}"
    # A line that was cut off was never written, and is written again.
    for part in (1, 40, len(lines[begun + 5]) - 1):
        cut = b"".join(lines[: begun + 5]) + lines[begun + 5][:part]
        assert run(resumed(cut)) == record


class SlowStorage:
    """Writes when the test says so."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.waiting: list[Callable[[], None]] = []
        self.is_slow = False

    async def read(self, prefix: str) -> Sequence[tuple[str, str]]:
        return await self._storage.read(prefix)

    async def write(self, rows: Rows, fresh: str = "") -> None:
        if self.is_slow:
            held: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append(lambda: held.set_result(None))
            await held
        await self._storage.write(rows, fresh)


def test_a_command_is_answered_after_it_is_stored(path: Path) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            slow = SlowStorage(storage)
            page = await started(slow)
            _, socket = await page.begin(IN_TURN, ["cautious", "mirror"])
            await socket.until(lambda: socket.decision() is not None)
            found = socket.decision()
            assert found is not None
            slow.is_slow = True
            heard, kept = len(socket.messages), path.read_bytes()
            act(socket, found[1], seed=1)
            while not slow.waiting:
                await asyncio.sleep(0)
            # Nothing is known to anybody before it is stored.
            assert len(socket.messages) == heard
            assert path.read_bytes() == kept
            slow.is_slow = False
            slow.waiting.pop()()
            await socket.until(lambda: len(socket.messages) > heard)
            assert socket.messages[heard]["done"] is not None

    run(walk())


class FullStorage(SlowStorage):
    """Fails as long as it is full."""

    is_full = False

    async def write(self, rows: Rows, fresh: str = "") -> None:
        if self.is_full:
            raise OSError("the disk is full")
        await super().write(rows, fresh)


def test_a_full_disk_refuses_and_loses_nothing(path: Path) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            full = FullStorage(storage)
            page = Page(full, Surroundings(AT_ONCE))  # what failed is tried again after a time
            await page.device.start()
            _, socket = await page.begin(IN_TURN, ["cautious", "mirror"])
            await socket.until(lambda: socket.decision() is not None)
            found = socket.decision()
            assert found is not None
            full.is_full = True
            act(socket, found[1], seed=1)
            await socket.until(lambda: socket.messages[-1]["type"] == "refused")
            assert socket.messages[-1]["reason"] == "busy"
            call = await page.ask("PUT", "/api/me", json.dumps({"name": "Ana"}))
            assert (call["status"], json.loads(call["body"])["reason"]) == (503, "busy")
            full.is_full = False
            await play(socket, seed=1)

    run(walk())


def test_a_bot_that_fails_does_not_stop_the_game(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def choose(self: Champion, view: View, rng: object) -> None:
        raise ValueError(f"I hold {view.own}")

    monkeypatch.setattr(Champion, "choose", choose)

    async def walk() -> None:
        with stored(path) as storage:
            page = await started(storage)
            _, socket = await page.begin(IN_TURN, ["champion", "cautious"])
            await play(socket, seed=3)

    with caplog.at_level(logging.ERROR, "calavera.bots"):
        run(walk())
    assert {record.getMessage() for record in caplog.records} == {
        "the bot champion failed: ValueError"
    }


def test_two_tabs_that_write_at_once_lose_no_move(path: Path) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            one = await started(storage)
            code, first = await one.begin(IN_TURN, ["cautious", "mirror"])
            two = await started(storage, seed=5)
            second = two.open(code)
            await asyncio.gather(play(first, seed=2), play(second, seed=2))
            # Whoever was behind has caught up: both saw the same end.
            board = first.known["game"]["view"]["board"]
            assert second.known["game"]["view"]["board"] == board
            rows = await storage.read(f"entry {code} ")
            assert [key.split()[2] for key, _ in rows] == [
                f"{version:08}" for version in range(1, len(rows) + 1)
            ]

    run(walk())


def test_nobody_else_on_the_device_learns_of_a_disc(path: Path) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            page = await started(storage)
            tokens = [(await page.call("POST", "/api/identities"))["token"] for _ in range(3)]
            settings = {**IN_TURN, "players": 2, "spectators": False}
            code = (await page.call("POST", "/api/tables", {"settings": settings}, tokens[0]))[
                "code"
            ]
            dealer, *players = [page.open(code, token) for token in tokens]
            for place, player in enumerate(players):
                player.send(type="sit", place=place)
                player.send(type="ready", ready=True, salt="5eed")
            await dealer.until(lambda: "room" in dealer.known)
            await dealer.until(lambda: all(one["ready"] for one in dealer.known["room"]["places"]))
            dealer.send(type="start")
            await dealer.until(lambda: dealer.known.get("game") is not None)
            # The table is for its players; the owner of the device is another person.
            stranger = page.open(code)
            await stranger.until(lambda: stranger.is_closed)
            assert [message["reason"] for message in stranger.messages] == ["no-spectators"]
            await asyncio.gather(*[play(player, seed=1) for player in players])
            seen = json.dumps(dealer.messages[:-1])
            assert '"placement-unseen"' in seen
            assert '"disc-placed"' not in seen
            for player, other in (players, players[::-1]):
                own = player.known["you"]["seats"]
                told = json.dumps(other.messages)
                assert f'{{"type": "disc-placed", "seat": "{own[0]}"' not in told

    run(walk())


def test_the_calls_of_the_pages(path: Path) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            page = await started(storage)
            assert (await page.call("GET", "/api/me"))["name"].startswith("Guest ")
            assert await page.call("PUT", "/api/me", {"name": "Ana"}) == {"name": "Ana"}
            assert "champion" in [bot["name"] for bot in await page.call("GET", "/api/bots")]
            code, socket = await page.begin(IN_TURN, ["cautious", "mirror"])
            assert socket.known["room"]["places"][0]["name"] == "Ana"
            line = await page.call("GET", f"/api/tables/{code}")
            assert (line["phase"], line["host"], line["here"]) == ("playing", "Ana", 1)
            refused = await page.ask("GET", f"/api/tables/{code}/games/1/record")
            assert (refused["status"], json.loads(refused["body"])["reason"]) == (
                409,
                "not-finished",
            )
            await play(socket, seed=1)
            history = await page.call("GET", f"/api/tables/{code}/game")
            assert history["events"][-1]["type"] == "game-ended"
            record = (await page.ask("GET", f"/api/tables/{code}/games/1/record"))["body"]
            assert (await page.call("GET", "/api/me"))["name"] == "Ana"
            await own_games(page, code, record)
            await answers(page, record)

    run(walk())


async def own_games(page: Page, code: str, record: str) -> None:
    listed = await page.call("GET", "/api/me/games")
    assert [(one["code"], one["number"]) for one in listed["games"]] == [(code, 1)]
    assert listed["next"] is None
    assert (await page.call("GET", "/api/me/stats"))["games"] == 1
    won = listed["games"][0]["winner"] == listed["games"][0]["place"]
    other = "lost" if won else "won"
    assert (await page.call("GET", f"/api/me/games?result={other}"))["games"] == []
    assert (await page.ask("GET", "/api/me/games?result=drawn"))["status"] == 400
    export = (await page.ask("GET", "/api/me/games/export"))["body"].encode("latin-1")
    with zipfile.ZipFile(io.BytesIO(export)) as archive:
        assert [archive.read(name).decode() for name in archive.namelist()] == [record]
    assert (await page.ask("DELETE", f"/api/me/games/{code}/2"))["status"] == 404
    assert await page.call("DELETE", f"/api/me/games/{code}/1") == {"deleted": 1}
    assert (await page.call("GET", "/api/me/games"))["games"] == []
    assert await page.call("PUT", f"/api/me/games/{code}/1") == {"restored": 1}
    assert await page.call("DELETE", "/api/me/games") == {"deleted": 1}
    assert await page.call("DELETE", "/api/me/games") == {"deleted": 0}


async def answers(page: Page, record: str) -> None:
    replay = await page.ask("POST", "/api/replay?eyes=open", record)
    assert json.loads(replay["body"])["steps"]
    card = await page.ask("POST", "/api/card?theme=day&language=fr", record)
    assert (card["kind"], card["body"][:4]) == ("image/svg+xml", "<svg")
    assert (await page.call("GET", "/api/puzzles/2026-11-18"))["day"] == "2026-11-18"
    assert (await page.call("GET", "/api/endings/44-00"))["low"] > 0
    assert (await page.call("GET", "/api/endings/44-00/map"))["rows"]
    assert (await page.ask("POST", "/api/review", record))["status"] == 200
    told = [json.loads(line) for line in page.news]
    assert [*told[0]] == ["done", "total"]
    assert told[-1]["review"]["decisions"]
    assert (await page.ask("POST", "/api/review", "skull: 1"))["status"] == 400
    for method, address in (("GET", "/api/tables"), ("POST", "/api/me"), ("GET", "/")):
        assert (await page.ask(method, address))["status"] == 404
    assert (await page.ask("POST", "/api/tables", "[1]"))["status"] == 400
    assert (await page.ask("GET", "/api/tables/KRTM"))["status"] == 404
    assert (await page.ask("GET", "/api/me", token="guessed"))["status"] == 401


def test_a_table_that_does_not_exist_and_words_that_are_no_commands(path: Path) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            page = await started(storage)
            nowhere = page.open("KRTMWX")
            await nowhere.until(lambda: nowhere.is_closed)
            assert nowhere.messages == [{"type": "bye", "reason": "unknown-table"}]
            unknown = page.open("KRTMWX", token="guessed")
            await unknown.until(lambda: unknown.is_closed)
            assert unknown.messages == [{"type": "bye", "reason": "signed-out"}]
            _, socket = await page.begin(IN_TURN, ["cautious", "mirror"])
            name = socket.send(type="dance")
            await socket.until(lambda: socket.messages[-1]["type"] == "refused")
            assert (socket.messages[-1]["id"], socket.messages[-1]["reason"]) == (
                name,
                "bad-message",
            )

    run(walk())


def test_only_the_latest_tables_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def walk() -> None:
        with stored(path) as storage:
            page = await started(storage)
            codes = []
            for seed in range(3):
                code, socket = await page.begin(IN_TURN, ["cautious", "mirror"])
                await play(socket, seed)
                socket.close()
                codes.append(code)
            monkeypatch.setattr(journals, "MOST_TABLES", 1)
            page = await started(storage)
            kept = [code for code in codes if await storage.read(f"entry {code} ")]
            assert len(kept) == 1
            games = (await page.call("GET", "/api/me/games"))["games"]
            assert [one["code"] for one in games] == kept

    run(walk())
