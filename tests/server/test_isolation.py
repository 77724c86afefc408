"""A server that is cut off from its store, alone or together with all others."""

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator
from typing import NamedTuple

import aiohttp
import pytest

from calavera.server.cluster import isolation
from calavera.server.cluster.isolation import Isolation
from calavera.server.cluster.notifications import StoreReachable
from tests.server.backends import needs_both, postgres, redis
from tests.server.linear import check_history
from tests.server.proxy import Proxy, Way
from tests.server.raw import PATIENCE, Line, Server, config, run, running_server
from tests.server.test_cluster import drain, play_out, spread, stored
from tests.server.test_presence import SetBus

SOON = 3.0
"""Shorter timeouts than in production, but longer than any healthy answer takes."""


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""The headers of a socket request."""

SHORT = 0.01
"""Seconds between two checks on the manual clock."""


class Linked(NamedTuple):
    """A server, and its links to the store and to the bus."""

    server: Server
    store: Proxy
    bus: Proxy


@contextlib.asynccontextmanager
async def linked(count: int) -> AsyncIterator[tuple[str, list[Linked]]]:
    """Servers on a new store, each with links that can be cut."""
    address = await asyncio.to_thread(postgres().new_database)
    async with contextlib.AsyncExitStack() as kept:
        found = []
        for _ in range(count):
            links = [Proxy(postgres().port), Proxy(redis().port)]
            for link in links:
                await link.start()
                kept.push_async_callback(link.stop)
            there = address.replace(f":{postgres().port}", f":{links[0].port}")
            its = config(there, bus=f"redis://127.0.0.1:{links[1].port}")
            found.append(Linked(await kept.enter_async_context(running_server(its)), *links))
        yield address, found


async def until_ready(server: Server, status: int = 200) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await server.call("GET", "/readyz")).status != status:
            await asyncio.sleep(0.05)


def at(server: Server, lines: list[Line]) -> list[Line]:
    return [line for line in lines if line.socket._response.url.port == server.port]


async def again(server: Server, line: Line) -> Line:
    """The same person at another server, as after a reconnect."""
    headers = line.socket._response.request_info.headers
    token = headers["Authorization"].removeprefix("Bearer ")
    other = await server.line(line.room["code"], token, since=line.version)
    other.game = other.game or line.game
    return other


async def refusal_on_a_kept_connection(server: Server, code: str) -> int:
    """The answer to a socket request on a reused connection, as behind a proxy."""
    kept: list[object] = []

    async def note(*reused: object) -> None:
        kept.append(reused)

    trace = aiohttp.TraceConfig()
    trace.on_connection_reuseconn.append(note)
    async with aiohttp.ClientSession(trace_configs=[trace]) as http:
        async with http.get(f"{server.base}/healthz") as answer:
            await answer.read()
        url = f"{server.base}/api/tables/{code}/socket"
        async with http.get(url, headers=UPGRADE) as answer:
            status = answer.status
    assert kept, "it came on a new one"
    return status


@needs_both
@pytest.mark.parametrize(
    ("way", "bus_too"), [(Way.CUT, False), (Way.SILENT, False), (Way.CUT, True), (Way.SILENT, True)]
)
def test_people_of_a_server_that_is_cut_off_go_on_at_another(
    way: Way, bus_too: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "CUT_OFF", SOON)

    async def test() -> None:
        async with linked(2) as (store, (one, two)):
            lines = await spread([one.server, two.server], 2, showing=0)
            (lost,), (other,) = at(one.server, lines), at(two.server, lines)
            code = lost.room["code"]
            with contextlib.ExitStack() as broken:
                broken.enter_context(one.store.being(way))
                if bus_too:
                    broken.enter_context(one.bus.being(way))
                seat, action = lost.moves()[0]
                wish = lost.act(seat, action)
                await lost.send("act", id="once", **wish)
                said = await lost.bye()
                assert said[-1] == {"type": "bye", "reason": "stopping"}
                assert not [one for one in said if one["type"] == "frame"], "sent but not stored"
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await one.server.open(code)
                assert refused.value.status == 503
                assert await refusal_on_a_kept_connection(one.server, code) == 503
                assert (await one.server.call("GET", "/readyz")).status == 503
                back = await again(two.server, lost)
                answer = await back.ask("act", id="once", **wish)
                assert answer["type"] == "frame"
                await play_out([back, other], random.Random(9))
            await until_ready(one.server)
            home = await again(one.server, back)
            assert home.version == back.version
            assert (await home.ask("say", text="here again"))["type"] == "frame"
            history = await stored(store, code)
            check_history(history)
            assert [entry.id for entry in history].count("once") == 1

    run(test())


@needs_both
def test_where_the_store_is_gone_for_all_nobody_is_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(isolation, "CUT_OFF", SOON)

    async def test() -> None:
        async with linked(2) as (store, (one, two)):
            lines = await spread([one.server, two.server], 2, showing=0)
            for line in lines:
                await drain(line)
            with one.store.being(Way.CUT), two.store.being(Way.CUT):
                line = lines[0]
                wish = line.act(*line.moves()[0])
                asked = await line.send("act", **wish)
                for linked_one in (one, two):
                    await until_ready(linked_one.server, 503)
                await asyncio.sleep(2 * SOON + isolation.LATELY)
                for each in lines:
                    await drain(each)  # a close would end this
            assert (await line.answer(asked))["type"] == "frame"
            check_history(await stored(store, line.room["code"]))

    run(test())


class Case:
    """A server's view of the store, on a manual clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.bus = SetBus()
        self.isolation = Isolation(self.bus, lambda: self.now)

    def pass_on(self, seconds: float, *, others: bool) -> bool:
        """Let time pass without an answer; return whether people are disconnected."""
        for _ in range(round(seconds)):
            self.now += 1
            if others:
                self.isolation.answered_another()
        return self.isolation._should_send_away()


