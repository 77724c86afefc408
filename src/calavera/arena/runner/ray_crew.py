"""Matches on a Ray cluster; Ray is imported only when used."""

import os
import socket
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.result import BatchResult
from calavera.arena.runner.batch import MatchBatch, play_batch
from calavera.arena.runner.crew import Crew

LOCAL: Final = "local"
"""The address that starts a cluster on this machine."""


def over_ray(address: str, jobs: int, entrants: Iterable[Entrant]) -> Crew:
    """The workers of the cluster at that address; raises ArenaError if there is none."""
    ray = connected(address, jobs)
    for name in {entrant.kind.__module__ for entrant in entrants}:
        if name.partition(".")[0] != "calavera":  # the other machines do not have your module
            ray.cloudpickle.register_pickle_by_value(sys.modules[name])
    play = ray.remote(play_batch).options(scheduling_strategy="SPREAD")

    def crew(batches: Iterable[MatchBatch]) -> Iterator[BatchResult]:
        waiting = iter(batches)
        ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        try:
            while True:
                running += [play.remote(batch) for batch in islice(waiting, ahead - len(running))]
                if not running:
                    return
                done, running = ray.wait(running)
                yield from ray.get(done)
        except ray.exceptions.RayError as error:
            reason = str(error).strip().splitlines()[-1]
            raise ArenaError(f"--ray {address}: {reason}") from error
        finally:
            ray.shutdown()

    return crew


def connected(address: str, jobs: int) -> Any:  # Ray has no types worth the name
    """Ray, connected to the cluster at that address; raises ArenaError if there is none."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a match is nobody else's business
    try:
        import ray  # noqa: PLC0415  # hundreds of megabytes, for those who asked
    except ModuleNotFoundError:
        raise ArenaError("--ray needs Ray: pip install 'calavera[ray]'") from None
    _check_reachable(address)
    quiet = {"log_to_driver": False, "logging_level": "error", "include_dashboard": False}
    try:
        if address == LOCAL:
            ray.init(num_cpus=jobs, **quiet)
        else:
            ray.init(address=address, log_to_driver=False, logging_level="error")
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise ArenaError(f"--ray {address}: {' '.join(str(error).split())}") from None
    return ray


def _check_reachable(address: str) -> None:
    """Fail fast: Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, OverflowError) as error:
        raise ArenaError(f"--ray {address}: cannot connect: {error}") from None
