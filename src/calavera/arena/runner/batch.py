"""A batch of games: the unit of work that is handed to workers."""

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.result import BatchResult, Fault, GameResult, TimeSpent
from calavera.arena.runner.match_game import BotFailed, MatchGame
from calavera.arena.runner.terms import NO_TERMS, Terms
from calavera.arena.runner.watch import Watch

SECONDS_A_BATCH: Final = 0.5
"""Short, so that a crash loses little."""

LARGEST_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class MatchBatch:
    """Everything a worker needs."""

    plan: MatchPlan
    entrants: tuple[Entrant, ...]  # who takes part, in the order of the plan
    numbers: tuple[int, ...]
    keep_records: bool = False  # whether the games are wanted as texts, too
    terms: Terms = NO_TERMS  # how long bots may think, and what their faults cost


def play_batch(batch: MatchBatch, note: Callable[[int, int], None] | None = None) -> BatchResult:
    """Play the games, up to the first that a bot spoils.

    `note` is called with the game and the player before each question to a bot.
    """
    with Watch(note, has_limits=batch.terms.has_limits) as watch:
        return _play(batch, watch)


def _play(batch: MatchBatch, watch: Watch) -> BatchResult:
    began = time.perf_counter()
    games: list[GameResult] = []
    records: list[str] = []
    spent = [TimeSpent() for _ in batch.entrants]
    fault: Fault | None = None
    for number in batch.numbers:
        planned = batch.plan.game(number)
        game = MatchGame(planned, batch.entrants, watch, batch.terms)
        try:
            games.append(game.play())
        except BotFailed as failed:
            if not (batch.terms.recover or failed.fault.on_time):
                fault = failed.fault
                break
            games.append(game.forfeited(failed))
        for player, bot in enumerate(planned.seating):
            spent[bot] = spent[bot].and_more(game.spent[player])
        if batch.keep_records:
            records.append(game.text())
    seconds = time.perf_counter() - began
    worker = f"{socket.gethostname()}/{os.getpid()}"
    return BatchResult(tuple(games), tuple(spent), seconds, worker, tuple(records), fault)


class Portions:
    """Splits the rest of a match into batches of similar duration.

    The split does not affect the result. The first batches are single games, to measure one.
    """

    def __init__(
        self,
        plan: MatchPlan,
        entrants: tuple[Entrant, ...],
        numbers: Iterable[int],
        *,
        keep_records: bool = False,
        terms: Terms = NO_TERMS,
    ) -> None:
        self._plan = plan
        self._entrants = entrants
        self._numbers = iter(numbers)
        self._keep_records = keep_records
        self._terms = terms
        self._games = 0
        self._seconds = 0.0

    def learn(self, result: BatchResult) -> None:
        """Take note of how long some games took."""
        self._games += len(result.games)
        self._seconds += result.seconds

    def __iter__(self) -> Iterator[MatchBatch]:
        while numbers := tuple(islice(self._numbers, self._size())):
            yield MatchBatch(self._plan, self._entrants, numbers, self._keep_records, self._terms)

    def _size(self) -> int:
        if not self._games:
            return 1
        at_once = SECONDS_A_BATCH * self._games / max(self._seconds, 1e-9)
        return max(1, min(LARGEST_BATCH, int(at_once)))
