"""Players in Python. A bot is handed a view and a source of chance, and nothing else."""

from collections.abc import Mapping
from typing import Final

from calavera.bots.asking import BotFault, ask, dismiss, seat_bot, set_clock, tell
from calavera.bots.bot import Bot, MoveTime, Strength, WatchingBot, acting_seat
from calavera.bots.characters import VARIANTS, Belief, Bold, Cautious, Champion, Mirror
from calavera.bots.nicknames import TABLE_NAMES
from calavera.bots.remarks import Remark
from calavera.bots.uniform import Uniform

BOTS: Final[Mapping[str, type[Bot]]] = {
    bot.name: bot for bot in (Uniform, Cautious, Bold, Mirror, Belief, Champion)
}
"""The characters by name, from the weakest to the strongest."""

EVERY_BOT: Final[Mapping[str, type[Bot]]] = {**BOTS, **VARIANTS}
"""All built-in bots by every name: the characters, and every level with every temper."""

__all__ = [
    "BOTS",
    "EVERY_BOT",
    "TABLE_NAMES",
    "Belief",
    "Bold",
    "Bot",
    "BotFault",
    "Cautious",
    "Champion",
    "Mirror",
    "MoveTime",
    "Remark",
    "Strength",
    "Uniform",
    "WatchingBot",
    "acting_seat",
    "ask",
    "dismiss",
    "seat_bot",
    "set_clock",
    "tell",
]
