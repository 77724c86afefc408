"""Rate limits at their boundaries: below, at and above; eviction."""

import asyncio
import logging

import pytest

from calavera.protocol.reasons import Reason
from calavera.server.cluster.bus import LocalBus, LocalHub
from calavera.server.cluster.notifications import Notification, Spent
from calavera.server.cluster.shared_limits import KINDS, SharedLimits
from calavera.server.limits import floods, rate_limiter
from calavera.server.limits.budgets import (
    LARGEST,
    UNLIMITED,
    LimitError,
    Limits,
    Rate,
    limit_reader,
    limits_from,
    option_name,
)
from calavera.server.limits.rate_limiter import (
    SURCHARGE,
    Allowance,
    Budget,
    Budgets,
    RateLimiter,
    TokenBucket,
    TooFast,
)
from calavera.server.limits.worker_pool import MOST_COST, MOST_COST_EACH
from calavera.server.ops.metrics import Metrics
from calavera.server.stores.sqlite.store import SqliteStore
from tests.server.raw import run


class Clock:
    """A clock that the test controls."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_caller_has_a_burst_and_then_a_rate() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(3, 0.5), clock)
    assert [limiter.allows("ana") for _ in range(5)] == [True, True, True, False, False]
    assert limiter.allows("bo")
    clock.now += 1.9
    assert not limiter.would_allow("ana")
    assert not limiter.allows("ana")
    clock.now += 0.1
    assert limiter.would_allow("ana")
    assert limiter.would_allow("ana")  # peeking consumes nothing
    assert limiter.allows("ana")
    assert not limiter.allows("ana")
    clock.now += 1000
    assert [limiter.allows("ana") for _ in range(4)] == [True, True, True, False]


def test_a_refusal_says_when_to_try_again() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(1, 0.1), clock)
    limiter.check("ana")
    for passed, seconds in ((0.0, 10), (0.5, 10), (8.6, 1), (0.5, 1)):
        clock.now += passed
        with pytest.raises(TooFast) as refused:
            limiter.check("ana")
        assert refused.value.seconds == seconds
        assert refused.value.reason is Reason.TOO_FAST
        assert refused.value.detail == f"try again in {seconds} s"
    assert TooFast(0.0).seconds == 1
    assert TooFast(1.0).seconds == 1
    assert TooFast(1.01).seconds == 2


def test_what_other_servers_allowed_is_counted_and_never_owed() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate(2, 1.0), clock)
    counted: list[str] = []
    limiter.counted = counted.append
    limiter.count("ana")
    assert limiter.allows("ana")
    assert not limiter.allows("ana")
    for _ in range(10):
        limiter.count("ana")
    clock.now += 1.0
    assert limiter.allows("ana")
    assert counted == ["ana", "ana"]


def test_the_least_recent_caller_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MOST_KNOWN", 2)
    limiter = RateLimiter(Rate(1, 0.001), Clock())
    assert limiter.allows("ana")
    assert limiter.allows("bo")
    assert not limiter.allows("ana")  # now bo is the least recent
    assert limiter.allows("cleo")
    assert not limiter.would_allow("ana")
    assert limiter.would_allow("bo")
    assert not limiter.would_allow("cleo")


def test_a_bucket_is_overdrawn_until_half_of_it_is_back() -> None:
    bucket = TokenBucket(Rate(10, 1.0), 0.0)
    assert bucket.take(10, 0.0)
    assert not bucket.is_overdrawn(0.0)
    assert not bucket.take(1, 0.5)
    assert bucket.is_overdrawn(4.9)
    assert not bucket.is_half_full(4.9)
    assert not bucket.is_overdrawn(5.0)
    assert bucket.is_half_full(5.0)
    assert not bucket.take(6, 5.0)
    assert bucket.take(5, 5.0)  # a refused one consumed nothing
    assert bucket.take(10, 1000.0)
    assert not bucket.take(1, 1000.0)


@pytest.mark.parametrize("kind", ["frames", "traffic"])
def test_an_allowance_counts_frames_and_bytes(kind: str) -> None:
    allowance = Allowance(Rate(10, 1.0), Rate(10, 1.0), 0.0)
    bucket = getattr(allowance, kind)
    assert bucket.take(5, 0.0)
    assert allowance.is_half_full(0.0)
    assert bucket.take(1, 0.0)
    assert not allowance.is_half_full(0.0)
    assert not allowance.is_overdrawn(0.0)
    assert not bucket.take(10, 0.0)
    assert allowance.is_overdrawn(0.0)


def budget(frames: int = 20, traffic: int = 20, shared: int = 20) -> tuple[Budget, Allowance]:
    together = Allowance(Rate(shared, 0.001), Rate(shared, 0.001), 0.0)
    own = Allowance(Rate(frames, 0.001), Rate(traffic, 0.001), 0.0)
    return Budget(own, together), together


def test_a_socket_has_its_own_frames_and_bytes() -> None:
    socket, together = budget(frames=3, traffic=5, shared=100)
    assert [socket.allows_frame(0.0) for _ in range(4)] == [True, True, True, False]
    assert [socket.allows_bytes(count, 0.0) for count in (4, 2, 1, 1)] == [True, False, True, False]
    assert together.frames.take(97, 0.0)  # what was refused is not charged to the address
    assert not together.frames.take(1, 0.0)
    assert together.traffic.take(95, 0.0)
    assert not together.traffic.take(1, 0.0)


def test_a_quiet_socket_goes_on_while_its_address_is_overdrawn() -> None:
    socket, together = budget(frames=20, traffic=20)
    assert together.frames.take(20, 0.0)
    assert not together.frames.take(1, 0.0)
    allowed = 20 // 2 // (1 + SURCHARGE)
    assert [socket.allows_frame(0.0) for _ in range(allowed + 1)] == [True] * allowed + [False]
    other, together = budget(frames=20, traffic=20)
    assert together.traffic.take(20, 0.0)
    assert not together.traffic.take(1, 0.0)
    assert [other.allows_bytes(5, 0.0) for _ in range(3)] == [True, True, False]


def test_addresses_are_forgotten_least_recent_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MOST_KNOWN", 2)
    budgets = Budgets(Limits(frames_from=Rate(1, 0.001)), Clock())

    def flood(address: str) -> None:
        socket = budgets.of(address)
        for _ in range(3):
            socket.allows_frame(100.0)

    flood("192.0.2.1")
    flood("192.0.2.2")
    budgets.of("192.0.2.1")
    assert budgets.is_overdrawn("192.0.2.1")
    flood("192.0.2.3")
    assert budgets.is_overdrawn("192.0.2.1")
    assert not budgets.is_overdrawn("192.0.2.2")
    assert budgets.is_overdrawn("192.0.2.3")


def test_servers_share_limits_by_hashes() -> None:
    class SharedStore(SqliteStore):
        is_shared = True
        name = "secret"

    async def test() -> None:
        store, hub = SharedStore(":memory:"), LocalHub()
        here, there = LocalBus(hub), LocalBus(hub)
        heard: list[Notification] = []
        there.subscribe(lambda sender, notifications: heard.extend(notifications))
        limits = Limits(wrong_codes=Rate(2, 0.001))
        one = SharedLimits(limits, Clock(), store, here)
        other = SharedLimits(limits, Clock(), store, there)
        guesses = one.of("wrong_codes")
        assert guesses.allows("192.0.2.1")
        assert guesses.allows("192.0.2.1")
        assert not guesses.allows("192.0.2.1")
        await store.close()
        assert [type(one) for one in heard] == [Spent, Spent]
        for spent in heard:
            assert isinstance(spent, Spent)
            assert spent.kind == "wrong_codes"
            assert len(spent.caller) == 24
            assert "192" not in spent.caller
            other.count_elsewhere(spent)
        other.count_elsewhere(Spent("of a newer version", "ab"))
        assert not other.of("wrong_codes").would_allow("192.0.2.1")
        assert other.of("wrong_codes").would_allow("192.0.2.2")
        assert other.of("newcomers").would_allow("192.0.2.1")
        with pytest.raises(TooFast):
            other.of("wrong_codes").check("192.0.2.1")
        assert isinstance(other.of("wrong_codes").too_fast("192.0.2.1"), TooFast)

    run(test())
    assert set(KINDS) <= set(Limits._fields)


def test_rates_and_numbers_are_read_and_written() -> None:
    rate, number = limit_reader(Rate(1, 1.0)), limit_reader(1)
    assert rate("10,3/m") == Rate(10, 0.05)
    assert rate("1,0.5/s") == Rate(1, 0.5)
    assert rate(f"{LARGEST},{LARGEST}/s") == Rate(LARGEST, float(LARGEST))
    assert number("1") == 1
    assert number(str(LARGEST)) == LARGEST
    for text in ("Rate(10, 3)", "10", "10,", "10,3", "10,3/d", ",3/m", "x,3/m", "-1,3/m", "1,-3/m"):
        with pytest.raises(LimitError, match="is not a rate like 10,3/m: 10 at once, then 3 a min"):
            rate(text)
    for text in (f"{LARGEST + 1},1/s", f"1,{LARGEST + 1}/s"):
        with pytest.raises(LimitError):
            rate(text)
    for text in ("", "-1", "1.5", "x", str(LARGEST + 1), "٣", str(LARGEST) + "0"):
        with pytest.raises(LimitError, match=f"is not a number from 1 to {LARGEST}"):
            number(text)
    for read, text in ((number, "0"), (number, "0.0"), (rate, "0,1/s"), (rate, "1,0/s")):
        with pytest.raises(LimitError, match="zero is not allowed"):
            read(text)
    assert [
        str(one) for one in (Rate(10, 0.05), Rate(1, 2.5), Rate(5, 0.001), Rate(5, 0.0001))
    ] == [
        "10,3/m",
        "1,2.5/s",
        "5,3.6/h",
        "5,0.36/h",
    ]
    assert [str(Rate(1, 1.0)), str(Rate(1, 1 / 3600))] == ["1,1/s", "1,1/h"]


def test_a_text_that_is_no_limit_is_answered_with_what_would_be() -> None:
    rate, number = limit_reader(Rate(1, 1.0)), limit_reader(1)
    zero = "zero is not allowed; a limit cannot be switched off, only raised"
    like = "is not a rate like 10,3/m: 10 at once, then 3 a minute (s, m or h)"
    for read, text, told in (
        (number, "0", f"'0': {zero}"),
        (rate, "0,1/s", f"'0,1/s': {zero}"),
        (rate, "1,0/s", f"'1,0/s': {zero}"),
        (number, "x", "'x' is not a number from 1 to 1000000000"),
        (number, "1000000001", "'1000000001' is not a number from 1 to 1000000000"),
        (rate, "1,3/m/s", f"'1,3/m/s' {like}"),
        (rate, "1,2,3/m", f"'1,2,3/m' {like}"),
    ):
        with pytest.raises(LimitError) as refused:
            read(text)
        assert str(refused.value) == told
    assert rate(" 2 ,3/h") == Rate(2, 3 / 3600)


def test_the_defaults_are_the_ones_that_were_measured() -> None:
    assert {field: str(limit) for field, limit in Limits()._asdict().items()} == {
        "messages": "60,20/s",
        "calls": "120,20/s",
        "sockets": "500,50/s",
        "frames": "120,30/s",
        "frames_from": "2000,500/s",
        "traffic": "131072,32768/s",
        "traffic_from": "1048576,262144/s",
        "newcomers": "60,30/m",
        "new_tables": "10,3/m",
        "new_tables_from": "20,3/m",
        "talk": "5,30/m",
        "hints": "10,30/m",
        "wrong_codes": "30,12/m",
        "replays": "30,30/m",
        "records": "60,2/s",
        "games": "60,1/s",
        "exports": "5,18/h",
        "new_connections": "600,60/s",
        "connections": "500",
    }
    assert (MOST_COST, MOST_COST_EACH) == (1_000_000, 500_000)
    assert (rate_limiter.MOST_KNOWN, SURCHARGE) == (50_000, 3)
    assert floods.INTERVAL == 60.0


def test_every_limit_is_an_option_and_can_be_lifted() -> None:
    options = {option_name(field): at for at, field in enumerate(Limits._fields)}
    assert options["limit_messages"] == 0
    assert [*limits_from(options)] == [*range(len(Limits._fields))]
    assert UNLIMITED.connections == LARGEST
    assert {one for one in UNLIMITED if isinstance(one, Rate)} == {Rate(LARGEST, float(LARGEST))}


def test_a_flood_is_logged_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(floods, "INTERVAL", 3600.0)

    async def test() -> None:
        metrics = Metrics()
        metrics.floods["closed"] = 7  # before
        counted = floods.Floods(metrics)
        counted.stop()
        assert caplog.messages == []
        for _ in range(3):
            counted.closed()
        counted.refused()
        assert caplog.messages == []
        assert metrics.floods == {"closed": 10, "refused": 1}
        counted.stop()
        counted.closed()
        counted.stop()

    with caplog.at_level(logging.WARNING):
        run(test())
    assert caplog.messages == [
        "flooding in the last minute: closed 3 sockets, refused 1 handshakes",
        "flooding in the last minute: closed 1 sockets, refused 0 handshakes",
    ]
    assert {record.name for record in caplog.records} == {"calavera.sockets"}


def test_a_flood_that_goes_on_is_logged_each_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(floods, "INTERVAL", 0.0)

    async def test() -> None:
        counted = floods.Floods(Metrics())
        for lines in (1, 2):
            counted.refused()
            async with asyncio.timeout(30):
                while len(caplog.messages) < lines:
                    await asyncio.sleep(0)
        counted.stop()

    with caplog.at_level(logging.WARNING):
        run(test())
    assert caplog.messages == [
        "flooding in the last minute: closed 0 sockets, refused 1 handshakes",
        "flooding in the last minute: closed 0 sockets, refused 1 handshakes",
    ]


def test_what_a_socket_has_left_comes_back_with_time() -> None:
    clock = Clock()
    limits = Limits(frames=Rate(4, 1.0), traffic=Rate(40, 10.0))
    socket = Budgets(limits, clock).of("192.0.2.1")
    for _ in range(2):
        assert [socket.allows_frame(clock.now) for _ in range(5)] == [True] * 4 + [False]
        assert [socket.allows_bytes(20, clock.now) for _ in range(3)] == [True, True, False]
        clock.now += 4.0


@pytest.mark.parametrize("kind", ["frames", "traffic"])
def test_sockets_of_one_address_share_its_frames_and_bytes(kind: str) -> None:
    clock = Clock()
    budgets = Budgets(Limits(frames_from=Rate(4, 1.0), traffic_from=Rate(4, 1.0)), clock)

    def spend() -> bool:
        socket, now = budgets.of("192.0.2.1"), clock.now
        return all(
            socket.allows_frame(now) if kind == "frames" else socket.allows_bytes(1, now)
            for _ in range(4)
        )

    assert spend()
    assert not budgets.is_overdrawn("192.0.2.1")
    assert spend()  # a new socket is quiet so far
    assert budgets.is_overdrawn("192.0.2.1")
    assert not budgets.is_overdrawn("192.0.2.2")
    clock.now += 2.0
    assert not budgets.is_overdrawn("192.0.2.1")
