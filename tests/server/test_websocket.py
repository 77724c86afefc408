"""A socket by itself: timers, budgets, fragments and closing, with the clock in the test's hand."""

import asyncio
import concurrent.futures
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import CloseCode

from calavera.server.limits.budgets import UNLIMITED, Limits, Rate
from calavera.server.limits.rate_limiter import Budget, Budgets
from calavera.server.sockets import websocket
from calavera.server.sockets.websocket import LONGEST_FRAME, LONGEST_MESSAGE, Socket
from tests.server.raw import frame
from tests.server.test_frames import CLOSE, END, MIDDLE, PING, PONG, START, TEXT
from tests.server.test_sessions import Wire

NOTHING = (False, b"")
"""What a parser answers that takes everything: it is not done, and nothing is left."""


class Timer:
    """A call in the future."""

    def __init__(self, at: float, call: Callable[[], object]) -> None:
        self.at = at
        self.call = call
        self.is_over = False

    def cancel(self) -> None:
        self.is_over = True


class Clock:
    """An event loop that has nothing but timers."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Callable[[], object]) -> Timer:
        self.timers.append(Timer(self.now + delay, call))
        return self.timers[-1]

    def create_future(self) -> "concurrent.futures.Future[None]":
        return concurrent.futures.Future()

    def waiting(self) -> list[float]:
        """In how many seconds something will be called."""
        return [timer.at - self.now for timer in self.timers if not timer.is_over]

    def until(self, now: float) -> None:
        """Let time pass."""
        while due := [one for one in self.timers if not one.is_over and one.at <= now]:
            timer = min(due, key=lambda one: one.at)
            timer.is_over = True
            self.now = timer.at
            timer.call()
        self.now = now


class Heard:
    """A session that notes what its socket tells it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.told: list[bytes | CloseCode] = []

    def opened(self, socket: Socket) -> None: ...

    def received(self, message: bytes) -> None:
        self.told.append(message)

    def rejected(self, code: CloseCode) -> None:
        self.told.append(code)

    def closed(self) -> None: ...


class Opened(SimpleNamespace):
    """A socket and what is around it."""

    clock: Clock
    wire: Wire
    session: Heard
    socket: Socket


Opener = Callable[..., Opened]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opener:
    def open_socket(limits: Limits = UNLIMITED) -> Opened:
        clock, wire = Clock(), Wire()
        monkeypatch.setattr(websocket, "asyncio", SimpleNamespace(get_running_loop=lambda: clock))
        session = Heard(Budgets(limits, clock.time).of("192.0.2.1"))
        return Opened(clock=clock, wire=wire, session=session, socket=Socket(session, wire))

    return open_socket


def close_frame(code: int) -> bytes:
    """As the server sends it."""
    return b"\x88\x02" + code.to_bytes(2, "big")


def test_the_limits_are_the_ones_that_were_measured() -> None:
    assert (LONGEST_MESSAGE, LONGEST_FRAME, websocket.MOST_PIECES) == (4096, 65_536, 64)
    assert (websocket.SLICE, websocket.MOST_UNREAD) == (256, 524_288)
    assert (websocket.CLOSE_TIMEOUT, websocket.IDLE, websocket.TICK) == (5.0, 25.0, 0.01)


def test_a_silent_peer_is_pinged_after_25_seconds_and_dropped_after_50(opened: Opener) -> None:
    one = opened()
    for now, written, done in (
        (1024.0, b"", []),
        (1025.0, b"\x89\x00", []),
        (1049.0, b"\x89\x00", []),
        (1050.0, b"\x89\x00", ["abort"]),
    ):
        one.clock.until(now)
        assert (one.wire.written, one.wire.done) == (written, done)
    assert one.clock.waiting() == []


