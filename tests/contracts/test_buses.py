"""The contract of every bus. Another one adds its opener to OPENERS, and all of this holds."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from calavera.server.bus import Bus, Hall, LocalBus
from calavera.server.notes import (
    Hello,
    Here,
    Moved,
    Note,
    Renamed,
    Spent,
    Well,
    read_notes,
    write_notes,
)
from tests.server.backends import redis

PATIENCE = 30.0


def _local() -> Callable[[], Bus]:
    hall = Hall()
    return lambda: LocalBus(hall)


def _redis(program: str) -> Callable[[], Bus]:
    from calavera.server.redis_bus import RedisBus  # noqa: PLC0415  # an extra

    address = redis(program).address
    return lambda: RedisBus(address, "contract")


OPENERS: dict[str, Callable[[], Callable[[], Bus]]] = {
    "local": _local,
    "redis": lambda: _redis("redis-server"),
    "valkey": lambda: _redis("valkey-server"),
}
"""Opens buses that hear each other, by their kind."""


@pytest.fixture(params=OPENERS)
def opener(request: pytest.FixtureRequest) -> Callable[[], Bus]:
    return OPENERS[request.param]()


class Ear:
    """Keeps what a bus hears."""

    def __init__(self, bus: Bus) -> None:
        self.heard: list[tuple[str, Note]] = []
        bus.listen(self._hear)

    def _hear(self, sender: str, notes: Sequence[Note]) -> None:
        self.heard += [(sender, note) for note in notes if not isinstance(note, Hello | Well)]

    async def until(self, count: int) -> list[tuple[str, Note]]:
        async with asyncio.timeout(PATIENCE):
            while len(self.heard) < count:
                await asyncio.sleep(0.01)
        return self.heard


@contextlib.asynccontextmanager
async def opened(opener: Callable[[], Bus], count: int) -> AsyncIterator[list[Bus]]:
    buses = [opener() for _ in range(count)]
    try:
        async with asyncio.timeout(PATIENCE):
            while not all(bus.is_well for bus in buses):
                await asyncio.sleep(0.01)
        yield buses
    finally:
        for bus in buses:
            await bus.close()


NOTES: tuple[Note, ...] = (
    Moved("AAAA", 12),
    Here("BBBB", frozenset({2, 1})),
    Here("BBBB", frozenset()),
    Moved("C", 3),
)


def test_what_one_tells_all_others_hear_in_order(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 3) as buses:
            ears = [Ear(bus) for bus in buses]
            for note in NOTES:
                buses[0].tell(note)
            for ear in ears[1:]:
                assert await ear.until(len(NOTES)) == [(buses[0].sender, note) for note in NOTES]
            buses[1].tell(Renamed("ab" * 32))
            expected = (buses[1].sender, Renamed("ab" * 32))
            assert await ears[0].until(1) == [expected], "nobody hears what they say themselves"

    asyncio.run(test())


def test_everybody_has_another_name(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 3) as buses:
            assert len({bus.sender for bus in buses}) == 3

    asyncio.run(test())


def test_who_is_gone_neither_hears_nor_is_missed(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 3) as buses:
            ears = [Ear(bus) for bus in buses]
            await buses[2].close()
            buses[0].tell(Moved("AAAA", 1))
            await ears[1].until(1)
            assert ears[2].heard == []

    asyncio.run(test())


def test_many_notes_at_once(opener: Callable[[], Bus]) -> None:
    async def test() -> None:
        async with opened(opener, 2) as buses:
            ear = Ear(buses[1])
            for version in range(1, 3001):
                buses[0].tell(Moved("AAAA", version))
            heard = await ear.until(3000)
            assert [note for _, note in heard] == [Moved("AAAA", one) for one in range(1, 3001)]

    asyncio.run(test())


def test_notes_are_read_as_they_were_written() -> None:
    notes = [*NOTES, Renamed("ff" * 32), Spent("wrong_codes", "ab"), Hello(), Well()]
    assert read_notes(write_notes("me", notes)) == notes
    assert read_notes(write_notes("me", [])) == []


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
    assert read_notes(message) == [Moved("AAAA", 7)]
