"""One connection to a table against a server that follows a script."""

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from calavera.client import table_connection as module
from calavera.client.backoff import Backoff, Throttle
from calavera.client.errors import ConnectionLost, StrangeServer, TableClosed
from calavera.client.table_connection import AFTER_FLOOD, TableConnection
from calavera.protocol.commands import Say, Sit
from calavera.protocol.facts import Said
from calavera.protocol.messages import ByeReason
from calavera.protocol.reasons import Reason, Refused
from tests.client.hosting import LONG
from tests.client.scripted import Naps, Server, run, say


async def quiet(server: Server, socket: web.WebSocketResponse) -> None:
    """Send a welcome, and record the commands."""
    await socket.send_str(server.welcome())
    async for message in socket:
        server.heard.append(json.loads(message.data))


async def obeying(server: Server, socket: web.WebSocketResponse) -> None:
    await socket.send_str(server.welcome())
    async for message in socket:
        server.heard.append(json.loads(message.data))
        await say(socket, type="done", id=server.heard[-1]["id"], version=7)


async def until(server: Server, heard: int) -> None:
    while len(server.heard) < heard:
        await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def told(*messages: dict[str, object]) -> AsyncIterator[TableConnection]:
    """A connection that is welcomed and then told this."""

    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        for message in messages:
            await say(socket, **message)
        async for _ in socket:
            pass

    async with Server(script).connection() as connection:
        await connection.reached()
        yield connection


# How it ends.


@pytest.mark.parametrize(
    ("reason", "error", "message"),
    [
        ("closed", TableClosed, "the table is closed"),
        ("unknown-table", Refused, "unknown-table"),
        ("no-spectators", Refused, "no-spectators"),
        ("removed", Refused, "removed: the host has removed you from this table"),
        ("signed-out", Refused, "no-identity: this token is not valid any more"),
        ("damaged", Refused, "damaged: the history of this table is damaged"),
    ],
)
def test_a_goodbye_that_is_final_is_raised_everywhere(
    reason: str, error: type[Exception], message: str
) -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for _ in socket:
            await say(socket, type="bye", reason=reason)

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            await connection.reached()
            with pytest.raises(error) as asked:
                await connection.ask(Say("1", "hello"))
            assert str(asked.value) == message
            assert (await connection.look()).missed, "what was known can still be looked at"
            for deed in (
                connection.look(),
                connection.wait(),
                connection.ask(Say("2", "again")),
            ):
                with pytest.raises(error) as raised:
                    await deed
                assert str(raised.value) == message
            assert (await connection.present()).version == 1
            assert len(server.since) == 1

    run(test())


@pytest.mark.parametrize("reason", [*ByeReason])
def test_a_goodbye_says_how_long_to_stay_away(reason: ByeReason) -> None:
    error = module._farewell(reason)
    pauses = {
        ByeReason.FLOODING: AFTER_FLOOD,
        ByeReason.STOPPING: 0.0,
        ByeReason.TOO_LARGE: 0.0,
        ByeReason.BAD_MESSAGE: 0.0,
    }
    assert isinstance(error, module._Broken) is (reason in pauses)
    assert getattr(error, "stay_away", None) == pauses.get(reason)


def test_what_happened_before_the_end_can_still_be_heard() -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        await socket.send_str(server.frame("last words"))
        await say(socket, type="bye", reason="closed")

    async def test() -> None:
        async with Server(script).connection() as connection:
            while connection._over is None:
                await asyncio.sleep(0)
            moment = await connection.wait()
            assert [fact.text for fact in moment.facts if isinstance(fact, Said)] == ["last words"]
            with pytest.raises(TableClosed, match=r"^the table is closed$"):
                await connection.wait()

    run(test())


def test_what_is_wrong_at_the_beginning_is_raised_by_reached() -> None:
    async def script(_: Server, socket: web.WebSocketResponse) -> None:
        await say(socket, type="bye", reason="no-spectators")

    async def test() -> None:
        async with Server(script).connection() as connection:
            with pytest.raises(Refused) as refused:
                await connection.reached()
            assert refused.value.reason is Reason.NO_SPECTATORS

    run(test())


