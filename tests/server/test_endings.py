"""The calls of the explorer."""

import asyncio
from typing import Any

import aiohttp
import pytest

from calavera.protocol.calls.endings import ENDING, ENDING_MAP
from calavera.server.limits.budgets import UNLIMITED, Rate
from calavera.solve.explorer.answer import explore, value_map
from tests.server.test_replay import caller


async def ask(session: aiohttp.ClientSession, path: str, **query: str) -> tuple[int, Any, str]:
    async with session.get(f"/api/endings/{path}", params=query) as answer:
        return answer.status, await answer.json(), answer.headers["Cache-Control"]


def test_a_round_and_a_map_are_told_and_may_be_kept() -> None:
    async def test() -> None:
        async with caller() as session:
            status, told, kept = await ask(
                session, "32-10", first="0.4", second="0.25", moves="a? b1"
            )
            assert status == 200
            assert kept == "public, max-age=600"
            assert ENDING.decode(told) == explore("32-10", "0.4", "0.25", "a? b1")
            assert [each["move"] for each in told["moves"]] == ["a?", "b1"]
            status, told, kept = await ask(session, "22-00/map")
            assert (status, kept) == (200, "public, max-age=600")
            assert ENDING_MAP.decode(told) == value_map("22-00")

    asyncio.run(test())


@pytest.mark.parametrize(
    ("path", "query", "says"),
    [
        ("99-00", {}, "'99-00' is not a position"),
        ("99-00/map", {}, "'99-00' is not a position"),
        ("32-00", {"first": "2"}, "first=2: a belief is a number from 0 to 1"),
        ("42-00", {"first": "0.5"}, "a player who has lost no disc has the skull (R1)"),
        ("22-00", {"moves": "a9"}, "'a9' cannot follow 'b? a?': a?, a1, a2"),
        ("22-00", {"moves": "a1 " * 99}, "moves: expected up to 120 characters"),
        ("22-00", {"mine": "1"}, "mine: there are first, second, moves"),
    ],
)
def test_what_cannot_be_is_refused(path: str, query: dict[str, str], says: str) -> None:
    async def test() -> None:
        async with caller() as session:
            status, told, kept = await ask(session, path, **query)
            assert (status, told["reason"], kept) == (400, "bad-message", "no-store")
            assert says in told["detail"]

    asyncio.run(test())


def test_the_rate_of_calls_is_limited() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(calls=Rate(2, 0.001))
        async with caller(limits=limits) as session:
            answers = [(await ask(session, "11-00"))[0] for _ in range(3)]
            assert answers == [200, 200, 429]

    asyncio.run(test())
