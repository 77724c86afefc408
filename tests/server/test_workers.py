"""Threads for long calls: how much may wait, from one address and from all."""

import asyncio
import threading

import pytest

from calavera.server.limiter import TooFast
from calavera.server.workers import LEAST_COST, THREADS, Overloaded, Workers


def test_neither_one_address_nor_all_of_them_fill_the_queue() -> None:
    async def test() -> None:
        workers = Workers(most=6 * LEAST_COST, most_each=4 * LEAST_COST)
        gate = threading.Event()
        try:
            here = [asyncio.ensure_future(workers.run("here", 1, gate.wait)) for _ in range(4)]
            await asyncio.sleep(0)
            with pytest.raises(TooFast):
                await workers.run("here", 1, gate.wait)
            there = [asyncio.ensure_future(workers.run("there", 1, gate.wait)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(Overloaded):
                await workers.run("elsewhere", 1, gate.wait)
            gate.set()
            assert all(await asyncio.gather(*here, *there))
            assert await workers.run("here", 4 * LEAST_COST, str, 1) == "1"
        finally:
            gate.set()
            workers.close()

    asyncio.run(test())


def test_one_that_is_longer_than_an_address_may_have_waiting_is_worked_on_alone() -> None:
    async def test() -> None:
        workers = Workers(most=6 * LEAST_COST, most_each=2 * LEAST_COST)
        try:
            assert await workers.run("here", 3 * LEAST_COST, str, 1) == "1"
        finally:
            workers.close()

    asyncio.run(test())


def test_no_more_are_worked_on_at_once_than_there_are_threads() -> None:
    async def test() -> None:
        workers, lock, now, most = Workers(), threading.Lock(), 0, 0
        gate = threading.Barrier(THREADS)

        def work() -> None:
            nonlocal now, most
            with lock:
                now += 1
                most = max(most, now)
            gate.wait(30)
            with lock:
                now -= 1

        try:
            await asyncio.gather(*[workers.run(str(at), 1, work) for at in range(4 * THREADS)])
            assert most == THREADS
        finally:
            workers.close()

    asyncio.run(test())
