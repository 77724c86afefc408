"""Reviews over HTTP: line by line, in a process of its own, and never of a running game."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from calavera.record import read_record, seen_by, write_record
from calavera.review import review, review_json
from calavera.rules import Player
from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED
from calavera.server.limits.rate_limiter import TooFast
from calavera.server.limits.review_pool import ReviewPool
from calavera.server.limits.worker_pool import Overloaded
from tests.server.raw import running_server
from tests.server.test_hints import alone

GAME = """skull: 1
players: Ana, Bo, Cy

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@contextlib.asynccontextmanager
async def caller() -> AsyncIterator[aiohttp.ClientSession]:
    """A client of a new server."""
    config = ServerConfig(port=0, store="sqlite:///", limits=UNLIMITED)
    async with (
        running(config) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        yield session


def test_a_review_comes_with_its_progress_and_says_what_the_command_says() -> None:
    async def test() -> None:
        async with (
            caller() as session,
            session.post("/api/review", data=GAME.encode()) as answer,
        ):
            assert answer.status == 200
            assert answer.content_type == "application/x-ndjson"
            lines = [json.loads(line) for line in (await answer.text()).splitlines()]
        *progress, last = lines
        record = read_record(GAME.encode())
        total = len(record.moves) + 1
        assert progress[0] == {"done": 1, "total": total}
        assert progress[-1] == {"done": total, "total": total}
        assert last["review"] == json.loads(json.dumps(review_json(review(record))))

    run(test())


def test_whoever_leaves_during_a_review_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with caller() as session:
            async with session.post("/api/review", data=GAME.encode()) as answer:
                await answer.content.readline()
                answer.close()
            # One runs at a time: this one has its turn when the other is done.
            async with session.post("/api/review", data=GAME.encode()) as answer:
                assert "review" in (await answer.text()).splitlines()[-1]

    run(test())
    assert "a call failed" not in caplog.text


@pytest.mark.parametrize(
    ("moves", "viewer"), [(0, None), (12, None), (23, None), (12, 0), (12, 1), (23, 2)]
)
def test_a_running_game_is_refused_to_everybody(moves: int, viewer: int | None) -> None:
    """Neither the whole of a game that is still running nor what a player saw of it."""

    async def test() -> None:
        record = read_record(GAME.encode())
        begun = replace(record, moves=record.moves[:moves])
        if viewer is not None:
            begun = seen_by(begun, record.setup.viewer(Player(viewer)))
        text = write_record(begun).removesuffix("result: *\n")
        refused = "not-finished" if viewer is None else "bad-message"
        for end, reason in (
            ("", refused),
            ("result: *\n", refused),
            ("result: c\n", "bad-message"),
        ):
            lines = [
                json.loads(line) async for line in ReviewPool().lines("a", (text + end).encode())
            ]
            assert [line.keys() for line in lines] == [{"refused", "detail"}]
            assert lines[0]["refused"] == reason

    run(test())


def test_a_review_that_takes_too_long_ends_without_an_error(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calavera.server.limits.review_pool.SECONDS", 0.0)

    async def test() -> None:
        async with (
            caller() as session,
            session.post("/api/review", data=GAME.encode()) as answer,
        ):
            assert answer.status == 503
            assert (await answer.json())["reason"] == "busy"

    run(test())
    assert "a call failed" not in caplog.text


def test_refusals_have_a_status_and_a_line() -> None:
    async def test() -> None:
        unfinished = GAME.partition("3.")[0]
        view = write_record(
            seen_by(read_record(GAME.encode()), read_record(GAME.encode()).setup.viewer(Player(0)))
        )
        cases = [
            (unfinished, 409, "not finished"),
            (view, 400, "full record"),
            ("skull: 1\nplayers: A, B\n\n1. aX\n", 400, "line 4"),
        ]
        async with caller() as session:
            for text, status, words in cases:
                async with session.post("/api/review", data=text.encode()) as answer:
                    assert answer.status == status
                    assert words in (await answer.json())["detail"]

    run(test())


def test_nothing_that_a_running_table_hands_out_can_be_reviewed() -> None:
    """Its code, its link, and what it answers to a player and to a stranger."""

    async def test() -> None:
        async with running_server() as server:
            token, code, line = await alone(server)
            assert line.room["phase"] == "playing"
            path = f"/api/tables/{code}"
            paths = (path, f"{path}/game", f"{path}/games/1/record", "/api/me/games")
            texts = [code, f"{server.base}/t/{code}", f"{server.base}{path}/games/1/record"]
            for known in (token, ""):
                for called in paths:
                    told = await server.call("GET", called, known)
                    assert told.body
                    texts.append(told.body.decode(errors="replace"))
            for text in texts:
                told = await server.call("POST", "/api/review", token, data=text.encode())
                assert told.status == 400, text
            for called in (f"/api/review?code={code}", f"/api/review?table={code}&number=1"):
                assert (await server.call("POST", called, token)).status == 400
            for called in (f"/api/review/{code}", f"{path}/review", f"{path}/games/1/review"):
                assert (await server.call("POST", called, token)).status in (404, 405)
            assert line.room["phase"] == "playing"

    run(test())


def test_one_address_cannot_fill_the_queue() -> None:
    async def test() -> None:
        pool = ReviewPool(most=3, most_each=2)
        running = [pool.lines(address, GAME.encode()) for address in ("a", "a", "b")]
        waiting = [asyncio.ensure_future(anext(lines)) for lines in running]
        await asyncio.sleep(0)
        with pytest.raises(TooFast):
            await anext(pool.lines("a", GAME.encode()))
        with pytest.raises(Overloaded):
            await anext(pool.lines("c", GAME.encode()))
        assert json.loads(await waiting[0])["done"] == 1
        for task in waiting[1:]:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for lines in running:
            await lines.aclose()
        # There is room again.
        async with contextlib.aclosing(pool.lines("a", b"")) as lines:
            assert "refused" in json.loads(await anext(lines))

    run(test())
