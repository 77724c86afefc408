"""What bots answer; whoever asks decides on which thread, and what a failure means."""

import random

from calavera.bots import ask, tell
from calavera.bots.hints import Hint
from calavera.rules import Action
from calavera.table.live.ports import Consultation, Thought


def choose(thought: Thought) -> Action:
    """Return a bot's choice; raises whatever the bot raises."""
    for event in thought.news:
        tell(thought.bot, event)
    return ask(thought.bot, thought.view, random.Random(thought.seed))


def advise(question: Consultation) -> Hint:
    """Return a hint; raises whatever the bot raises."""
    return question.adviser.hint(question.view, question.seat, question.seen)


def fault_kind(fault: Exception) -> str:
    """What to log of a failed bot: a message may reveal discs, a kind does not."""
    return type(fault.__cause__ or fault).__name__
