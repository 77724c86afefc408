"""Has bots think on a thread of their own, so that no table waits for one."""

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from calavera.bots.seating import tell
from calavera.rules import Action
from calavera.table.ports import Thought

_LOGGER = logging.getLogger("calavera.bots")


class ThreadThinker:
    """One thread for all bots: they are quick, and tables do not wait for them."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._pool = ThreadPoolExecutor(1, "bots")

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        """Tell the bot's choice on the event loop."""
        self._pool.submit(self._answer, thought, done)

    def _answer(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        try:
            for event in thought.news:
                tell(thought.bot, event)
            action = thought.bot.choose(thought.view, random.Random(thought.seed))
            if not any(action in own.legal for own in thought.view.own):
                raise ValueError("an illegal move")
        except Exception as error:  # whatever a bot does wrong, its table goes on
            _LOGGER.error("the bot %s failed: %s", thought.bot.name, type(error).__name__)
            action = None
        self._loop.call_soon_threadsafe(done, action)

    def close(self) -> None:
        """Think no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
