"""Asks a bot that may do anything at all, and says in one line what it did wrong."""

import random
from collections.abc import Sequence
from typing import Final, get_args

from calavera.bots.bot import Bot
from calavera.bots.loading import one_line
from calavera.bots.seating import tell
from calavera.rules import Action, Event, IllegalAction, Seat, SeenEvent, State, View, decide

_ACTIONS: Final = get_args(Action)


class Misstep(Exception):
    """A bot did what cannot be done; the message goes on behind the bot's name, in one line."""


def ask(bot: Bot, seen: View, rng: random.Random) -> Action:
    """What the bot chooses; raises Misstep where it raises an error or answers with no action."""
    try:
        action = bot.choose(seen, rng)
    except (Exception, SystemExit) as error:
        raise Misstep(f"raised {one_line(error)}") from error
    if not is_action(action):
        raise Misstep(_joined(f"chose {action!r}, which is no action"))
    return action


def inform(bot: Bot, event: SeenEvent) -> None:
    """Tell the bot what its player just saw; raises Misstep where it raises an error."""
    try:
        tell(bot, event)
    except (Exception, SystemExit) as error:
        raise Misstep(f"raised {one_line(error)}") from error


def is_action(answer: object) -> bool:
    """Whether it is one of the actions of the rules, legal or not."""
    return isinstance(answer, _ACTIONS)


def follow(state: State, seat: Seat, action: Action) -> Sequence[Event]:
    """What its choice brings about; raises Misstep, with the rule, where it is not allowed."""
    try:
        return decide(state, seat, action)
    except IllegalAction as error:
        raise Misstep(_joined(f"chose {error}")) from None
    except Exception as error:  # an action with something in it that no action has
        raise Misstep(_joined(f"chose {action!r}, which is no action")) from error


def _joined(text: str) -> str:
    return " ".join(text.split())