def test_whoever_sends_anything_is_pinged_25_seconds_later(opened: Opener) -> None:
    one = opened()
    one.clock.until(1010.0)
    assert one.socket.feed_data(frame(b"{}")) == NOTHING
    for now, pings in ((1034.0, 0), (1035.0, 1), (1059.0, 1)):
        one.clock.until(now)
        assert one.wire.written == b"\x89\x00" * pings
    assert one.socket.feed_data(frame(b"", PONG)) == NOTHING
    one.clock.until(1083.0)
    assert one.wire.written == b"\x89\x00"
    one.clock.until(1084.0)
    assert one.wire.written == b"\x89\x00" * 2
    assert one.wire.done == []


def test_a_timer_may_be_a_little_early(opened: Opener) -> None:
    one = opened()
    done: list[str]
    for done in ([], ["abort"]):
        (timer,) = [timer for timer in one.clock.timers if not timer.is_over]
        timer.at -= 0.004
        one.clock.until(timer.at)
        assert (one.wire.written, one.wire.done) == (b"\x89\x00", done)


def test_a_socket_that_is_over_waits_for_nothing(opened: Opener) -> None:
    one = opened()
    assert not one.socket.is_closed.done()
    for _ in range(2):
        one.socket.feed_eof()
        assert one.socket.is_closed.done()
        assert one.clock.waiting() == []


def test_a_closing_socket_sends_and_hears_no_more_and_is_dropped_in_the_end(
    opened: Opener,
) -> None:
    one = opened()
    one.socket.close(1001)
    one.socket.close(1000)
    assert one.clock.waiting() == [5.0]  # and no ping
    assert one.socket.send(b"more")
    assert one.socket.feed_data(frame(b"{}")) == NOTHING
    assert (one.wire.written, one.session.told) == (close_frame(1001), [])
    one.clock.until(1004.9)
    assert one.wire.done == []
    one.clock.until(1005.0)
    assert one.wire.done == ["abort"]


def test_a_peer_that_closes_is_answered_and_the_connection_closed(opened: Opener) -> None:
    for code in (1000, 4000):
        one = opened()
        assert one.socket.feed_data(frame(code.to_bytes(2, "big"), CLOSE)) == NOTHING
        assert (one.wire.written, one.wire.done) == (close_frame(code), ["close"])
        assert one.socket.feed_data(frame(b"{}")) == NOTHING
        assert one.session.told == []


def test_an_answered_close_closes_the_connection(opened: Opener) -> None:
    one = opened()
    one.socket.close(1000)
    one.socket.feed_data(frame((1000).to_bytes(2, "big"), CLOSE))
    assert (one.wire.written, one.wire.done) == (close_frame(1000), ["close"])


def test_after_an_error_the_peer_can_still_read_why(opened: Opener) -> None:
    one = opened()
    assert one.socket.feed_data(b"\x81\x02{}") == NOTHING  # not masked
    assert one.wire.written.startswith(b"\x88")
    assert one.wire.written[2:4] == (1002).to_bytes(2, "big")
    assert one.wire.written[1] == len(one.wire.written) - 2
    assert (one.wire.done, one.clock.waiting()) == (["eof"], [5.0])


def test_nothing_is_written_to_a_lost_connection(opened: Opener) -> None:
    one = opened()
    one.wire.abort()
    assert one.socket.feed_data(frame(b"?", PING)) == NOTHING
    one.socket.close(1000)
    assert (one.wire.written, one.wire.done) == (b"", ["abort"])


SEVERAL = frame(b"", PING) * 200
"""1200 bytes: more than are parsed at once."""


