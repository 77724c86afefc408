"""A match, from the plan to the result."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from calavera.arena.batch import Portions
from calavera.arena.crew import Crew, alone
from calavera.arena.entrant import Entrant
from calavera.arena.errors import ArenaError
from calavera.arena.folder import record_name, write, write_fault
from calavera.arena.journal import Journal
from calavera.arena.plan import Plan
from calavera.arena.result import BatchResult, Fault, GameResult, Spent
from calavera.arena.tally import Tally, count


@dataclass(slots=True)
class Match:
    """A match that is being played."""

    plan: Plan
    """What is to be played."""

    entrants: tuple[Entrant, ...]
    """Who takes part, in the order of the plan."""

    crew: Crew = alone
    """Who plays the games."""

    journal: Journal | None = None
    """Where results are kept as they come."""

    records: Path | None = None
    """The folder that the games are written to."""

    limit: float | None = None
    """The seconds that a move may take."""

    interrupted: bool = field(default=False, init=False)
    """Whether somebody pressed Ctrl-C."""

    seconds: float = field(default=0.0, init=False)
    """How long all batches took, added up."""

    workers: set[str] = field(default_factory=set, init=False)
    """Who played."""

    _games: dict[int, GameResult] = field(default_factory=dict, init=False)
    _spent: list[Spent] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._spent = [Spent() for _ in self.entrants]
        for result in self.journal.results if self.journal else ():
            self._take(result)

    @property
    def done(self) -> int:
        """How many games are over."""
        return len(self._games)

    @property
    def numbers(self) -> list[int]:
        """Which games are over."""
        return sorted(self._games)

    @property
    def tally(self) -> Tally:
        """The result so far."""
        labels = [entrant.label for entrant in self.entrants]
        return count(self.plan, labels, self._games.values(), self._spent)

    def play(self, progress: Callable[[int], None] = lambda done: None) -> Tally:
        """Play what is left, or until Ctrl-C; raises ArenaError where a bot fails."""
        left = [number for number in range(self.plan.games) if number not in self._games]
        portions = Portions(
            self.plan,
            self.entrants,
            left,
            keep_records=self.records is not None,
            limit=self.limit,
        )
        try:
            for result in self.crew(portions):
                portions.learn(result)
                self._write_records(result)
                self._take(result)
                if self.journal and result.games:
                    self.journal.add(result)
                if result.fault:
                    raise self._fault(result.fault)
                progress(self.done)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            if self.journal:
                self.journal.close()
        return self.tally

    def _take(self, result: BatchResult) -> None:
        """Count the games; one that was counted before, in a file put together twice, is not."""
        fresh = {game.number: game for game in result.games if game.number not in self._games}
        if not fresh and result.games:
            return
        self._games |= fresh
        self._spent = [
            old.and_more(new) for old, new in zip(self._spent, result.spent, strict=True)
        ]
        self.seconds += result.seconds
        self.workers.add(result.worker)

    def _write_records(self, result: BatchResult) -> None:
        if self.records is None:
            return
        for game, text in zip(result.games, result.records, strict=True):
            write(self.records / record_name(self.plan, game.number), text)

    def _fault(self, fault: Fault) -> ArenaError:
        """A bot that breaks the rules ends the match: what it wins or loses means nothing."""
        path = write_fault(self.records or Path(), fault)
        return ArenaError(
            f"game {fault.game}: {fault.bot} (seat {fault.seat}) {fault.reason};"
            f" the game so far is in {path}"
        )
