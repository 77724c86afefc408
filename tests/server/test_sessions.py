"""Sessions and sockets at their limits."""

import asyncio

import pytest

from calavera.server.app import App, ServerConfig
from calavera.server.cluster.bus import LocalBus
from calavera.server.limits.budgets import UNLIMITED, Limits, Rate
from calavera.server.sockets import websocket
from calavera.server.sockets.sessions import MOST_EARLY, SessionHub, TableSession
from calavera.server.sockets.websocket import (
    LONGEST_MESSAGE,
    MOST_PIECES,
    MOST_UNREAD,
    Request,
    Socket,
)
from calavera.server.stores.opening import open_store
from tests.server.raw import config, frame, run, running_server, seated

HEADERS = {"Host": "127.0.0.1"}


class Wire(asyncio.Transport):
    """A transport that records what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unread = 0
        self.done: list[str] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return "abort" in self.done or "close" in self.done

    def abort(self) -> None:
        self.done.append("abort")

    def close(self) -> None:
        self.done.append("close")

    def write_eof(self) -> None:
        self.done.append("eof")

    def pause_reading(self) -> None:
        self.done.append("pause")


async def hub(limits: Limits = UNLIMITED) -> tuple[App, SessionHub]:
    store = await open_store("sqlite:///")
    app = App(ServerConfig(limits=limits), store, LocalBus())
    return app, SessionHub(app)


async def close(app: App) -> None:
    app.stop()
    app.thinker.close()
    await app.store.close()


def session(sessions: SessionHub, path: str = "/api/tables/KRTMWX/socket") -> TableSession:
    found = sessions.session(Request(path, HEADERS, "192.0.2.1"))
    assert isinstance(found, TableSession)
    return found


def test_a_socket_is_refused_with_the_right_status() -> None:
    async def test() -> None:
        app, sessions = await hub()

        def status(path: str, headers: dict[str, str]) -> object:
            return sessions.session(Request(path, headers, "192.0.2.1"))

        path = "/api/tables/KRTMWX/socket"
        assert isinstance(status(path, HEADERS), TableSession)
        assert isinstance(status(f"{path}?since=3&watch=1", HEADERS), TableSession)
        for wrong in ("/api/tables/KRT/socket", "/api/tables/K1TM/socket", f"{path}/x", "/"):
            assert status(wrong, HEADERS) == 404
        assert status(path, {"Host": "evil.example"}) == 403
        sessions.stop()
        assert status(path, HEADERS) == 503
        await close(app)

    run(test())


def test_an_address_may_open_a_number_of_sockets_at_once() -> None:
    async def test() -> None:
        app, sessions = await hub(Limits(sockets=Rate(2, 0.001)))
        request = Request("/api/tables/KRTMWX/socket", HEADERS, "192.0.2.1")
        assert isinstance(sessions.session(request), TableSession)
        assert isinstance(sessions.session(request), TableSession)
        assert sessions.session(request) == 429
        assert isinstance(sessions.session(request._replace(address="192.0.2.2")), TableSession)
        assert app.metrics.floods == {"refused": 1}
        await close(app)

    run(test())


def test_some_messages_may_come_before_the_table_is_found() -> None:
    async def test() -> None:
        app, sessions = await hub()
        one = session(sessions)
        wire = Wire()
        socket = Socket(one, wire)
        one.opened(socket)  # its task has not run yet
        for _ in range(MOST_EARLY):
            one.received(b"{}")
        assert wire.written == b""
        one.received(b"{}")
        assert b'"flooding"' in wire.written
        written = wire.written
        one.received(b"{}")
        assert wire.written == written
        assert app.metrics.floods == {"closed": 1}
        sessions.stop()
        socket.feed_eof()
        one.closed()
        await asyncio.sleep(0)
        await close(app)

    run(test())


@pytest.mark.parametrize(
    ("data", "reason", "code"),
    [
        (frame(b" " * (LONGEST_MESSAGE + 1)), b'"too-large"', 1009),
        (frame(b"x", 0x01) + frame(b"x", 0x00) * MOST_PIECES, b"too-la", 1009),
        (frame(b"\xff"), b'"bad-message"', 1007),
        (frame(b"x", 0x82), b'"bad-message"', 1003),
    ],
)
def test_what_is_too_long_or_no_text_closes_a_socket(data: bytes, reason: bytes, code: int) -> None:
    async def test() -> None:
        app, sessions = await hub()
        one = session(sessions)
        wire = Wire()
        socket = Socket(one, wire)
        one._socket = socket
        socket.feed_data(data)
        assert reason in wire.written
        assert code.to_bytes(2, "big") in wire.written
        socket.feed_eof()
        await close(app)

    run(test())


@pytest.mark.parametrize(
    "data",
    [
        frame(b" " * LONGEST_MESSAGE),
        frame(b"x", 0x01) + frame(b"x", 0x00) * (MOST_PIECES - 2) + frame(b"x", 0x80),
    ],
)
def test_a_message_may_be_that_long(data: bytes) -> None:
    async def test() -> None:
        app, sessions = await hub()
        one = session(sessions)
        wire = Wire()
        socket = Socket(one, wire)
        one._socket = socket
        socket.feed_data(data)
        assert wire.written == b""
        assert len(one._early) == 1
        socket.feed_eof()
        await close(app)

    run(test())


def test_a_reader_that_is_too_slow_is_dropped() -> None:
    async def test() -> None:
        app, sessions = await hub()
        wire = Wire()
        socket = Socket(session(sessions), wire)
        wire.unread = MOST_UNREAD
        assert socket.send(b"x" * 125)
        assert wire.written == bytes((0x81, 125)) + b"x" * 125
        assert socket.send(b"y" * 126)
        assert wire.written.endswith(b"\x81\x7e\x00\x7e" + b"y" * 126)
        assert socket.send(b"z" * 65535)
        assert b"\x81\x7e\xff\xffz" in wire.written
        assert wire.done == []
        wire.unread = MOST_UNREAD + 1
        assert not socket.send(b"z" * 65536)
        assert b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00z" in wire.written
        assert wire.done == ["abort"]
        written = wire.written
        assert socket.send(b"more")  # nothing is written to a lost connection
        assert wire.written == written
        socket.feed_eof()
        await close(app)

    run(test())


def test_a_silent_socket_is_asked_once_and_then_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "IDLE", 0.05)

    async def test() -> None:
        app, sessions = await hub()
        wire = Wire()
        socket = Socket(session(sessions), wire)
        async with asyncio.timeout(30):
            while not wire.done:
                await asyncio.sleep(0.01)
        assert wire.done == ["abort"]
        assert wire.written == b"\x89\x00"  # one ping
        socket.feed_eof()
        await close(app)

    run(test())


def test_a_peer_that_does_not_answer_a_close_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT", 0.05)

    async def test() -> None:
        app, sessions = await hub()
        wire = Wire()
        socket = Socket(session(sessions), wire)
        socket.close(1000)
        socket.close(1000)
        assert wire.written == b"\x88\x02\x03\xe8"
        assert wire.done == []
        async with asyncio.timeout(30):
            while not wire.done:
                await asyncio.sleep(0.01)
        assert wire.done == ["abort"]
        socket.feed_eof()
        await close(app)

    run(test())


def test_people_talk_in_bursts_and_repeated_talk_is_free() -> None:
    async def test() -> None:
        limits = UNLIMITED._replace(talk=Rate(2, 0.001))
        async with running_server(config(limits=limits)) as server:
            (ana, bo) = await seated(server)
            assert (await ana.ask("say", text="1"))["type"] == "frame"
            assert (await ana.ask("say", text="2"))["type"] == "frame"
            refused = await ana.ask("say", text="3")
            assert (refused["type"], refused["reason"]) == ("refused", "too-fast")
            assert (await bo.ask("say", text="1"))["type"] == "frame"

    run(test())