@pytest.mark.parametrize(
    ("others", "bus", "away"),
    [(True, True, True), (False, True, False), (False, False, True), (True, False, True)],
)
def test_who_is_sent_away(others: bool, bus: bool, away: bool) -> None:
    case = Case()
    case.bus.is_healthy = bus
    if others:
        case.isolation.answered_another()
    assert not case.pass_on(isolation.CUT_OFF - 1, others=others)
    assert case.pass_on(1, others=others) is away
    case.isolation.answered()
    assert case.bus.published == [StoreReachable()]
    assert not case.pass_on(1, others=others)


def test_nobody_goes_because_another_heard_first_of_a_store_that_is_back() -> None:
    case = Case()
    assert not case.pass_on(10 * isolation.CUT_OFF, others=False)
    assert not case.pass_on(isolation.CUT_OFF - 1, others=True)
    assert case.pass_on(2, others=True)


def test_the_word_of_another_server_does_not_count_for_ever() -> None:
    case = Case()
    case.isolation.answered_another()
    assert case.pass_on(isolation.CUT_OFF, others=True)
    assert not case.pass_on(isolation.LATELY, others=False)


def test_silence_is_told_once_and_its_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(isolation, "LOOK", SHORT)
    caplog.set_level(logging.INFO, "calavera.store")
    case = Case()

    async def test() -> None:
        async def nobody() -> None:
            raise AssertionError("nobody has to go")

        watching = asyncio.ensure_future(case.isolation.watch(nobody))
        for _ in range(int(2 * isolation.SILENT / SHORT)):
            case.now += SHORT
            await asyncio.sleep(SHORT)
        case.isolation.answered()
        case.isolation.answered()
        watching.cancel()

    run(test())
    assert caplog.messages == ["the store does not answer", "the store answers again"]


def test_people_are_sent_away_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unstable bus during an outage of the store sends nobody from server to server."""
    monkeypatch.setattr(isolation, "LOOK", SHORT)
    monkeypatch.setattr(isolation, "CUT_OFF", 10 * SHORT)
    case, times = Case(), []

    async def send_away() -> None:
        times.append(case.now)

    async def test() -> None:
        watching = asyncio.ensure_future(case.isolation.watch(send_away))

        async def looks() -> None:
            await asyncio.sleep(3 * SHORT)

        async def silence(seconds: float) -> None:
            for _ in range(int(seconds / SHORT)):
                case.now += SHORT
                await looks()

        for well in (False, True, False, True):
            case.bus.is_healthy = well
            await silence(isolation.CUT_OFF)
        assert len(times) == 1
        assert case.isolation.is_cut_off
        case.isolation.answered()
        assert not case.isolation.is_cut_off
        case.bus.is_healthy = False
        case.now += 10 * isolation.CUT_OFF  # a suspended machine receives nothing
        await looks()
        assert len(times) == 1
        await silence(isolation.CUT_OFF)
        assert len(times) == 2
        watching.cancel()

    run(test())
