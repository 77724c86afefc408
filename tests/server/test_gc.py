"""Garbage collection delays nobody, and leaves no cycles for long."""

import asyncio
import contextlib
import gc
import random
import weakref
from collections.abc import Callable, Iterator

import pytest

from calavera.server.ops import gc_tuning
from calavera.server.tables import registry, visits
from calavera.table.live.coordinator import LiveTable
from tests.server.raw import run, running_server
from tests.server.test_reconnect import to_the_end, tokens_and_lines

MOST_LOOKS = 300


class Circle:
    """A cycle that only garbage collection can free."""

    def __init__(self) -> None:
        self.itself = self


@contextlib.contextmanager
def circles() -> Iterator[list[object]]:
    """Cycles dropped in the meantime, which only garbage collection finds."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def until(is_so: Callable[[], bool]) -> None:
    for _ in range(MOST_LOOKS):
        if is_so():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it never happened")


async def nothing_left_of(kind: type) -> None:
    """Check that all objects of a type are freed without garbage collection."""
    await until(lambda: not any(isinstance(one, kind) for one in gc.get_objects()))


def test_games_and_connections_are_freed_as_they_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gc_tuning, "PAUSE", 3600.0)  # no tuning during the test
    monkeypatch.setattr(visits, "IDLE", 0.1)
    monkeypatch.setattr(registry, "POLL", 0.1)

    async def test() -> None:
        async with running_server() as server:
            tokens, lines = await tokens_and_lines(server, 3, showing=0)
            await to_the_end(lines, random.Random(1))
            for line in lines:
                await line.socket.close()
            for token in tokens:
                await server.call("GET", "/api/me", token)
                assert (await server.call("GET", "/api/tables/QQQQQQ", token)).status == 404
                lost = await server.open("QQQQQQ", token)
                assert (await lost.next())["type"] == "bye"
                await lost.socket.close()
            del lines, line, lost
            await nothing_left_of(LiveTable)

    with circles() as found:
        run(test())
        Circle()
    ours = {type(one).__qualname__ for one in found if type(one).__module__.startswith("calavera.")}
    assert any(isinstance(one, Circle) for one in found)
    assert ours == set()


def test_what_is_left_is_found_when_everybody_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_tuning, "PAUSE", 0.01)

    async def test() -> None:
        people, looks = 1, 0

        def is_empty() -> bool:
            nonlocal looks
            looks += 1
            return people == 0

        task = asyncio.ensure_future(gc_tuning.tune_gc(is_empty))
        circle = Circle()
        left = weakref.ref(circle)
        await until(lambda: looks > 1)
        del circle
        gc.collect()
        assert left() is not None  # it is frozen
        people = 0
        await until(lambda: left() is None)
        task.cancel()
        await asyncio.wait([task])
        assert gc.get_freeze_count() == 0

    run(test())
