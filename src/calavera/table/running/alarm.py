"""Timers of tables."""

import asyncio
from collections.abc import Callable


class LoopAlarm:
    """One table's timer on the event loop.

    Postponing it keeps the earlier timer, which then finds nothing to do and sets the next one:
    most deadlines never pass, because somebody moves before.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._at: int | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._handle_at = 0
        self.ring: Callable[[], None] = lambda: None

    def set(self, at: int | None) -> None:
        """Ring at that time, in milliseconds since 1970; None for never."""
        self._at = at
        if at is None or (self._handle is not None and self._handle_at <= at):
            return
        if self._handle is not None:
            self._handle.cancel()
        self._handle_at = at
        delay = max(0, at - self._now()) / 1000
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def cancel(self) -> None:
        self._at = None
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def forget(self) -> None:
        """Cancel for good, and drop the reference to the table."""
        self.cancel()
        self.ring = lambda: None

    def _fire(self) -> None:
        self._handle = None
        at = self._at
        if at is None:
            return
        if at > self._now():
            self.set(at)
            return
        self._at = None
        self.ring()
