"""A match, from the plan to the result."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from calavera.arena.errors import ArenaError
from calavera.arena.match.entrant import Entrant
from calavera.arena.match.folder import record_name, write, write_fault
from calavera.arena.match.match_plan import MatchPlan
from calavera.arena.match.result import BatchResult, Fault, GameResult, TimeSpent
from calavera.arena.match.save_file import SaveFile
from calavera.arena.match.sequence import SequentialTest, SprtProgress
from calavera.arena.match.tally import Tally, count
from calavera.arena.runner.batch import Portions
from calavera.arena.runner.crew import Crew, alone
from calavera.arena.runner.terms import NO_TERMS, Terms
from calavera.rules import Player, seat_letter

MOST_NOTES: Final = 20
"""How many faults are told of one by one."""


@dataclass(slots=True)
class Match:
    """A match that is being played."""

    plan: MatchPlan  # what is to be played
    entrants: tuple[Entrant, ...]  # who takes part, in the order of the plan
    crew: Crew = alone  # who plays the games
    save_file: SaveFile | None = None  # where results are kept as they come
    records: Path | None = None  # the folder that the games are written to
    terms: Terms = NO_TERMS  # how long bots may think, and what their faults cost
    note: Callable[[str], None] = lambda _: None  # is told of each fault that loses a game
    interrupted: bool = field(default=False, init=False)  # whether somebody pressed Ctrl-C
    seconds: float = field(default=0.0, init=False)  # how long all batches took, added up
    workers: set[str] = field(default_factory=set, init=False)  # who played
    _games: dict[int, GameResult] = field(default_factory=dict, init=False)
    _spent: list[TimeSpent] = field(default_factory=list, init=False)
    _noted: int = field(default=0, init=False)
    _test: SequentialTest | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._spent = [TimeSpent() for _ in self.entrants]
        if self.plan.sprt is not None:
            self._test = SequentialTest(self.plan, self.plan.sprt)
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
    def test(self) -> SprtProgress | None:
        """How far the sequential test has come, if there is one."""
        return self._test.progress if self._test else None

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended the match."""
        return self.test is not None and self.test.verdict is not None

    @property
    def tally(self) -> Tally:
        """The result so far; games after a test's last block are of no account."""
        labels = [entrant.label for entrant in self.entrants]
        games = [*self._games.values()]
        if self.test is not None and self.is_decided:
            end = self.test.blocks * self.plan.block
            games = [game for game in games if game.number < end]
        return count(self.plan, labels, games, self._spent, self.test)

    def play(self, progress: Callable[[int], None] = lambda done: None) -> Tally:
        """Play what is left, or until Ctrl-C; raises ArenaError where a bot fails."""
        left = [number for number in range(self.plan.games) if number not in self._games]
        if self.is_decided:
            left = []
        portions = Portions(
            self.plan,
            self.entrants,
            left,
            keep_records=self.records is not None,
            terms=self.terms,
        )
        try:
            for result in self.crew(portions):
                portions.learn(result)
                self._write_records(result)
                self._take(result)
                self._note_faults(result)
                if self.save_file and result.games:
                    self.save_file.add(result)
                if result.fault:
                    raise self._fault(result.fault)
                progress(self.done)
                if self.is_decided:
                    break
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
        if self._test is not None:
            self._test.take(fresh.values())
        self._spent = [
            old.and_more(new) for old, new in zip(self._spent, result.spent, strict=True)
        ]
        self.seconds += result.seconds
        self.workers.add(result.worker)

    def _note_faults(self, result: BatchResult) -> None:
        for game in result.games:
            if game.loser is None:
                continue
            self._noted += 1
            if self._noted > MOST_NOTES:
                continue
            planned = self.plan.game(game.number)
            bot = self.entrants[planned.seating[game.loser]].label
            seat = seat_letter(planned.setup.seats_of(Player(game.loser))[0])
            more = "; further faults are counted only" if self._noted == MOST_NOTES else ""
            self.note(f"game {game.number}: {bot} (seat {seat}) {game.fault}{more}")

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
