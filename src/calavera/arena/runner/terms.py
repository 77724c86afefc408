"""What bots are held to in a match, besides the rules."""

from dataclasses import dataclass
from typing import Final

from calavera.arena.match.game_clock import GameClock


@dataclass(frozen=True, slots=True)
class Terms:
    """How long bots may think, and what their faults cost."""

    limit: float | None = None  # the seconds that a move may take
    clock: GameClock | None = None  # the time that a player has for a game
    recover: bool = False  # whether a fault loses the game in place of ending the match

    @property
    def has_limits(self) -> bool:
        """Whether time is limited at all."""
        return self.limit is not None or self.clock is not None


NO_TERMS: Final = Terms()
"""Bots may think as long as they like; their first fault ends the match."""
