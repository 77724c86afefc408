"""Engines that wait for their next game: starting one can take longer than a game."""

import atexit
import threading
from collections.abc import Callable, Sequence
from typing import Final

from calavera.bots.engine.process import EngineProcess

MOST_IDLE: Final = 24
"""How many engines wait at most; two tables of the largest size."""


class Stable:
    """Processes of engines, each in one player's hands at a time."""

    def __init__(self) -> None:
        self._idle: list[tuple[tuple[str, ...], EngineProcess]] = []
        self._out: set[EngineProcess] = set()
        self._lock = threading.Lock()

    def take(
        self, command: Sequence[str], greet: Callable[[EngineProcess], object]
    ) -> EngineProcess:
        """Return a waiting engine or a new one, greeted; raises BotFault."""
        with self._lock:
            for at, (known, process) in enumerate(self._idle):
                if known == tuple(command):
                    del self._idle[at]
                    if process.is_running:
                        self._out.add(process)
                        return process
                    process.kill()
                    break
        process = EngineProcess(command)
        try:
            greet(process)
        except BaseException:
            process.kill()
            raise
        with self._lock:
            self._out = {one for one in self._out if one.is_running} | {process}
        return process

    def give_back(self, command: Sequence[str], process: EngineProcess) -> None:
        """Keep an engine for another game."""
        with self._lock:
            self._out.discard(process)
            if process.is_running and len(self._idle) < MOST_IDLE:
                self._idle.append((tuple(command), process))
                return
        process.quit()

    def close(self) -> None:
        """End all engines."""
        with self._lock:
            idle, self._idle = self._idle, []
            out, self._out = self._out, set()
        for _, process in idle:
            process.quit()
        for process in out:
            process.kill()

    def kill(self) -> None:
        """Kill all engines at once; for a signal handler, which cannot wait for a lock."""
        for process in [*(process for _, process in self._idle), *self._out]:
            process.kill()


STABLE: Final = Stable()
atexit.register(STABLE.close)
