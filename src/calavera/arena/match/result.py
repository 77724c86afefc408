"""Results of games and batches: plain values that travel between processes."""

from dataclasses import dataclass
from typing import NamedTuple


class GameResult(NamedTuple):
    """One game that is over."""

    number: int  # which of the plan
    winner: int  # the player who won
    moves: int  # how many choices the bots made
    rounds: int  # how many rounds it took
    loser: int | None = None  # the player who lost it by a fault; the winner is drawn by lot then
    fault: str = ""  # what that player did, in one line


class TimeSpent(NamedTuple):
    """Time that a bot spent on its moves."""

    moves: int = 0
    seconds: float = 0.0  # all of them together
    slowest: float = 0.0  # the longest one
    over: int = 0  # how many of them took more CPU time than the bot says that it needs
    most_cpu: float = 0.0  # the CPU seconds of the one that took most

    def and_more(self, other: "TimeSpent") -> "TimeSpent":
        """Both together."""
        return TimeSpent(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.slowest, other.slowest),
            self.over + other.over,
            max(self.most_cpu, other.most_cpu),
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot that broke the contract, and the game so far."""

    game: int  # in which game of the plan
    bot: str
    seat: str  # the letter of its seat
    reason: str  # what was wrong, in one line
    record: str  # the game so far
    on_time: bool = False  # whether its time for the game was up


@dataclass(frozen=True, slots=True)
class BatchResult:
    """Some games of a match, played by one worker."""

    games: tuple[GameResult, ...]  # in the order they were played
    spent: tuple[TimeSpent, ...]  # one per bot of the match
    seconds: float  # how long it took
    worker: str  # who played them
    records: tuple[str, ...] = ()  # the games as texts, where they were asked for
    fault: Fault | None = None  # why the batch ends before its last game, if it does
