"""Asks bots one after the other, on the thread of the tables."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from calavera.bots.hints import Hint
from calavera.rules import Action
from calavera.table.live.ports import Consultation, Thought
from calavera.table.running.thinking import advise, choose, fault_kind

_LOGGER: Final = logging.getLogger("calavera.bots")


class TurnThinker:
    """Each question in a turn of the event loop, so that messages come between two of them."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        """Call `done` with the bot's choice; with None if the bot failed, and the game goes on."""
        self._loop.call_soon(self._think, thought, done)

    def _think(self, thought: Thought, done: Callable[[Action | None], None]) -> None:
        try:
            action: Action | None = choose(thought)
        except Exception as fault:  # whatever goes wrong, the table needs an answer
            _LOGGER.error("the bot %s failed: %s", thought.bot.name, fault_kind(fault))
            action = None
        done(action)

    def advise(self, question: Consultation, done: Callable[[Hint | None], None]) -> None:
        """Call `done` with the hint, with None if it failed."""
        self._loop.call_soon(self._advise, question, done)

    def _advise(self, question: Consultation, done: Callable[[Hint | None], None]) -> None:
        try:
            hint: Hint | None = advise(question)
        except Exception as fault:  # the same
            _LOGGER.error("the bot hint failed: %s", fault_kind(fault))
            hint = None
        done(hint)