@pytest.mark.parametrize("text", ["no json", '{"type":"news"}'])
def test_a_server_of_another_language_is_the_end(text: str) -> None:
    async def script(_: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(text)

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            with pytest.raises(StrangeServer) as strange:
                await connection.reached()
            assert str(strange.value).startswith("the server speaks another language: ")
            assert strange.value.__suppress_context__
            assert len(server.since) == 1

    run(test())


@pytest.mark.parametrize(("status", "is_final"), [(404, True), (403, False), (503, False)])
def test_a_table_that_is_not_found_is_the_end_and_nothing_else_is(
    status: int, is_final: bool, naps: Naps
) -> None:
    answers = [status]

    async def socket(self: Server, request: web.Request) -> web.StreamResponse:
        if answers:
            return web.Response(status=answers.pop())
        return await Server._socket(self, request)

    class Refusing(Server):
        _socket = socket  # type: ignore[assignment]

    async def test() -> None:
        async with Refusing(quiet).connection() as connection:
            if is_final:
                with pytest.raises(Refused) as refused:
                    await connection.reached()
                assert refused.value.reason is Reason.UNKNOWN_TABLE
                assert naps.taken == []
            else:
                assert await connection.reached() == "KRTM"
                assert len(naps.taken) == 1

    run(test())


def test_closing_ends_everything_that_waits() -> None:
    async def test() -> None:
        server = Server(quiet)
        async with server.connection() as connection:
            await connection.reached()
            waiting = asyncio.ensure_future(connection.ask(Say("1", "hello")))
            await until(server, 1)
            await connection.look()
            await connection.close()
            for deed in (waiting, connection.ask(Say("2", "again")), connection.wait()):
                with pytest.raises(TableClosed, match=r"^this program has left the table$"):
                    await deed
            assert not connection._tasks
            assert connection._keeper.done()

    run(test())


def test_the_first_reason_is_the_one_that_is_told() -> None:
    async def test() -> None:
        async with told({"type": "bye", "reason": "removed"}) as connection:
            while connection._over is None:
                await asyncio.sleep(0)
            await connection.close()
            with pytest.raises(Refused) as refused:
                await connection.ask(Say("1", "hello"))
            assert refused.value.reason is Reason.REMOVED

    run(test())


# How it goes on.


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("bytes", "the server sends what is no text"),
        ("close", "the server closed the connection"),
        ("gap", r"the change before \d+ is missing"),
        ("stopping", "the server says goodbye: stopping"),
        ("flooding", "the server was told too much at once"),
    ],
)
def test_a_connection_that_breaks_is_given_up_with_the_reason(
    kind: str, why: str, naps: Naps
) -> None:
    """Nothing works for long, so that the patience comes to its end."""

    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        if kind == "bytes":
            await socket.send_bytes(b"{}")
        elif kind == "gap":
            if len(server.since) == 1:
                server.frame("missed")
            await socket.send_str(server.frame("last"))
        elif kind != "close":
            await say(socket, type="bye", reason=kind)

    async def test() -> None:
        server = Server(script)
        async with server.connection(0.05) as connection:
            with pytest.raises(ConnectionLost) as lost:
                await connection.reached()
            assert re.fullmatch(rf"gave up after 0\.05 seconds: {why}", str(lost.value))
            assert len(server.since) >= 2
            assert {*server.since} == {None}

    run(test())


