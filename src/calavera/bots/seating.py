"""Bringing a bot to a table: at the start, after a restart, or into a seat somebody left."""

from collections.abc import Callable, Iterable
from typing import TypeGuard

from calavera.bots.bot import Bot, WatchingBot
from calavera.rules import SeenEvent


def seat_bot(kind: Callable[[], Bot], seen: Iterable[SeenEvent] = ()) -> Bot:
    """A bot for one player, told everything that its player has seen so far."""
    bot = kind()
    for event in seen:
        tell(bot, event)
    return bot


def tell(bot: Bot, event: SeenEvent) -> None:
    """Tell a bot what its player just saw, if it keeps a memory."""
    if watches(bot):
        bot.see(event)


def watches(bot: Bot) -> TypeGuard[WatchingBot]:
    """Whether a bot remembers its game and wants to be told of it."""
    return hasattr(bot, "see")
