"""Players in Python. A bot is handed a view and a source of chance, and nothing else."""

from collections.abc import Mapping
from typing import Final

from calavera.bots.belief import Belief
from calavera.bots.bold import Bold
from calavera.bots.bot import Bot, Strength, WatchingBot, acting_seat
from calavera.bots.cautious import Cautious
from calavera.bots.mirror import Mirror
from calavera.bots.names import TABLE_NAMES
from calavera.bots.seating import seat_bot, tell
from calavera.bots.uniform import Uniform

BOTS: Final[Mapping[str, type[Bot]]] = {
    bot.name: bot for bot in (Uniform, Cautious, Bold, Mirror, Belief)
}
"""Every opponent there is, by its name, from the weakest to the strongest."""

__all__ = [
    "BOTS",
    "TABLE_NAMES",
    "Belief",
    "Bold",
    "Bot",
    "Cautious",
    "Mirror",
    "Strength",
    "Uniform",
    "WatchingBot",
    "acting_seat",
    "seat_bot",
    "tell",
]
