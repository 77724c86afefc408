"""The Redis bus beyond the contract: failure and recovery."""

import asyncio

import pytest

from calavera.server.cluster.bus import BusError
from calavera.server.cluster.joining import check_bus
from calavera.server.cluster.notifications import Moved
from tests.contracts.test_buses import PATIENCE, Ear
from tests.server.backends import Redis, missing_redis

pytest.importorskip("redis", reason="redis is not installed")
from calavera.server.cluster.redis_bus import RedisBus  # an extra

needs_redis = pytest.mark.skipif(bool(missing_redis()), reason=str(missing_redis()))


async def until_well(bus: RedisBus, well: bool = True) -> None:
    async with asyncio.timeout(PATIENCE):
        while bus.is_healthy is not well:
            await asyncio.sleep(0.02)


async def until_failures(bus: RedisBus, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while bus.failures < count:
            await asyncio.sleep(0.02)


@needs_redis
def test_after_a_crash_it_is_well_again() -> None:
    server = Redis()

    async def test() -> None:
        one, two = RedisBus(server.address, "x"), RedisBus(server.address, "x")
        ear = Ear(two)
        assert not one.is_healthy
        one.publish(Moved("LOST", 1))  # nothing waits for it
        await until_failures(one, 1)
        await asyncio.to_thread(server.start)
        for bus in (one, two):
            await until_well(bus)
        failures = [bus.failures for bus in (one, two)]
        await asyncio.to_thread(server.kill)
        for bus, before in zip((one, two), failures, strict=True):
            await until_well(bus, well=False)
            await until_failures(bus, before + 2)  # it can neither publish nor receive
        await asyncio.to_thread(server.start)
        for bus in (one, two):
            await until_well(bus)
        one.publish(Moved("AAAA", 2))
        async with asyncio.timeout(PATIENCE):
            while (one.sender, Moved("AAAA", 2)) not in ear.heard:
                await asyncio.sleep(0.02)
        for bus in (one, two):
            await bus.close()

    try:
        asyncio.run(test())
    finally:
        server.kill()


@needs_redis
def test_a_bus_that_is_well_counts_no_failures() -> None:
    server = Redis()
    server.start()

    async def test() -> None:
        one, two = RedisBus(server.address, "x"), RedisBus(server.address, "x")
        ear = Ear(two)
        for bus in (one, two):
            await until_well(bus)
        one.publish(Moved("AAAA", 2))
        await ear.until(1)
        for bus in (one, two):
            await bus.close()
            assert bus.failures == 0

    try:
        asyncio.run(test())
    finally:
        server.kill()


@needs_redis
def test_two_stores_at_one_redis_do_not_hear_each_other() -> None:
    server = Redis()
    server.start()

    async def test() -> None:
        one, two, other = (RedisBus(server.address, name) for name in ("x", "x", "y"))
        ear, stranger = Ear(two), Ear(other)
        for bus in (one, two, other):
            await until_well(bus)
        one.publish(Moved("AAAA", 2))
        await ear.until(1)
        assert stranger.heard == []
        for bus in (one, two, other):
            await bus.close()

    try:
        asyncio.run(test())
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://x", "redis://HOST:PORT"),
        ("redis://x", "share a store"),
        ("", "redis://HOST"),
        ("redis://x/one", "number of a database"),
        ("redis://:hunter2#x@host", "%23"),
        ("redis://:hunter2?x@host", "%3F"),
    ],
)
def test_what_is_no_bus_is_refused_and_no_password_told(address: str, why: str) -> None:
    with pytest.raises(BusError, match=why) as refused:
        check_bus(address, "sqlite:///")
    assert "hunter2" not in str(refused.value)