@pytest.mark.parametrize(
    ("limits", "sent", "pongs"),
    [
        (UNLIMITED._replace(frames=Rate(3, 0.001)), frame(b"", PING) * 5, 3),
        (UNLIMITED._replace(frames=Rate(100, 0.001)), SEVERAL, 100),
        (UNLIMITED._replace(traffic=Rate(1199, 0.001)), SEVERAL, 0),
    ],
)
def test_a_flood_is_closed_and_not_read_any_more(
    opened: Opener, limits: Limits, sent: bytes, pongs: int
) -> None:
    one = opened(limits)
    assert one.socket.feed_data(sent) == NOTHING
    assert one.session.told == [CloseCode.POLICY_VIOLATION]
    # The library has answered all that was parsed before it was counted.
    assert pongs <= one.wire.written.count(b"\x8a\x00") <= pongs + websocket.SLICE // 6
    assert close_frame(1008) in one.wire.written
    assert one.wire.done == ["eof", "pause"]
    written = one.wire.written
    assert one.socket.feed_data(frame(b"{}")) == NOTHING
    assert (one.session.told, one.wire.written) == ([CloseCode.POLICY_VIOLATION], written)
    assert one.wire.done == ["eof", "pause", "pause"]
    one.wire.abort()
    assert one.socket.feed_data(frame(b"{}")) == NOTHING
    assert one.wire.done == ["eof", "pause", "pause", "abort"]


def test_as_much_as_the_budget_is_no_flood(opened: Opener) -> None:
    one = opened(UNLIMITED._replace(frames=Rate(200, 0.001), traffic=Rate(1200, 0.001)))
    assert one.socket.feed_data(SEVERAL) == NOTHING
    assert (one.wire.written, one.session.told) == (b"\x8a\x00" * 200, [])


def test_messages_come_whole_however_they_are_sent(opened: Opener) -> None:
    for sent, received in (
        (frame(b"one") + frame(b"two"), [b"one", b"two"]),
        (frame("é".encode()), ["é".encode()]),
        (frame(b"on", START) + frame(b"e", END) + frame(b"two"), [b"one", b"two"]),
        (
            frame(b"1", START) + frame(b"2", MIDDLE) + frame(b"", PING) + frame(b"3", END),
            [b"123"],
        ),
        (frame(b"x" * 2048, START) + frame(b"x" * 2048, END), [b"x" * 4096]),
        (frame(b"x" * 4096), [b"x" * 4096]),
    ):
        for size in (1, 256, 257, len(sent)):
            one = opened()
            for start in range(0, len(sent), size):
                assert one.socket.feed_data(sent[start : start + size]) == NOTHING
            assert one.session.told == received


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b"x" * 2048, START) + frame(b"x" * 2049, END), CloseCode.MESSAGE_TOO_BIG),
        (frame(b"x" * LONGEST_FRAME), CloseCode.MESSAGE_TOO_BIG),
        (frame(b"\xc3", START) + frame(b"\xc3", END), CloseCode.INVALID_DATA),
        (frame(b"x", 0x82), CloseCode.UNSUPPORTED_DATA),
    ],
)
def test_a_message_that_cannot_be_is_rejected_and_the_rest_ignored(
    opened: Opener, sent: bytes, code: CloseCode
) -> None:
    one = opened()
    assert one.socket.feed_data(sent + frame(b"{}")) == NOTHING
    assert one.session.told == [code]
    assert close_frame(code) in one.wire.written
    assert one.wire.done == ["eof"]  # it is read on, so that the peer can read, too


def test_a_frame_that_is_too_long_is_not_waited_for(opened: Opener) -> None:
    one = opened()
    assert one.socket.feed_data(frame(b"x" * (LONGEST_FRAME + 1))[:20]) == NOTHING
    assert one.wire.written[2:4] == (1009).to_bytes(2, "big")
    assert one.session.told == []
    one = opened()
    assert one.socket.feed_data(frame(b"x" * LONGEST_FRAME)[:20]) == NOTHING
    assert one.wire.written == b""


def test_the_library_logs_nothing(opened: Opener, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        one = opened()
        one.socket.feed_data(frame(b"{}", TEXT) + frame(b"", PING))
        one.socket.close(1000)
    assert caplog.records == []


def test_a_socket_runs_on_the_loop_that_opens_it() -> None:
    async def test() -> None:
        session: Any = Heard(Budgets(UNLIMITED, lambda: 0.0).of("192.0.2.1"))
        socket = Socket(session, Wire())
        socket.feed_eof()
        async with asyncio.timeout(30):
            await socket.is_closed

    asyncio.run(test())
