"""One game between bots.

Chance has dice of its own, and so has every seat: bots that change places find the same first
player, and the same luck wherever their games go the same way (common random numbers).
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import PlannedGame
from calavera.arena.match.result import Fault, GameResult, TimeSpent
from calavera.arena.runner.watch import TookTooLong, Watch
from calavera.bots import Bot, BotFault, acting_seat, ask, seat_bot, tell
from calavera.bots.asking import watches
from calavera.record import Comment, Record, record_game, write_record
from calavera.rules import (
    Event,
    Player,
    Seat,
    Setup,
    chance_events,
    decide,
    evolve,
    new_game,
    redact,
    seat_letter,
    view,
)

Answer = TypeVar("Answer")


class BotFailed(Exception):
    """A bot raised an error or chose what it may not."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class MatchGame:
    """A planned game, played to its end by bots."""

    def __init__(
        self,
        planned: PlannedGame,
        setup: Setup,
        entrants: Sequence[Entrant],
        watch: Watch | None = None,
    ) -> None:
        self._planned = planned
        self._chance = random.Random(f"{planned.dice}/chance")
        self._state = new_game(setup)
        self._events: list[Event] = []
        self._setup = setup
        self._entrants = [entrants[index] for index in planned.seating]
        self._budgets = [entrant.budget for entrant in self._entrants]
        self._watch = watch or Watch()
        self._viewers = [setup.viewer(Player(index)) for index in range(setup.players)]
        self._bots: list[Bot] = []
        self._watching: list[int] = []
        self._dice = [random.Random(f"{planned.dice}/{index}") for index in range(setup.players)]
        self.spent = [TimeSpent() for _ in self._entrants]
        """The time that each player took."""

    def play(self) -> GameResult:
        """Play until somebody has won; raises BotFailed."""
        self._apply(chance_events(self._state, self._chance))
        self._sit_down()
        self._tell_all(self._events)
        while self._state.board.outcome is None:
            events = chance_events(self._state, self._chance) or self._move()
            self._apply(events)
            if self._watching:
                self._tell_all(events)
        moves = sum(spent.moves for spent in self.spent)
        winner = self._state.board.outcome.winner
        return GameResult(self._planned.number, winner, moves, self._state.board.round)

    def record(self) -> Record:
        """Return the game so far."""
        names = [entrant.label for entrant in self._entrants]
        tags = {
            "event": "calavera arena",
            "game": str(self._planned.number),
            "seed": self._planned.dice,
        }
        return record_game(names, self._setup, self._events, tags)

    def _sit_down(self) -> None:
        for index, entrant in enumerate(self._entrants):
            try:
                self._bots.append(seat_bot(entrant.kind))
            except BotFault as fault:
                seat = self._setup.seats_of(Player(index))[0]
                raise self._failure(Player(index), seat, str(fault)) from fault.__cause__
        self._watching = [index for index, bot in enumerate(self._bots) if watches(bot)]

    def _move(self) -> Sequence[Event]:
        """Let the next bot in turn act; it is handed its own view and nothing else."""
        player = self._setup.owner(self._state.board.turn[0])
        seen = view(self._state, self._viewers[player])
        seat = acting_seat(seen).seat
        bot, dice, budget = self._bots[player], self._dice[player], self._budgets[player]
        began, cpu = time.perf_counter(), time.thread_time()
        try:
            action = self._waited(player, seat, lambda: ask(bot, seen, dice))
            took, cpu = time.perf_counter() - began, time.thread_time() - cpu
            over = budget is not None and cpu > budget
            self.spent[player] = self.spent[player].and_more(TimeSpent(1, took, took, over, cpu))
        except BotFault as fault:
            raise self._failure(player, seat, str(fault)) from fault.__cause__
        return decide(self._state, seat, action)

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self._state = evolve(self._state, event)
        self._events += events

    def _waited(self, player: Player, seat: Seat, call: Callable[[], Answer]) -> Answer:
        """Call a bot under the time limit of the watch."""
        label, number = self._entrants[player].label, self._planned.number
        try:
            try:
                self._watch.asks(number, player, label, seat_letter(seat))
                return call()
            finally:
                self._watch.answered()
        except TookTooLong:
            self._watch.answered()
            what = f"took longer for a move than --limit {self._watch.limit:g} allows"
            raise self._failure(player, seat, what) from None

    def _tell_all(self, events: Sequence[Event]) -> None:
        for event in events:
            for player in self._watching:
                self._tell(Player(player), self._bots[player], event)

    def _tell(self, player: Player, bot: Bot, event: Event) -> None:
        seen, seat = redact(event, self._viewers[player]), self._setup.seats_of(player)[0]
        began = time.perf_counter()
        try:
            self._waited(player, seat, lambda: tell(bot, seen))
        except BotFault as fault:
            raise self._failure(player, seat, str(fault)) from fault.__cause__
        took = time.perf_counter() - began
        self.spent[player] = self.spent[player].and_more(TimeSpent(0, took, took))

    def _failure(self, player: Player, seat: Seat, reason: str) -> BotFailed:
        bot, letter = self._entrants[player].label, seat_letter(seat)
        record = self.record()
        remark = f"{bot} ({letter}) {reason}".replace("{", "(").replace("}", ")")
        noted = Record(
            record.names, record.setup, record.first, record.moves, record.tags,
            (Comment(len(record.moves), remark),),
        )  # fmt: skip
        fault = Fault(self._planned.number, bot, letter, reason, write_record(noted))
        return BotFailed(fault)
