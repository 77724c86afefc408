"""Speed of the simulator: random full games, steps with masks and observations, all cores."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import numpy

from bench.reference import Figure, measure
from calavera.arena.encoding.action_numbers import SHOW_MAT
from calavera.arena.simulator import Batch, play_random
from calavera.rules import set_up

SIZES = {3: 16_000, 4: 10_000, 6: 5_000}
"""Players, and games per measurement: about ten milliseconds."""

ROUNDS = 60
BATCH = 1_000

FIRST_CALL = """
import time
from calavera.arena.simulator import play_random
from calavera.rules import set_up
begin = time.process_time()
play_random(set_up(4), 1, threads=1)
print(time.process_time() - begin)
"""


def figures() -> Iterator[tuple[str, Figure]]:
    """Each thing measured, with its name; one core."""
    for players, times in SIZES.items():
        name = f"simulated game, {players} players"
        yield name, measure(_games(players), times, ROUNDS)
    yield "step with mask and observation", measure(_steps(), 20 * BATCH)


def two_cores() -> float:
    """The speedup of two cores over one, in wall-clock time."""
    setup, games = set_up(4), 100_000
    one, two = [], []
    for _ in range(ROUNDS):  # other load on either core spoils a round: the best of each counts
        one.append(_seconds(lambda: play_random(setup, games, threads=1)))
        two.append(_seconds(lambda: play_random(setup, games, threads=2)))
    return min(one) / min(two)


def first_calls() -> tuple[float, float]:
    """CPU seconds of the first call ever, which compiles, and of the first in another process."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"NUMBA_CACHE_DIR": empty}
        command = [sys.executable, "-c", FIRST_CALL]
        cold, warm = (
            float(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
            for _ in range(2)
        )
    return cold, warm


def _seconds(job: Callable[[], object]) -> float:
    begin = time.perf_counter()
    job()
    return time.perf_counter() - begin


def _games(players: int) -> Callable[[int], None]:
    setup = set_up(players)

    def work(times: int) -> None:
        play_random(setup, times, threads=1)

    return work


def _steps() -> Callable[[int], None]:
    batch, rng = Batch(set_up(4), BATCH), numpy.random.default_rng(4)
    chances = rng.random((BATCH, SHOW_MAT), numpy.float32)

    def work(times: int) -> None:
        for _ in range(times // BATCH):
            batch.observe()
            batch.step((batch.legal()[:, :SHOW_MAT] * chances).argmax(axis=1))
            batch.reset(batch.over)

    return work
