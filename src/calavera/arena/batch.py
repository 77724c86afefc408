"""Some games of a match, to be played by anybody, anywhere."""

import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from calavera.arena.entrant import Entrant
from calavera.arena.plan import Plan
from calavera.arena.playing import BotFailed, Game
from calavera.arena.result import BatchResult, Fault, GameResult, Spent
from calavera.arena.watch import Watch
from calavera.record import write_record

SECONDS_A_BATCH: Final = 0.5
"""Short enough that little is lost when somebody pulls the plug."""

LARGEST_BATCH: Final = 500


@dataclass(frozen=True, slots=True)
class Batch:
    """All that a worker needs to know."""

    plan: Plan
    """The match."""

    entrants: tuple[Entrant, ...]
    """Who takes part, in the order of the plan."""

    numbers: tuple[int, ...]
    """Which games."""

    keep_records: bool = False
    """Whether the games are wanted as texts, too."""

    limit: float | None = None
    """The seconds that a move may take."""


def play_batch(batch: Batch, note: Callable[[int, int], None] | None = None) -> BatchResult:
    """Play the games, up to the first that a bot spoils.

    `note` is called with the game and the player before each question to a bot.
    """
    with Watch(batch.limit, note) as watch:
        return _play(batch, watch)


def _play(batch: Batch, watch: Watch) -> BatchResult:
    began = time.perf_counter()
    setup = batch.plan.setup
    games: list[GameResult] = []
    records: list[str] = []
    spent = [Spent() for _ in batch.entrants]
    fault: Fault | None = None
    for number in batch.numbers:
        planned = batch.plan.game(number)
        game = Game(planned, setup, batch.entrants, watch)
        try:
            games.append(game.play())
        except BotFailed as failed:
            fault = failed.fault
            break
        for player, bot in enumerate(planned.seating):
            spent[bot] = spent[bot].and_more(game.spent[player])
        if batch.keep_records:
            records.append(write_record(game.record()))
    seconds = time.perf_counter() - began
    worker = f"{socket.gethostname()}/{os.getpid()}"
    return BatchResult(tuple(games), tuple(spent), seconds, worker, tuple(records), fault)


class Portions:
    """Cuts what is left of a match into batches of about the same time.

    How it is cut changes nothing in the result. The first batches are single games, to learn how
    long one takes.
    """

    def __init__(
        self,
        plan: Plan,
        entrants: tuple[Entrant, ...],
        numbers: Iterable[int],
        *,
        keep_records: bool = False,
        limit: float | None = None,
    ) -> None:
        self._plan = plan
        self._entrants = entrants
        self._numbers = iter(numbers)
        self._keep_records = keep_records
        self._limit = limit
        self._games = 0
        self._seconds = 0.0

    def learn(self, result: BatchResult) -> None:
        """Take note of how long some games took."""
        self._games += len(result.games)
        self._seconds += result.seconds

    def __iter__(self) -> Iterator[Batch]:
        while numbers := tuple(islice(self._numbers, self._size())):
            yield Batch(self._plan, self._entrants, numbers, self._keep_records, self._limit)

    def _size(self) -> int:
        if not self._games:
            return 1
        at_once = SECONDS_A_BATCH * self._games / max(self._seconds, 1e-9)
        return max(1, min(LARGEST_BATCH, int(at_once)))
