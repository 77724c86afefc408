"""Watchdog for bots: names a bot that is slow and stops it at a time limit.

Bots play in the main thread of their process. A second thread reports slow moves on standard error;
SIGALRM ends a move that exceeds the limit.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Final, NamedTuple

LONG: Final = 5.0
"""Seconds until a slow move is reported; the interval doubles each time."""

AGAIN: Final = 1.0
"""Seconds until the alarm is repeated for a bot that ignored it."""


SHORTEST: Final = 1e-6
"""Seconds; an alarm of the system cannot be set to less."""


class TookTooLong(BaseException):
    """A move exceeded the limit. A BaseException, so that bots cannot catch it by accident."""


class Turn(NamedTuple):
    """The bot that is being asked."""

    bot: str
    seat: str  # the letter of its seat
    game: int  # which of the plan
    since: float  # when it was asked


def can_limit() -> bool:
    """Whether the system supports interval timers."""
    return hasattr(signal, "setitimer")


class Watch:
    """Context manager around the games of one batch."""

    def __init__(
        self,
        note: Callable[[int, int], None] | None = None,
        *,
        has_limits: bool = False,
        long: float = LONG,
    ) -> None:
        self._has_limits = has_limits
        self._note = note
        self._long = long
        self._turn: Turn | None = None
        self._armed = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Watch":
        if self._has_limits:
            signal.signal(signal.SIGALRM, self._alarm)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.answered()
        self._over.set()
        self._thread.join()

    def asks(self, game: int, player: int, bot: str, seat: str, limit: float | None = None) -> None:
        """Start the clock for a call; with a limit, TookTooLong may be raised from here on."""
        self._turn = Turn(bot, seat, game, time.perf_counter())
        if self._note is not None:
            self._note(game, player)
        if limit is not None:
            self._armed = True
            signal.setitimer(signal.ITIMER_REAL, max(limit, SHORTEST), AGAIN)

    def answered(self) -> None:
        """Stop the clock; call it again if TookTooLong interrupted it."""
        self._armed = False  # an alarm that is already on its way raises nothing any more
        self._turn = None
        if self._has_limits:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _alarm(self, _: int, __: FrameType | None) -> None:
        if self._armed:
            raise TookTooLong

    def _look(self) -> None:
        named, due = None, self._long
        while not self._over.wait(self._long / 5):
            turn = self._turn
            if turn is None:
                continue
            if turn is not named:
                named, due = turn, self._long
            gone = time.perf_counter() - turn.since
            if gone >= due:
                who = f"{turn.bot} (seat {turn.seat}, game {turn.game})"
                say(f"{who} has been thinking about a move for {gone:.0f} seconds")
                due = 2 * gone


def say(text: str) -> None:
    """Print a line on standard error, above any progress bar."""
    if sys.stderr is None:  # closed by whoever started us
        return
    clear = "\r\x1b[2K" if sys.stderr.isatty() else ""
    print(f"{clear}calavera: {text}", file=sys.stderr, flush=True)
