"""The contract of every bus; a new bus adds its opener to OPENERS."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from calavera.server.cluster.bus import Bus, LocalBus, LocalHub
from calavera.server.cluster.notifications import (
    Hello,
    Here,
    Moved,
    Notification,
    Renamed,
    Spent,
    StoreReachable,
    decode_notifications,
    encode_notifications,
)
from tests.server.backends import redis

PATIENCE = 30.0


def _local() -> Callable[[], Bus]:
    hall = LocalHub()
    return lambda: LocalBus(hall)


def _redis(program: str) -> Callable[[], Bus]:
    from calavera.server.cluster.redis_bus import RedisBus  # noqa: PLC0415  # an extra

    address = redis(program).address
    return lambda: RedisBus(address, "contract")


OPENERS: dict[str, Callable[[], Callable[[], Bus]]] = {
    "local": _local,
    "redis": lambda: _redis("redis-server"),
    "valkey": lambda: _redis("valkey-server"),
}
"""Opens connected buses, by kind."""


@pytest.fixture(params=OPENERS)
def opener(request: pytest.FixtureRequest) -> Callable[[], Bus]:
    return OPENERS[request.param]()


class Ear:
    """Collects what a bus receives."""

    def __init__(self, bus: Bus) -> None:
        self.heard: list[tuple[str, Notification]] = []
        bus.subscribe(self._hear)

    def _hear(self, sender: str, notifications: Sequence[Notification]) -> None:
        self.heard += [
            (sender, notification)
            for notification in notifications
            if not isinstance(notification, Hello | StoreReachable)
        ]

    async def until(self, count: int) -> list[tuple[str, Notification]]:
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) < count:
                await asyncio.sleep(0.01)
        return self.heard


@contextlib.asynccontextmanager
async def opened(opener: Callable[[], Bus], count: int) -> AsyncIterator[list[Bus]]:
    buses = [opener() for _ in range(count)]
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(bus.is_healthy for bus in buses):
                await asyncio.sleep(0.01)
        yield buses
    finally:
        for bus in buses:
            await bus.close()


NOTIFICATIONS: tuple[Notification, ...] = (
    Moved("AAAA", 12),
    Here("BBBB", frozenset({2, 1})),
    Here("BBBB", frozenset()),
    Moved("C", 3),
)


def test_what_one_tells_all_others_hear_in_order(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 3) as buses:
            ears = [Ear(bus) for bus in buses]
            for notification in NOTIFICATIONS:
                buses[0].publish(notification)
            for ear in ears[1:]:
                assert await ear.until(len(NOTIFICATIONS)) == [
                    (buses[0].sender, notification) for notification in NOTIFICATIONS
                ]
            buses[1].publish(Renamed("ab" * 32))
            expected = (buses[1].sender, Renamed("ab" * 32))
            assert await ears[0].until(1) == [expected], (
                "a server does not receive its own messages"
            )

    asyncio.run(test())


def test_everybody_has_another_name(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 3) as buses:
            assert len({bus.sender for bus in buses}) == 3

    asyncio.run(test())


def test_a_closed_bus_receives_nothing(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 3) as buses:
            ears = [Ear(bus) for bus in buses]
            await buses[2].close()
            buses[0].publish(Moved("AAAA", 1))
            await ears[1].until(1)
            assert ears[2].heard == []

    asyncio.run(test())


def test_many_messages_at_once(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 2) as buses:
            ear = Ear(buses[1])
            for version in range(1, 3001):
                buses[0].publish(Moved("AAAA", version))
            heard = await ear.until(3000)
            assert [notification for _, notification in heard] == [
                Moved("AAAA", one) for one in range(1, 3001)
            ]

    asyncio.run(test())


def test_notes_are_read_as_they_were_written() -> None:
    notifications = [
        *NOTIFICATIONS,
        Renamed("ff" * 32),
        Spent("wrong_codes", "ab"),
        Hello(),
        StoreReachable(),
    ]
    assert decode_notifications(encode_notifications("me", notifications)) == notifications
    assert decode_notifications(encode_notifications("me", [])) == []


@pytest.mark.parametrize(
    "line",
    [
        "",
        "at",
        "at A",
        "at A x",
        "at A -1",
        "at A 1 2",
        "here A 1,",
        "here A x",
        "name ",
        "why",
        "é",
    ],
)
def test_what_cannot_be_read_is_left_out(line: str) -> None:
    message = f"me\n{line}\nat AAAA 7".encode()
    assert decode_notifications(message) == [Moved("AAAA", 7)]
