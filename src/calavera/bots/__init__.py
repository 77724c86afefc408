"""Players in Python. A bot is handed a view and a source of chance, and nothing else."""

from typing import Final

from calavera.bots.bot import Bot, acting_seat
from calavera.bots.cautious import Cautious
from calavera.bots.names import TABLE_NAMES
from calavera.bots.uniform import Uniform

BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in (Cautious(), Uniform())}
"""Every opponent there is, by its name."""

__all__ = ["BOTS", "TABLE_NAMES", "Bot", "Cautious", "Uniform", "acting_seat"]
