"""What came out: of a game, of a batch. Plain values that travel between processes."""

from dataclasses import dataclass
from typing import NamedTuple


class GameResult(NamedTuple):
    """One game that is over."""

    number: int
    """Which of the plan."""

    winner: int
    """The player who won."""

    moves: int
    """How many choices the bots made."""

    rounds: int
    """How many rounds it took."""


class Spent(NamedTuple):
    """What a bot took for its choices."""

    moves: int = 0
    """How many."""

    seconds: float = 0.0
    """All of them together."""

    slowest: float = 0.0
    """The longest one."""

    over: int = 0
    """How many of them took more CPU time than the bot says that it needs."""

    most_cpu: float = 0.0
    """The CPU seconds of the one that took most."""

    def and_more(self, other: "Spent") -> "Spent":
        """Both together."""
        return Spent(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.over + other.over,
            max(self.most_cpu, other.most_cpu),
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot that did what cannot be done."""

    game: int
    """In which game of the plan."""

    bot: str
    """Who."""

    seat: str
    """The letter of its seat."""

    reason: str
    """What was wrong, in one line."""

    record: str
    """The game so far."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """Some games of a match, played by one worker."""

    games: tuple[GameResult, ...]
    """In the order they were played."""

    spent: tuple[Spent, ...]
    """One per bot of the match."""

    seconds: float
    """How long it took."""

    worker: str
    """Who played them."""

    records: tuple[str, ...] = ()
    """The games as texts, where they were asked for."""

    fault: Fault | None = None
    """Why the batch ends before its last game, if it does."""
