"""Has bots think on a thread of their own, so that no table waits for one."""

import asyncio
import contextlib
import logging
import queue
import random
import threading
from collections.abc import Callable

from calavera.bots.seating import tell
from calavera.rules import Action
from calavera.table.ports import Thought

_LOGGER = logging.getLogger("calavera.bots")


class ThreadThinker:
    """One thread for all bots: they are quick, and tables do not wait for them."""

    def __init__(self, failed: Callable[[], None] = lambda: None) -> None:
        self._failed = failed
        """Called from the bots' thread where one of them failed."""
        self._loop = asyncio.get_running_loop()
        self._thoughts: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._is_over = False
        # A daemon: a bot that thinks for long must not hold up the end of the program.
        threading.Thread(target=self._work, name="bots", daemon=True).start()

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        """Tell the bot's choice on the event loop."""
        self._thoughts.put(lambda: self._answer(thought, done))

    def _work(self) -> None:
        while (thought := self._thoughts.get()) is not None:
            if not self._is_over:
                thought()

    def _answer(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        try:
            for event in thought.news:
                tell(thought.bot, event)
            action = thought.bot.choose(thought.view, random.Random(thought.seed))
            if not any(action in own.legal for own in thought.view.own):
                raise ValueError("an illegal move")
        except Exception as error:  # whatever a bot does wrong, its table goes on
            _LOGGER.error("the bot %s failed: %s", thought.bot.name, type(error).__name__)
            self._failed()
            action = None
        if not self._is_over:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(done, action)

    def close(self) -> None:
        """Think no more."""
        self._is_over = True
        self._thoughts.put(None)
