"""Calls to a bot. A bot may do anything at all; whatever it does wrong is raised as BotFault."""

import contextlib
import random
from collections.abc import Callable, Iterable
from typing import Final, TypeGuard, get_args

from calavera.bots.bot import Bot, ClockedBot, LastingBot, MoveTime, WatchingBot, acting_seat
from calavera.console.wording import error_line
from calavera.errors import UserError
from calavera.rules import Action, Holding, IllegalAction, OwnSeat, SeenEvent, State, View, decide

_ACTIONS: Final = get_args(Action)


class BotFault(UserError):
    """A bot broke its contract; the message is one line that continues the bot's name."""

    def __init__(self, what: str, action: Action | None = None) -> None:
        super().__init__(" ".join(what.split()))
        self.action = action
        """The action it chose, where that is one but not a legal one."""


def seat_bot(kind: Callable[[], Bot], seen: Iterable[SeenEvent] = ()) -> Bot:
    """Return a new bot that has seen all events of its player; raises BotFault."""
    try:
        bot = kind()
    except BotFault:
        raise
    except (Exception, SystemExit) as error:
        raise BotFault(f"cannot be made: {error_line(error)}") from error
    for event in seen:
        tell(bot, event)
    return bot


def tell(bot: Bot, event: SeenEvent) -> None:
    """Tell a bot what its player just saw, if it keeps a memory; raises BotFault."""
    if watches(bot):
        try:
            bot.see(event)
        except BotFault:
            raise
        except (Exception, SystemExit) as error:
            raise BotFault(f"raised {error_line(error)}") from error


def watches(bot: Bot) -> TypeGuard[WatchingBot]:
    """Whether a bot keeps a memory of its game."""
    return hasattr(bot, "see")


def set_clock(bot: Bot, clock: MoveTime | None) -> None:
    """Tell a bot the time for its next move, if it looks at a clock."""
    if _has_clock(bot):
        bot.clock = clock


def dismiss(bot: Bot) -> None:
    """Tell a bot that its game is over, if it holds something; what it does wrong is ignored."""
    if _lasts(bot):
        with contextlib.suppress(Exception, SystemExit):
            bot.close()


def _has_clock(bot: Bot) -> TypeGuard[ClockedBot]:
    return hasattr(bot, "clock")


def _lasts(bot: Bot) -> TypeGuard[LastingBot]:
    return hasattr(bot, "close")


def ask(bot: Bot, view: View, rng: random.Random) -> Action:
    """Return the bot's choice, a legal action of `acting_seat(view)`; raises BotFault."""
    own = acting_seat(view)
    try:
        action = bot.choose(view, rng)
        kind = type(action)
        for legal in own.legal:
            if type(legal) is kind and legal == action:
                return legal  # Bid(True) becomes Bid(1)
    except BotFault:
        raise
    except (Exception, SystemExit) as error:
        raise BotFault(f"raised {error_line(error)}") from error
    raise _illegal(view, own, action)


def _illegal(view: View, own: OwnSeat, action: Action) -> BotFault:
    """Why an action is refused, with the rule: the view holds all that the rules need to know."""
    holdings = [Holding(()) for _ in view.board.mats]
    holdings[own.seat] = own.holding
    try:
        if isinstance(action, _ACTIONS):
            decide(State(view.board, tuple(holdings)), own.seat, action)
    except IllegalAction as error:
        return BotFault(f"chose {error}", action)
    except Exception:  # an action with something in it that no action has
        pass
    return BotFault(f"chose {action!r}, which is no action")
