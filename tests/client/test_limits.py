"""The client at its limits: retries, gaps, pauses and buffers. Sleeping takes no time here."""

import asyncio
import json

import pytest
from aiohttp import web

from calavera.client import table_connection as connection_module
from calavera.client.backoff import FORGOTTEN, LONGEST, SHORTEST, Backoff, Throttle
from calavera.client.errors import ConnectionLost
from calavera.client.known_table import MOST_NEWS, KnownTable
from calavera.client.table_connection import AFTER_FLOOD, MOST_TRIES
from calavera.protocol.commands import Say
from calavera.protocol.facts import Said
from calavera.protocol.messages import Frame, Welcome
from calavera.protocol.reasons import Reason, Refused
from tests.client.scripted import Naps, Server, run, say
from tests.table.doubles import Harness

# Commands.


@pytest.mark.parametrize("busy", [MOST_TRIES, MOST_TRIES + 1])
def test_a_busy_table_is_asked_again_but_not_for_ever(busy: int, naps: Naps) -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for message in socket:
            server.heard.append(json.loads(message.data))
            if len(server.heard) <= busy:
                await say(socket, type="refused", id="1", reason="busy", detail="")
            else:
                await say(socket, type="done", id="1", version=7)

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            await connection.reached()
            if busy <= MOST_TRIES:
                assert await connection.ask(Say("1", "hello")) == 7
            else:
                with pytest.raises(Refused) as refused:
                    await connection.ask(Say("1", "hello"))
                assert refused.value.reason is Reason.BUSY
            assert len(server.heard) == MOST_TRIES + 1
            assert naps.taken == [0.05 * 2**number for number in range(1, MOST_TRIES + 1)]

    run(test())


def test_any_other_refusal_is_final(naps: Naps) -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for message in socket:
            server.heard.append(json.loads(message.data))
            await say(socket, type="refused", id="1", reason="stale", detail="")

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            await connection.reached()
            with pytest.raises(Refused):
                await connection.ask(Say("1", "hello"))
            assert (len(server.heard), naps.taken) == (1, [])

    run(test())


# Versions.


@pytest.mark.parametrize("gap", [0, 1])
def test_a_missing_change_is_never_skipped(gap: int, naps: Naps) -> None:
    """After a gap the client reconnects from the version that it knows."""

    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        if len(server.since) == 1:
            await socket.send_str(server.welcome())
            for number in range(gap):
                server.frame(f"missed {number}")
            await socket.send_str(server.frame("last"))
        else:
            await socket.send_str(server.welcome(int(server.since[-1] or 0)))
        async for _ in socket:
            pass

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            facts: list[str] = []
            while "last" not in facts:
                seen = await connection.wait()
                facts += [fact.text for fact in seen.facts if isinstance(fact, Said)]
            assert seen.version == server.harness.live.version
            assert facts == [*[f"missed {number}" for number in range(gap)], "last"]
            assert server.since == [None, "1"][: gap + 1]

    run(test())


# Pauses.


@pytest.mark.parametrize(("reason", "pauses"), [("flooding", True), ("stopping", False)])
def test_after_a_flood_the_client_stays_away(reason: str, pauses: bool, naps: Naps) -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        if len(server.since) == 1:
            await say(socket, type="bye", reason=reason)
            return
        await socket.send_str(server.frame("again"))
        async for _ in socket:
            pass

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            while (await connection.wait()).version == 1:
                pass
            (pause,) = naps.taken
            assert (pause >= AFTER_FLOOD) is pauses
            assert len(server.since) == 2

    run(test())


def test_a_history_that_is_refused_is_not_asked_for_at_once(naps: Naps) -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for _ in socket:
            pass

    async def test() -> None:
        server = Server(script)
        server.harness.start(1, bots=True)
        async with server.connection():
            while len(naps.taken) < 3:
                await asyncio.sleep(0)
        assert server.history >= 3
        assert all(nap >= AFTER_FLOOD for nap in naps.taken)

    run(test())


def test_a_burst_may_be_sent_at_once_and_no_more(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        throttle = Throttle()
        with naps.clock(monkeypatch):
            for _ in range(Throttle.BURST):
                await throttle.turn()
            assert naps.taken == []
            await throttle.turn()
            assert naps.taken == [pytest.approx(1 / Throttle.PER_SECOND)]
            naps.skipped += 1000  # the credit is limited
            for _ in range(Throttle.BURST):
                await throttle.turn()
            assert len(naps.taken) == 1
            await throttle.turn()
            assert len(naps.taken) == 2

    run(test())


def test_each_failure_is_waited_for_twice_as_long_up_to_a_limit(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("random.uniform", lambda low, high: (low + high) / 2)

    async def test() -> None:
        backoff = Backoff(1000)
        with naps.clock(monkeypatch):
            for _ in range(9):
                await backoff.wait("down")
                backoff.reset()
            doubled = [SHORTEST * 2**number for number in range(9)]
            assert naps.taken == pytest.approx([min(LONGEST, delay) for delay in doubled])
            naps.skipped += FORGOTTEN + 1
            await backoff.wait("down")
            assert naps.taken[-1] == pytest.approx(SHORTEST)

    run(test())


def test_patience_is_counted_from_the_first_failure(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        backoff = Backoff(10)

        async def fail() -> None:
            while True:
                await backoff.wait("down")

        with naps.clock(monkeypatch):
            with pytest.raises(ConnectionLost, match="10 seconds: down"):
                await fail()
            assert sum(naps.taken) == pytest.approx(10)
            backoff.reset()
            await backoff.wait("down again")

    run(test())


# What is kept.


def test_news_are_kept_up_to_a_limit_and_the_rest_is_said_to_be_missed() -> None:
    harness = Harness()
    ana = harness.connect("Ana")
    (welcome,) = ana.messages
    frame = harness.done(ana, Say(harness.id(), "hello"))
    assert isinstance(welcome, Welcome)
    known = KnownTable()
    assert known.welcome(welcome)
    known.moment()
    (fact,) = frame.facts
    assert isinstance(fact, Said)

    def hear(count: int, version: int) -> None:
        facts = tuple([fact._replace(text=str(number)) for number in range(count)])
        known.change(Frame(version, None, facts, None, None, None, None, frame.now))

    hear(MOST_NEWS, 2)
    whole = known.moment()
    assert (len(whole.facts), whole.missed) == (MOST_NEWS, False)
    hear(MOST_NEWS + 1, 3)
    cut = known.moment()
    assert (len(cut.facts), cut.missed) == (MOST_NEWS, True)
    assert isinstance(cut.facts[0], Said)
    assert cut.facts[0].text == "1", "the oldest is dropped"


def test_a_connection_that_does_not_answer_is_replaced(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "ANSWER", 0.05)

    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for message in socket:
            server.heard.append(json.loads(message.data))
            if len(server.since) > 1:
                await say(socket, type="done", id="1", version=7)

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            await connection.reached()
            assert await connection.ask(Say("1", "hello")) == 7
            assert len(server.since) >= 2
            assert len({json.dumps(command) for command in server.heard}) == 1

    run(test())
