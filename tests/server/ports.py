"""Ports for programs that are started later or repeatedly."""

import random
import socket
from pathlib import Path

RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
"""The system's ephemeral ports."""

_GIVEN: set[int] = set()


def free_port() -> int:
    """A port that nobody listens on.

    It is not an ephemeral port: another test could get one before it is used, or while its program
    is down.
    """
    candidates = [*_candidates()]
    while True:
        port = random.SystemRandom().choice(candidates)
        if port not in _GIVEN and _is_free(port):
            _GIVEN.add(port)
            return port


def _candidates() -> set[int]:
    try:
        lowest, highest = map(int, RANGE.read_text().split())
    except OSError:  # another system; most ranges begin there
        lowest, highest = 32_768, 65_535
    return {*range(20_000, 32_000)}.difference(range(lowest, highest + 1)) or {
        *range(20_000, 32_000)
    }


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
