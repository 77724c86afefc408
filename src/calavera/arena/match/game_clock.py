"""The clock of a game: `60+1` is a minute for each player, and a second more after every move."""

import math
from dataclasses import dataclass
from typing import Final

from calavera.arena.errors import ArenaError

LONGEST: Final = 86_400.0
SHORTEST: Final = 0.001


@dataclass(frozen=True, slots=True)
class GameClock:
    """The time that each player has for a game."""

    seconds: float
    increment: float = 0.0  # seconds that a player gets after every move

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}"


def read_clock(text: str) -> GameClock:
    """The clock that `60+1` or `60` means; raises ArenaError."""
    seconds, plus, increment = text.partition("+")
    try:
        clock = GameClock(float(seconds), float(increment) if plus else 0.0)
    except ValueError:
        clock = GameClock(math.nan)
    if not (SHORTEST <= clock.seconds <= LONGEST and 0 <= clock.increment <= LONGEST):
        raise ArenaError(
            f"--clock {text}: expected seconds for a game and seconds a move, such as 60+1 or 10"
        )
    return clock
