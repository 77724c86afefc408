"""One game between bots.

Chance has dice of its own, and so has every seat: bots that change places find the same first
player, and the same luck wherever their games go the same way (common random numbers).
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from calavera.arena.match.entrant import Entrant
from calavera.arena.match.match_plan import PlannedGame
from calavera.arena.match.result import Fault, GameResult, TimeSpent
from calavera.arena.runner.terms import NO_TERMS, Terms
from calavera.arena.runner.watch import TookTooLong, Watch
from calavera.bots import (
    Bot,
    BotFault,
    MoveTime,
    acting_seat,
    ask,
    dismiss,
    seat_bot,
    set_clock,
    tell,
)
from calavera.bots.asking import watches
from calavera.record import Comment, Record, record_game, write_record
from calavera.rules import (
    Event,
    Player,
    Seat,
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

    def __init__(self, fault: Fault, player: Player) -> None:
        super().__init__(fault)
        self.fault = fault
        self.player = player


class MatchGame:
    """A planned game, played to its end by bots."""

    def __init__(
        self,
        planned: PlannedGame,
        entrants: Sequence[Entrant],
        watch: Watch | None = None,
        terms: Terms = NO_TERMS,
    ) -> None:
        setup = planned.setup
        self._planned = planned
        self._terms = terms
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
        clock = self._terms.clock
        self._left = [clock.seconds if clock else math.inf for _ in self._entrants]
        self._fault: Fault | None = None

    def play(self) -> GameResult:
        """Play until somebody has won; raises BotFailed."""
        try:
            return self._play()
        finally:
            for bot in self._bots:
                dismiss(bot)

    def _play(self) -> GameResult:
        self._apply(chance_events(self._state, self._chance))
        self._sit_down()
        self._tell_all(self._events)
        while self._state.board.outcome is None:
            events = chance_events(self._state, self._chance) or self._move()
            self._apply(events)
            if self._watching:
                self._tell_all(events)
        return self._result(self._state.board.outcome.winner)

    def forfeited(self, failed: BotFailed) -> GameResult:
        """The result where a fault loses the game: one of the other players has won, by lot."""
        loser = failed.player
        others = [
            player for player in map(Player, range(self._setup.players))
            if player != loser and self._is_in(player)
        ]  # fmt: skip
        winner = random.Random(f"{self._planned.dice}/forfeit/{loser}").choice(others)
        return self._result(winner)._replace(loser=loser, fault=failed.fault.reason)

    def _is_in(self, player: Player) -> bool:
        return any(self._state.board.mats[seat].discs for seat in self._setup.seats_of(player))

    def _result(self, winner: int) -> GameResult:
        moves = sum(spent.moves for spent in self.spent)
        return GameResult(self._planned.number, winner, moves, self._state.board.round)

    def text(self) -> str:
        """The game so far as text; of a game that a fault has ended, with a remark."""
        return self._fault.record if self._fault else write_record(self.record())

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
            self._set_clock(player, bot)
            action = self._waited(player, seat, lambda: ask(bot, seen, dice))
            took, cpu = time.perf_counter() - began, time.thread_time() - cpu
            self._pay(player, seat, took)
            self._left[player] += self._terms.clock.increment if self._terms.clock else 0.0
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
        """Call a bot under its time limit."""
        label, number = self._entrants[player].label, self._planned.number
        limit, left = self._terms.limit, self._left[player]
        shorter = min(math.inf if limit is None else limit, left)
        try:
            try:
                self._watch.asks(
                    number, player, label, seat_letter(seat),
                    None if shorter == math.inf else shorter,
                )  # fmt: skip
                return call()
            finally:
                self._watch.answered()
        except TookTooLong:
            self._watch.answered()
            if limit is None or left < limit:
                raise self._on_time(player, seat) from None
            what = f"took longer for a move than --limit {limit:g} allows"
            raise self._failure(player, seat, what) from None

    def _set_clock(self, player: Player, bot: Bot) -> None:
        if self._terms.has_limits:
            clock, left = self._terms.clock, self._left[player]
            increment = clock.increment if clock else 0.0
            set_clock(bot, MoveTime(left if clock else None, increment, self._terms.limit))

    def _pay(self, player: Player, seat: Seat, seconds: float) -> None:
        """Take time off a player's clock; a call into C may have outlasted the alarm."""
        self._left[player] -= seconds
        if self._left[player] < 0:
            raise self._on_time(player, seat)

    def _on_time(self, player: Player, seat: Seat) -> BotFailed:
        return self._failure(player, seat, f"lost on time, --clock {self._terms.clock}", True)

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
        self._pay(player, seat, took)
        self.spent[player] = self.spent[player].and_more(TimeSpent(0, took, took))

    def _failure(self, player: Player, seat: Seat, reason: str, on_time: bool = False) -> BotFailed:
        bot, letter = self._entrants[player].label, seat_letter(seat)
        record = self.record()
        remark = f"{bot} ({letter}) {reason}".replace("{", "(").replace("}", ")")
        noted = Record(
            record.names, record.setup, record.first, record.moves, record.tags,
            (Comment(len(record.moves), remark),),
        )  # fmt: skip
        text = write_record(noted)
        self._fault = Fault(self._planned.number, bot, letter, reason, text, on_time)
        return BotFailed(self._fault, player)
