"""Replays: any record, from any of its viewpoints."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import aiohttp
import pytest

from calavera.record import read_record, seen_by, write_record
from calavera.record.reading import MOST_BYTES
from calavera.rules import Player
from calavera.server.app import ServerConfig
from calavera.server.lifecycle import running
from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.server.limits.worker_pool import WorkerPool

GAME = """skull: 1
players: Ana, Bo, <b>Cy</b>

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
"""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@contextlib.asynccontextmanager
async def caller(**changes: Any) -> AsyncIterator[aiohttp.ClientSession]:
    """A client of a new server."""
    config: dict[str, Any] = {"port": 0, "store": "sqlite:///", "limits": UNLIMITED}
    async with running(ServerConfig(**{**config, **changes})) as port:
        base = f"http://127.0.0.1:{port}"
        async with aiohttp.ClientSession(base) as session:
            yield session


async def ask(session: aiohttp.ClientSession, text: str, eyes: str | None = None) -> Any:
    """The answer, including its status."""
    query = {} if eyes is None else {"eyes": eyes}
    async with session.post("/api/replay", data=text.encode(), params=query) as answer:
        return {"status": answer.status, **await answer.json()}


def test_a_full_record_is_told_from_any_viewpoint() -> None:
    async def test() -> None:
        async with caller() as session:
            told = await ask(session, GAME)
            assert told["status"] == 200
            assert told["names"] == ["Ana", "Bo", "<b>Cy</b>"]
            assert told["eyes"] == "open"
            assert told["choice"] == ["open", "public", "a", "b", "c"]
            assert len(told["steps"]) == 20
            placed = told["steps"][1]
            assert placed["events"] == [{"type": "disc-placed", "seat": "b", "disc": "S"}]
            assert [(one["seat"], one["stack"]) for one in placed["holdings"]] == [("b", ["S"])]
            assert told["steps"][0]["view"]["own"] == []

            of_ana = await ask(session, GAME, "a")
            assert of_ana["steps"][1]["events"] == [{"type": "placement-unseen", "seat": "b"}]
            assert of_ana["steps"][1]["holdings"] is None
            assert of_ana["steps"][3]["view"]["own"][0]["stack"] == ["F"]

    run(test())


def test_a_closed_record_stays_closed() -> None:
    async def test() -> None:
        record = read_record(GAME)
        of_bo = write_record(seen_by(record, record.setup.viewer(Player(1))))
        async with caller() as session:
            told = await ask(session, of_bo)
            assert told["eyes"] == "b"
            assert told["choice"] == ["public", "b"]
            for eyes in ("open", "a", "c"):
                refused = await ask(session, of_bo, eyes)
                assert refused["status"] == 400
                assert refused["detail"] == "eyes: expected one of public, b"

    run(test())


def test_a_bad_record_is_refused_with_the_reader_s_line() -> None:
    async def test() -> None:
        async with caller() as session:
            refused = await ask(session, GAME.replace("c3 a-", "c2 a-"))
            assert refused["status"] == 400
            assert refused["reason"] == "bad-message"
            assert refused["detail"].startswith("line 4: round 1: c2: ")
            assert refused["detail"].endswith("(R14)")
            assert (await ask(session, ""))["status"] == 400
            assert (await ask(session, GAME, "z"))["status"] == 400

    run(test())


def test_a_record_may_be_as_long_as_the_reader_allows_and_no_longer() -> None:
    async def test() -> None:
        async with caller() as session:
            room = MOST_BYTES - len(GAME.encode()) - 3
            assert (await ask(session, GAME + "{" + "x" * room + "}\n"))["status"] == 200
            refused = await ask(session, GAME + "{" + "x" * (room + 1) + "}\n")
            assert refused["status"] == 413
            assert refused["reason"] == "too-large"

    run(test())


def test_nobody_asks_for_too_many() -> None:
    async def test() -> None:
        async with caller(limits=UNLIMITED._replace(replays=Rate(1, 0.0001))) as session:
            assert (await ask(session, GAME))["status"] == 200
            assert (await ask(session, GAME))["reason"] == "too-fast"

    run(test())


def test_an_answer_is_compressed_for_clients_that_accept_it() -> None:
    async def test() -> None:
        async with caller() as session:
            for accepted, used in (("gzip, br", "gzip"), ("identity", None)):
                headers = {"Accept-Encoding": accepted}
                async with session.post("/api/replay", data=GAME, headers=headers) as answer:
                    assert answer.headers.get("Content-Encoding") == used
                    assert len((await answer.json())["steps"]) == 20

    run(test())


def test_a_server_with_enough_to_do_says_when_to_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        async with caller() as session, session.post("/api/replay", data=GAME) as answer:
            assert answer.status == 503
            assert (await answer.json())["reason"] == "busy"
            assert answer.headers["Retry-After"] == "2"

    monkeypatch.setattr(WorkerPool.__init__, "__defaults__", (0, 0))
    run(test())


def test_the_description_tells_of_it() -> None:
    async def test() -> None:
        async with caller() as session, session.get("/api/openapi.json") as answer:
            described = await answer.json()
            assert "post" in described["paths"]["/api/replay"]
            assert "Retelling" in described["components"]["schemas"]

    run(test())