def test_only_a_welcome_makes_a_connection_a_good_one(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Failures count until a connection holds; then the count starts again."""

    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        if len(server.since) == 2:
            await socket.send_str(server.welcome())
        await say(socket, type="presence", here=[1])
        if len(server.since) == 2:
            async for _ in socket:
                pass

    server = Server(script)
    resets: list[int] = []
    monkeypatch.setattr(Backoff, "reset", lambda _: resets.append(len(server.since)))

    async def test() -> None:
        async with server.connection() as connection:
            while len(resets) < 2:
                await connection.wait()
        assert resets == [2, 2]

    run(test())


@pytest.mark.parametrize("error", [aiohttp.ClientError("cut"), OSError("cut"), TimeoutError()])
def test_a_server_that_cannot_be_reached_is_tried_again(
    error: Exception, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        server = Server(quiet)
        async with server.connection() as connection:
            connect, errors = connection._calls.socket, [error, error]

            async def failing(code: str, since: int | None) -> aiohttp.ClientWebSocketResponse:
                if errors:
                    raise errors.pop()
                return await connect(code, since)

            monkeypatch.setattr(connection._calls, "socket", failing)
            assert await connection.reached() == "KRTM"
            assert len(naps.taken) == 2

    run(test())


@pytest.mark.parametrize(
    ("error", "why"), [(OSError("cut"), "cut"), (TimeoutError(), "TimeoutError")]
)
def test_why_it_gave_up_is_told_in_words(
    error: Exception, why: str, naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        server = Server(quiet)
        async with server.connection(0.01) as connection:

            async def failing(*_: object) -> None:
                raise error

            monkeypatch.setattr(connection._calls, "socket", failing)
            with pytest.raises(ConnectionLost) as lost:
                await connection.reached()
            assert str(lost.value) == f"gave up after 0.01 seconds: {why}"

    run(test())


# What is heard.


def test_presence_is_news_and_an_announcement_is_reported() -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for _ in socket:
            await say(socket, type="announcement", text="ten", at=5)
            await say(socket, type="presence", here=[1, 2])

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            assert (await connection.wait()).here != (1, 2)
            await connection._send(module._Asked("{}", asyncio.Future()))
            assert (await connection.wait(LONG)).here == (1, 2)
            (line,) = server.told
            assert line.endswith(" says: ten")

    run(test())


def test_another_device_is_a_warning_that_names_the_table(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "calavera.client")

    async def test() -> None:
        async with told({"type": "new-device"}) as connection:
            while not caplog.messages:
                await asyncio.sleep(0)
            assert caplog.messages == ["table KRTM: another device has connected as you"]
            assert caplog.records[0].name == "calavera.client"
            assert connection._over is None

    run(test())


def test_looking_takes_the_news_and_the_present_does_not() -> None:
    async def test() -> None:
        async with told() as connection:
            assert (await connection.present()).missed
            assert (await connection.present()).missed
            assert (await connection.look()).missed
            assert not (await connection.look()).missed
            with pytest.raises(TimeoutError):
                await connection.wait(0.01)

    run(test())


def test_a_recalled_game_that_is_ahead_is_no_news_before_it_is_whole() -> None:
    """The history has one change more than the welcome: its frame comes a little later."""

    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        frame = server.frame("ahead")
        while server.history < 1:
            await asyncio.sleep(0)
        await say(socket, type="presence", here=[1])
        await socket.send_str(frame)
        async for _ in socket:
            pass

    async def test() -> None:
        server = Server(script)
        server.harness.start(1, bots=True)
        server.refuses_history = False
        async with server.connection() as connection:
            await connection.reached()
            moment = await connection.look()
            assert moment.version == server.harness.live.version
            assert moment.events == server.harness.live.history(server.ana.caller).events
            assert [fact.text for fact in moment.facts if isinstance(fact, Said)] == ["ahead"]

    run(test())


def test_the_end_of_the_time_for_showing_is_news(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []
    wait_for = asyncio.wait_for

    async def bounded(awaitable: object, timeout: float | None) -> object:
        limits.append(timeout)
        return await wait_for(awaitable, 0)  # type: ignore[arg-type]

    async def test() -> None:
        async with told() as connection:
            monkeypatch.setattr(asyncio, "wait_for", bounded)
            monkeypatch.setattr(connection._known, "showing", lambda: 3.0)
            await connection.look()
            for timeout in (None, 4.0):
                assert (await connection.wait(timeout)).showing == 3.0
            for timeout in (2.0, 3.0):
                with pytest.raises(TimeoutError):
                    await connection.wait(timeout)
            monkeypatch.setattr(connection._known, "showing", lambda: 0.0)
            with pytest.raises(TimeoutError):
                await connection.wait(4.0)
            with pytest.raises(TimeoutError):
                await connection.wait()
            after = 3.0 + module.MARGIN
            assert limits == [after, after, 2.0, 3.0, 4.0, None]

    run(test())


# Commands.


def test_the_answer_is_the_version_of_the_change() -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for message in socket:
            command = json.loads(message.data)
            frame = json.loads(server.frame("hello"))
            await say(socket, type="done", id="another", version=99)
            await say(socket, type="refused", id=None, reason="stale", detail="")
            await say(socket, **{**frame, "done": command["id"]})
            await say(socket, type="done", id=command["id"], version=98)
            await say(socket, type="refused", id=command["id"], reason="stale", detail="")

    async def test() -> None:
        async with Server(script).connection() as connection:
            await connection.reached()
            assert await connection.ask(Say("1", "hello")) == 2
            assert not connection._asked
            assert await connection.ask(Say("2", "again")) == 3

    run(test())


def test_a_refusal_has_its_detail() -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for _ in socket:
            await say(socket, type="refused", id="1", reason="stale", detail="too late")

    async def test() -> None:
        async with Server(script).connection() as connection:
            await connection.reached()
            with pytest.raises(Refused, match=r"^stale: too late$"):
                await connection.ask(Say("1", "hello"))
            assert not connection._asked

    run(test())


def test_an_invalid_command_is_refused_before_it_is_sent() -> None:
    async def test() -> None:
        server = Server(obeying)
        async with server.connection() as connection:
            await connection.reached()
            with pytest.raises(Refused) as refused:
                await connection.ask(Sit("1", 17))
            assert refused.value.reason is Reason.BAD_MESSAGE
            assert refused.value.detail
            assert refused.value.__suppress_context__
            assert await connection.ask(Sit("2", 1)) == 7
            assert server.heard == [{"type": "sit", "id": "2", "place": 1, "bot": False}]

    run(test())


def test_what_was_not_answered_is_sent_again_by_the_next_connection(naps: Naps) -> None:
    async def script(server: Server, socket: web.WebSocketResponse) -> None:
        await socket.send_str(server.welcome())
        async for message in socket:
            server.heard.append(json.loads(message.data))
            if len(server.since) == 1:
                return
            await say(socket, type="done", id=server.heard[-1]["id"], version=7)

    async def test() -> None:
        server = Server(script)
        async with server.connection() as connection:
            await connection.reached()
            assert await connection.ask(Say("1", "hello")) == 7
            assert [command["id"] for command in server.heard] == ["1", "1"]
            assert len(server.since) == 2

    run(test())


def test_a_command_that_cannot_be_sent_waits_for_the_next_connection(
    naps: Naps, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = aiohttp.ClientWebSocketResponse.send_str
    errors = [aiohttp.ClientConnectionResetError("closing")]

    async def failing(socket: aiohttp.ClientWebSocketResponse, text: str) -> None:
        if errors:
            await socket.close()
            raise errors.pop()
        await send(socket, text)

    monkeypatch.setattr(aiohttp.ClientWebSocketResponse, "send_str", failing)

    async def test() -> None:
        server = Server(obeying)
        async with server.connection() as connection:
            await connection.reached()
            assert await connection.ask(Say("1", "hello")) == 7
            assert (len(server.heard), len(server.since)) == (1, 2)

    run(test())


def test_a_command_without_a_connection_waits_for_one() -> None:
    async def test() -> None:
        server = Server(obeying)
        async with server.connection() as connection:
            assert await connection.ask(Say("1", "hello")) == 7
            assert len(server.heard) == 1

    run(test())


def test_a_command_without_any_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After twice the patience: the server may have needed all of it to come back."""
    monkeypatch.setattr(module, "ANSWER", 0.02)

    async def test() -> None:
        server = Server(quiet)
        async with server.connection(0.5) as connection:
            await connection.reached()
            with pytest.raises(ConnectionLost, match=r"^no answer in 1(\.0)? seconds$"):
                await connection.ask(Say("1", "hello"))
            assert not connection._asked
            assert len(server.since) >= 2

    run(test())


def test_every_command_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[int] = []

    async def turn(_: Throttle) -> None:
        turns.append(1)

    monkeypatch.setattr(Throttle, "turn", turn)

    async def test() -> None:
        server = Server(obeying)
        async with server.connection() as connection:
            await connection.reached()
            for number in range(3):
                await connection.ask(Say(str(number), "hello"))
            assert len(turns) == 3

    run(test())


def test_what_was_answered_meanwhile_is_not_sent_again(naps: Naps) -> None:
    async def test() -> None:
        server = Server(quiet)
        async with server.connection() as connection:
            await connection.reached()
            asked = module._Asked('{"id":"1"}', asyncio.get_running_loop().create_future())
            await connection._send_later(asked, 0.1)
            asked.answer.set_result(7)
            await connection._send_later(asked, 0.2)
            await connection._send(module._Asked('{"id":"2"}', asked.answer))
            await until(server, 2)
            assert server.heard == [{"id": "1"}, {"id": "2"}]
            assert naps.taken == [0.1, 0.2]

    run(test())
