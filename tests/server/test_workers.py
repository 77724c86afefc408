"""Worker threads for long calls: the queue limits per address and in total."""

import asyncio
import threading

import pytest

from calavera.protocol.reasons import Reason
from calavera.server.limits.rate_limiter import TooFast
from calavera.server.limits.worker_pool import LEAST_COST, THREADS, Overloaded, WorkerPool


def test_neither_one_address_nor_all_of_them_fill_the_queue() -> None:
    async def test() -> None:
        workers = WorkerPool(most=6 * LEAST_COST, most_each=4 * LEAST_COST)
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
        workers = WorkerPool(most=6 * LEAST_COST, most_each=2 * LEAST_COST)
        try:
            assert await workers.run("here", 3 * LEAST_COST, str, 1) == "1"
        finally:
            workers.close()

    asyncio.run(test())


def test_no_more_are_worked_on_at_once_than_there_are_threads() -> None:
    async def test() -> None:
        workers, lock, now, most = WorkerPool(), threading.Lock(), 0, 0
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


def test_a_refusal_says_when_to_try_again() -> None:
    async def test() -> None:
        workers = WorkerPool(most=3 * LEAST_COST, most_each=2 * LEAST_COST)
        gate = threading.Event()
        try:
            here = asyncio.ensure_future(workers.run("here", 2 * LEAST_COST, gate.wait))
            await asyncio.sleep(0)
            with pytest.raises(TooFast) as refused:
                await workers.run("here", 1, gate.wait)
            assert refused.value.seconds == 2
            with pytest.raises(Overloaded) as full:
                await workers.run("there", LEAST_COST + 1, gate.wait)
            assert (full.value.seconds, full.value.reason) == (2, Reason.BUSY)
            assert full.value.detail == "try again in 2 s"
            gate.set()
            assert await here
        finally:
            gate.set()
            workers.close()

    asyncio.run(test())
    assert (THREADS, LEAST_COST) == (2, 1_000)


def test_what_failed_waits_no_more() -> None:
    async def test() -> None:
        workers = WorkerPool(most=LEAST_COST, most_each=LEAST_COST)
        try:
            for _ in range(2):
                with pytest.raises(ZeroDivisionError):
                    await workers.run("here", 1, divmod, 1, 0)
            assert await workers.run("there", 1, divmod, 7, 2) == (3, 1)
        finally:
            workers.close()

    asyncio.run(test())


def test_a_closed_pool_drops_what_waits_without_waiting() -> None:
    async def test() -> None:
        workers, gate = WorkerPool(), threading.Event()
        calls = [asyncio.ensure_future(workers.run(str(at), 1, gate.wait, 10)) for at in range(4)]
        await asyncio.sleep(0)
        workers.close()
        gate.set()  # too late if the pool had waited
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert done[:THREADS] == [True] * THREADS
        assert all(isinstance(one, asyncio.CancelledError) for one in done[THREADS:])

    asyncio.run(test())
