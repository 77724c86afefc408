"""Runs bots and hints on threads of their own, so that no table waits for them."""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from typing import Any, Final

from calavera.bots.hints import Hint
from calavera.rules import Action
from calavera.table.live.ports import Consultation, Thought
from calavera.table.running.thinking import advise, choose, fault_kind

_LOGGER = logging.getLogger("calavera.bots")


MOST_HINTS: Final = 50
"""How many hints may wait; a long one takes a second."""


class ThreadThinker:
    """One thread for all bots and one for hints, which no bot waits for."""

    def __init__(self, failed: Callable[[], None] = lambda: None) -> None:
        self._failed = failed
        """Called on the bots' thread when one of them failed."""
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._hints: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._is_closed = False
        # Daemons: a slow bot must not delay the end of the process.
        for name, work in (("bots", self._queue), ("hints", self._hints)):
            threading.Thread(target=self._work, args=[work], name=name, daemon=True).start()

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        """Call `done` with the bot's choice on the event loop."""
        self._queue.put(lambda: self._answer(thought, done))

    def advise(self, question: Consultation, done: Callable[[Hint | None], None]) -> None:
        """Call `done` with the hint on the event loop, with None if too many are waiting."""
        if self._hints.qsize() >= MOST_HINTS:
            done(None)
        else:
            self._hints.put(lambda: self._hint(question, done))

    def _work(self, work: "queue.SimpleQueue[Callable[[], None] | None]") -> None:
        while (thought := work.get()) is not None:
            if not self._is_closed:
                thought()

    def _answer(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        try:
            action: Action | None = choose(thought)
        except Exception as fault:  # whatever goes wrong, other tables need the thread
            self._report(thought.bot.name, fault)
            action = None
        self._finish(done, action)

    def _hint(self, question: Consultation, done: Callable[[Hint | None], None]) -> None:
        try:
            hint: Hint | None = advise(question)
        except Exception as fault:  # the same
            self._report("hint", fault)
            hint = None
        self._finish(done, hint)

    def _report(self, bot: str, fault: Exception) -> None:
        _LOGGER.error("the bot %s failed: %s", bot, fault_kind(fault))
        self._failed()

    def _finish(self, done: Callable[[Any], None], result: Action | Hint | None) -> None:
        if not self._is_closed:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(done, result)

    def close(self) -> None:
        self._is_closed = True
        self._queue.put(None)
        self._hints.put(None)
