"""Cards: a finished game as a picture; a running one is refused."""

import asyncio
import xml.etree.ElementTree as ET
from collections.abc import Coroutine
from typing import Any

import aiohttp
import pytest

from calavera.drawing import draw_card
from calavera.record import read_record, seen_by, write_record
from calavera.record.reading import MOST_BYTES
from calavera.rules import PUBLIC
from calavera.server.limits.budgets import UNLIMITED, Rate
from tests.server.test_replay import caller

GAME = """skull: 1
players: Ana, Bo, <script>alert(1)</script>

1. bS cF aF | aF b2 c3 a- b- | c>cF c>aF c>bS | b~cF
2. cF aF bF | c3 | c>cF c>aF c>bF
3. aS bF cF | c2 a- b- | c>cF c>bF
result: c
"""
RUNNING = GAME[: GAME.index("| c>cF c>bF\nresult")]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


async def refused(session: aiohttp.ClientSession, text: str, **query: str) -> tuple[int, str]:
    """The status and the reason; nothing else may be in the answer."""
    async with session.post("/api/card", data=text.encode(), params=query) as answer:
        told = await answer.json()
        assert set(told) == {"reason", "detail"}
        return answer.status, told["reason"]


def test_a_finished_game_is_drawn() -> None:
    async def test() -> None:
        async with caller() as session:
            async with session.post("/api/card", data=GAME) as answer:
                assert answer.status == 200
                assert answer.content_type == "image/svg+xml"
                assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
                assert await answer.text() == draw_card(read_record(GAME))
            look = {"theme": "day", "language": "fr"}
            async with session.post("/api/card", data=GAME, params=look) as answer:
                drawn = await answer.text()
                assert drawn == draw_card(read_record(GAME), **look)
            assert not [one for one in ET.fromstring(drawn).iter() if one.tag.endswith("script")]

    run(test())


def test_a_closed_record_has_a_card_with_what_it_tells() -> None:
    async def test() -> None:
        closed = write_record(seen_by(read_record(GAME), PUBLIC))
        async with caller() as session, session.post("/api/card", data=closed) as answer:
            assert answer.status == 200
            assert "dots-skull" not in await answer.text()  # on Ana's mat, never turned over

    run(test())


@pytest.mark.parametrize("text", [RUNNING, write_record(seen_by(read_record(RUNNING), PUBLIC))])
def test_a_running_game_has_no_card(text: str) -> None:
    async def test() -> None:
        async with caller() as session:
            assert await refused(session, text) == (409, "not-finished")
            claimed = f"{text.removesuffix('result: *').rstrip()}\nresult: c\n"
            assert await refused(session, claimed) == (400, "bad-message")

    run(test())


def test_bad_input_is_refused() -> None:
    async def test() -> None:
        async with caller() as session:
            assert await refused(session, "") == (400, "bad-message")
            assert await refused(session, GAME.replace("c3 a-", "c2 a-")) == (400, "bad-message")
            assert await refused(session, GAME, theme="dusk") == (400, "bad-message")
            assert await refused(session, GAME, language="xx") == (400, "bad-message")
            assert await refused(session, "x" * (MOST_BYTES + 1)) == (413, "too-large")

    run(test())


def test_nobody_asks_for_too_many() -> None:
    async def test() -> None:
        async with caller(limits=UNLIMITED._replace(replays=Rate(1, 0.0001))) as session:
            async with session.post("/api/card", data=GAME) as answer:
                assert answer.status == 200
            assert await refused(session, GAME) == (429, "too-fast")

    run(test())
