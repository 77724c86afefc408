"""Wakes tables up at their time."""

import asyncio
from collections.abc import Callable


class LoopAlarm:
    """One table's alarm on the event loop.

    A later wish waits for the earlier alarm, which then finds nothing to do and sets the next:
    most wishes are for a time that never comes, because somebody moves before.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._at: int | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._handle_at = 0
        self.ring: Callable[[], None] = lambda: None
        """What to do when it is time."""

    def set(self, at: int | None) -> None:
        """Ring at that moment, in milliseconds."""
        self._at = at
        if at is None or (self._handle is not None and self._handle_at <= at):
            return
        if self._handle is not None:
            self._handle.cancel()
        self._handle_at = at
        delay = max(0, at - self._now()) / 1000
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def cancel(self) -> None:
        """Never ring again."""
        self._at = None
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def forget(self) -> None:
        """Never ring again, whatever is wished, and know nobody any more."""
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
