"""A match, from the plan to the result."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.folder import record_name, write, write_fault
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.result import BatchResult, Fault, GameResult, TimeSpent
from calavera.arena.match.save_file import SaveFile
from calavera.arena.match.tally import Tally, count
from calavera.arena.runner.batch import Portions
from calavera.arena.runner.crew import Crew, alone


@dataclass(slots=True)
class Match:
    """A match that is being played."""

    plan: MatchPlan  # what is to be played
    entrants: tuple[Entrant, ...]  # who takes part, in the order of the plan
    crew: Crew = alone  # who plays the games
    save_file: SaveFile | None = None  # where results are kept as they come
    records: Path | None = None  # the folder that the games are written to
    limit: float | None = None  # the seconds that a move may take
    interrupted: bool = field(default=False, init=False)  # whether somebody pressed Ctrl-C
    seconds: float = field(default=0.0, init=False)  # how long all batches took, added up
    workers: set[str] = field(default_factory=set, init=False)  # who played
    _games: dict[int, GameResult] = field(default_factory=dict, init=False)
    _spent: list[TimeSpent] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._spent = [TimeSpent() for _ in self.entrants]
        for result in self.save_file.results if self.save_file else ():
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
                if self.save_file and result.games:
                    self.save_file.add(result)
                if result.fault:
                    raise self._fault(result.fault)
                progress(self.done)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            if self.save_file:
                self.save_file.close()
        return self.tally

    def _take(self, result: BatchResult) -> None:
        """Count the games; duplicates in a save file count once."""
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
        """Write the game down; a bot that breaks the rules ends the match."""
        path = write_fault(self.records or Path(), fault)
        return ArenaError(
            f"game {fault.game}: {fault.bot} (seat {fault.seat}) {fault.reason};"
            f" the game so far is in {path}"
        )
