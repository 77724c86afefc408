"""Games against bots in Python: a bot is asked with its view, and sees its player's events."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy

from calavera.arena.compiled.lanes import NOBODY
from calavera.arena.encoding.action_numbers import number_of
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator import ACTIONS, OBSERVATION, observe
from calavera.arena.simulator.telling import happened
from calavera.bots import Bot, BotFault, acting_seat, ask, dismiss, seat_bot, tell
from calavera.env.games import Flags, Games
from calavera.rules import (
    Event,
    Player,
    Seat,
    Setup,
    Show,
    State,
    Viewer,
    chance_events,
    decide,
    evolve,
    new_game,
    redact,
    view,
)


class BotGames(Games):
    """Games against any bots: a hundred times slower than compiled ones, and every bot can play."""

    def __init__(
        self, setup: Setup, count: int, opponents: Sequence[tuple[str, type[Bot]]]
    ) -> None:
        super().__init__(count)
        self._setup, self._opponents = setup, opponents
        self._tables: list[_Table | None] = [None] * count
        self._seed = 0
        self._numbers = self.indices - count
        self._seats = numpy.zeros(count, numpy.int64)
        self._running = numpy.zeros(count, numpy.bool_)
        self._winning_seats = numpy.full(count, NOBODY)
        self._observations = numpy.zeros((count, OBSERVATION), numpy.int8)
        self._masks = numpy.zeros((count, ACTIONS), numpy.int8)

    @property
    def seats(self) -> Words:
        return self._seats

    @property
    def running(self) -> Flags:
        return self._running

    @property
    def winning_seats(self) -> Words:
        return self._winning_seats

    @property
    def observations(self) -> Bytes:
        return self._observations

    @property
    def masks(self) -> Bytes:
        return self._masks

    def state(self, index: int) -> State:
        return self._table(index).state

    def seed(self, seed: int) -> None:
        self._seed = seed
        self._numbers[:] = self.indices - len(self.indices)

    def begin(self, which: Flags) -> None:
        for index in map(int, numpy.flatnonzero(which)):
            self._running[index] = False
            while not self._running[index]:  # else it was over before the learner's first decision
                self._leave(index)
                self._numbers[index] += len(self.indices)
                dice = f"{self._seed}/{self._numbers[index]}"
                self._tables[index] = _Table(self._setup, self._opponents, dice)
                self._write(index)

    def play(self, numbers: Words, which: Flags) -> None:
        for index in map(int, numpy.flatnonzero(which)):
            self._table(index).step(int(numbers[index]))
            self._write(index)

    def close(self) -> None:
        for index in map(int, self.indices):
            self._leave(index)

    def _table(self, index: int) -> "_Table":
        table = self._tables[index]
        if table is None:
            raise RuntimeError("reset has to be called first")
        return table

    def _leave(self, index: int) -> None:
        table, self._tables[index] = self._tables[index], None
        if table is not None:
            table.close()

    def _write(self, index: int) -> None:
        """Set what the learner may know."""
        table = self._table(index)
        seat = table.seat_in_turn
        self._running[index] = seat is not None
        if seat is not None:
            self._seats[index] = seat
        seen = view(table.state, table.viewer)
        row = observe(seen, Seat(int(self._seats[index])))
        self._observations[index] = numpy.frombuffer(row, numpy.int8)
        self._masks[index] = 0
        for own in seen.own:
            if own.seat == seat:
                legal = [action for action in own.legal if not isinstance(action, Show)]
                seats = len(seen.board.mats)
                self._masks[index, [number_of(action, seat, seats) for action in legal]] = 1
        outcome = seen.board.outcome
        self._winning_seats[index] = NOBODY if outcome is None else outcome.seat
        if seat is None:
            table.close()


class _Opponent(NamedTuple):
    name: str
    bot: Bot
    viewer: Viewer
    rng: random.Random


class _Table:
    """One game; chance and every bot have dice of their own."""

    def __init__(self, setup: Setup, opponents: Sequence[tuple[str, type[Bot]]], dice: str) -> None:
        self.state = new_game(setup)
        self._setup = setup
        self._chance = random.Random(f"{dice}/chance")
        players = sorted({setup.owner(seat) for seat in setup.seats_in})
        self._learner = self._chance.choice(players)
        self.viewer = setup.viewer(self._learner)
        self._opponents: dict[Player, _Opponent] = {}
        for steps, (name, kind) in enumerate(opponents, 1):
            player = Player((self._learner + steps) % setup.players)
            if player in players:
                with _named(name):
                    bot = seat_bot(kind)
                rng = random.Random(f"{dice}/{player}")
                self._opponents[player] = _Opponent(name, bot, setup.viewer(player), rng)
        self._play_on()

    @property
    def seat_in_turn(self) -> Seat | None:
        """The learner's seat that has to act; none if the game is over or the learner is out."""
        board = self.state.board
        acting = board.turn[0] if board.turn and self._is_learner_in() else None
        return acting if acting in self.viewer.seats else None

    def step(self, number: int) -> None:
        """An action of the learner, then those of its opponents."""
        seat = self.seat_in_turn
        assert seat is not None
        self._apply(happened(self.state, seat, number))
        self._play_on()

    def close(self) -> None:
        """Dismiss all bots."""
        while self._opponents:
            _, opponent = self._opponents.popitem()
            dismiss(opponent.bot)

    def _is_learner_in(self) -> bool:
        return any(self.state.board.mats[seat].discs for seat in self.viewer.seats)

    def _play_on(self) -> None:
        """Play until the learner has to act, is out, or the game is over."""
        while self.state.board.outcome is None and self._is_learner_in():
            events = chance_events(self.state, self._chance)
            if not events:
                player = self._setup.owner(self.state.board.turn[0])
                if player == self._learner:
                    return
                events = self._move(self._opponents[player])
            self._apply(events)

    def _move(self, opponent: _Opponent) -> tuple[Event, ...]:
        """Ask a bot, which is handed its own view and nothing else."""
        seen = view(self.state, opponent.viewer)
        with _named(opponent.name):
            action = ask(opponent.bot, seen, opponent.rng)
        return decide(self.state, acting_seat(seen).seat, action)

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            for opponent in self._opponents.values():
                with _named(opponent.name):
                    tell(opponent.bot, redact(event, opponent.viewer))


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Say whose fault a fault is."""
    try:
        yield
    except BotFault as fault:
        raise BotFault(f"opponent {name!r} {fault}") from fault.__cause__
