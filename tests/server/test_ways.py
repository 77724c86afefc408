"""Sockets behind real proxies that reuse their connections to the server."""

import logging
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from calavera.rules import Player
from tests.server.faults import Ordeal, faults
from tests.server.fuzz import compare, fuzz, peace
from tests.server.raw import config, run, running_server
from tests.server.test_two_worlds import received
from tests.server.ways import PROXIES, WAY, missing
from tests.server.worlds import fixed_now, fixed_random, other_script, script

MESSAGES = 1000


@pytest.fixture(autouse=True, params=PROXIES)
def proxy(request: pytest.FixtureRequest) -> Iterator[str]:
    why = missing(request.param)
    if why:
        pytest.skip(why)
    token = WAY.set(request.param)
    yield request.param
    WAY.reset(token)


def test_malformed_messages_do_not_disturb_other_tables(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> None:
        async with running_server(config(random=fixed_random(), now=fixed_now)) as server:
            told = await fuzz(server, MESSAGES, 3, lambda _: None)
        async with running_server(config(random=fixed_random(), now=fixed_now)) as server:
            compare(told, await peace(server, MESSAGES))

    with caplog.at_level(logging.ERROR):
        run(test())
    assert [record.getMessage() for record in caplog.records] == []


def test_a_socket_receives_the_same_in_two_worlds() -> None:
    game = script(3, random.Random(1))
    other = other_script(game, Player(0), random.Random(1))
    assert other is not None
    assert run(received(game, 0)) == run(received(other, 0))


def test_a_server_that_is_killed_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    came = run(faults(Ordeal(2, 7, 2), tmp_path))
    assert (came.kills, came.acknowledged > 0, came.reconnects >= 2) == (2, True, True)


def test_the_protocol_is_answered_on_a_connection_that_the_proxy_kept() -> None:
    async def test() -> None:
        async with running_server() as server:
            token = await server.newcomer()
            code = await server.table(token)
            url = f"{server.base}/api/tables/{code}/socket"
            for _ in range(5):
                await server.call("GET", "/healthz")
                offered = ("calavera", f"calavera.token.{token}")
                async with server.http.ws_connect(url, protocols=offered) as socket:
                    assert socket.protocol == "calavera"
                    assert (await socket.receive_json())["you"]["host"] is True

    run(test())
