"""A live table in two worlds that a viewer cannot distinguish.

A table is played at random and every input is recorded: connections, commands, alarms. The other
world gets the same inputs, but everything that one viewer may not know differs: the discs that
others place and choose to lose, those that chance draws for them, the secrets of their dice, and
their identities.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, cast

from calavera.bots import acting_seat
from calavera.bots.contract.worlds import other_world
from calavera.protocol.commands import (
    Act,
    Command,
    Decline,
    Leave,
    Reshuffle,
    Say,
    SayReady,
    SeatBot,
    Sit,
    Start,
)
from calavera.protocol.facts import Played
from calavera.protocol.settings import Settings
from calavera.record.notation import Move
from calavera.record.replay import action_of
from calavera.rules import PUBLIC, Action, Player, Seat, Show, State, Viewer
from calavera.rules.actions import PLACES
from calavera.rules.events import DiscsShuffled, Event, RoundBegan
from calavera.rules.model.discs import Disc
from calavera.table.dice import draws as dice
from calavera.table.live.automation import Pace
from calavera.table.live.ports import Thought
from calavera.table.logic.evolve import after
from calavera.table.logic.table import Game, Table
from tests.table.doubles import NAMES, Ear, Harness, QuickThinker

PACE = Pace(100, 200, 900)
WATCHER = "Watcher"

Key: TypeAlias = tuple[int, Seat, int]
"""A decision: the game, the seat, the number."""

Step: TypeAlias = Callable[["Stage"], None]


class Play(NamedTuple):
    """All inputs of a table, and its history."""

    settings: Settings
    seed: int
    steps: list[Step]
    harness: Harness


class Secrets(NamedTuple):
    """What differs in the other world."""

    actions: dict[Key, Action]
    draws: dict[tuple[int, int], Disc]
    own_places: dict[str, int | None]
    """For the master of each game, the chair whose secret is the viewer's own."""


class KeyedThinker(QuickThinker):
    """Chooses at random, or as recorded for that decision."""

    def __init__(self, stage: "Stage") -> None:
        super().__init__()
        self._stage = stage

    def _choice(self, thought: Thought) -> Action:
        seat = acting_seat(thought.view)
        game = self._stage.game
        known = self._stage.secrets
        key = (game.number, seat.seat, game.decisions[seat.seat])
        if known is not None and key in known.actions:
            return known.actions[key]
        legal = [action for action in seat.legal if not isinstance(action, Show)]
        return random.Random(repr(key)).choice(legal)


class Stage:
    """A server in which inputs are replayed."""

    def __init__(self, settings: Settings, seed: int, secrets: Secrets | None, viewer: str) -> None:
        identities = {} if secrets is None else {n: f"known as {n}" for n in NAMES if n != viewer}
        self.harness = Harness(settings, pace=PACE, seed=seed, identities=identities)
        self.harness.thinker = KeyedThinker(self)
        self.harness.world = self.harness.world._replace(thinker=self.harness.thinker)
        self.harness.live._world = self.harness.world
        self.secrets = secrets
        self.ears: list[Ear] = []
        self.alarms: list[int | None] = []

    @property
    def game(self) -> Game:
        game = self.harness.live.table.game
        assert game is not None
        return game

    def connect(self, name: str, since: int | None) -> None:
        self.ears.append(self.harness.connect(name, since))

    def detach(self, number: int) -> None:
        self.harness.live.detach(self.ears[number])

    def submit(self, number: int, command: Command) -> None:
        if isinstance(command, Act) and self.secrets is not None:
            key = (command.game, command.seat, command.decision)
            is_move = not isinstance(command.action, Show)
            if is_move and key in self.secrets.actions:
                command = command._replace(action=self.secrets.actions[key])
        self.harness.live.submit(self.ears[number], command)

    def ring(self, at: int) -> None:
        self.harness.clock.now = max(self.harness.clock.now, at)
        self.harness.live.tick()

    def take(self, step: Step) -> None:
        step(self)
        self.alarms.append(self.harness.alarm.at)


class Director:
    """Plays a table at random and records every input."""

    def __init__(self, settings: Settings, people: int, seed: int) -> None:
        self.settings, self.seed = settings, seed
        self.rng = random.Random(seed)
        self.stage = Stage(settings, seed, None, "")
        self.harness = self.stage.harness
        self.steps: list[Step] = []
        self._names = NAMES[:people]
        self._slots: dict[str, int] = {}

    def play(self, games: int) -> Play:
        for name in (*self._names, WATCHER):
            self._connect(name, None)
        for name in self._names:
            self._ask(name, Sit(self.harness.id(), None))
        self._fill_with_bots()
        for _ in range(games):
            self._game()
        return Play(self.settings, self.seed, self.steps, self.harness)

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        self.stage.take(step)

    def _connect(self, name: str, since: int | None) -> None:
        self._slots[name] = len(self.stage.ears)
        self._take(lambda stage: stage.connect(name, since))

    def _connect_again(self, name: str, since: int) -> None:
        slot = self._slots[name]
        self._take(lambda stage: stage.detach(slot))
        self._connect(name, since)

    def _ask(self, name: str, command: Command) -> None:
        slot = self._slots[name]
        self._take(lambda stage: stage.submit(slot, command))

    def _ear(self, name: str) -> Ear:
        return self.stage.ears[self._slots[name]]

    def _fill_with_bots(self) -> None:
        for place, chair in enumerate(self.harness.live.table.chairs):
            if chair.is_free:
                self._ask("Ana", SeatBot(self.harness.id(), place, "uniform"))

    def _game(self) -> None:
        host = self._names[self.harness.live.table.host - 1]
        self._ask(host, Reshuffle(self.harness.id()))
        for name in (*self._names, WATCHER):
            self._connect_again(name, max(0, self.harness.live.version - 9))
        for name in self._names:
            self._ask(name, SayReady(self.harness.id(), True, f"{self.rng.randrange(256):02x}"))
        host = self._names[self.harness.live.table.host - 1]
        self._ask(host, Start(self.harness.id()))
        for _ in range(3000):
            if not self.harness.is_playing:
                return
            self._something()
        raise AssertionError("the game does not end")

    def _something(self) -> None:
        name = self.rng.choice(self._names)
        lot = self.rng.random()
        if lot < 0.02:
            self._ask(name, Say(self.harness.id(), "hm"))
        elif lot < 0.04:
            self._ask(name, Leave(self.harness.id()))
        elif lot < 0.09:
            who = self.rng.choice((*self._names, WATCHER))
            self._connect_again(who, self.rng.randrange(self.harness.live.version + 1))
        elif lot < 0.12:
            self._ask(name, self._stale(name))
        else:
            self._move(name)

    def _stale(self, name: str) -> Command:
        seat = self._seat(name)
        decision = max(0, self.stage.game.decisions[seat] - 1)
        return Act(
            self.harness.id(), self.stage.game.number, seat, decision + 7, PLACES[Disc.SKULL]
        )

    def _seat(self, name: str) -> Seat:
        return self._ear(name).you.seats[0]

    def _move(self, name: str) -> None:
        movers = [one for one in self._names if self._ear(one).moves(shows=True)]
        if not movers or self.rng.random() < 0.3:
            at = self.harness.alarm.at
            if at is not None:
                self._take(lambda stage: stage.ring(at))
            if movers and at is None:
                raise AssertionError("nothing goes on")
            return
        name = self.rng.choice(movers)
        ear = self._ear(name)
        seat, action = self.rng.choice(ear.moves(shows=True))
        if isinstance(action, Show) and self.rng.random() < 0.5:
            self._ask(name, Decline(self.harness.id(), self.stage.game.number, seat))
        else:
            self._ask(name, self.harness.act(ear, seat, action))


def other_secrets(play: Play, member: int | None, rng: random.Random) -> Secrets:
    """Other secrets that the viewer cannot distinguish from the original ones."""
    secrets = Secrets({}, {}, {})
    for game, played in _games(play.harness):
        place = game.members.index(member) if member in game.members else None
        viewer: Viewer = PUBLIC if member is None or place is None else game.viewer(place)
        events = [event for fact in played for event in fact.events]
        others = other_world(game.setup, events, viewer, rng)
        _tell(secrets, game.number, played, others)
        secrets.own_places[game.dice.master] = None if member is None else place
    return secrets


def _games(harness: Harness) -> list[tuple[Game, list[Played]]]:
    table = Table()
    games: dict[int, tuple[Game, list[Played]]] = {}
    for entry in harness.entries():
        for fact in entry.facts:
            table = after(table, fact, entry.at)
            if isinstance(fact, Played) and table.game is not None:
                _, played = games.setdefault(table.game.number, (table.game, []))
                played.append(fact)
    return list(games.values())


def _tell(secrets: Secrets, number: int, played: list[Played], others: list[Event]) -> None:
    decisions: dict[Seat, int] = {}
    index, round_number = 0, 0
    for fact in played:
        for event in others[index : index + len(fact.events)]:
            if isinstance(event, RoundBegan):
                round_number = event.number
            elif isinstance(event, DiscsShuffled):
                secrets.draws[number, round_number] = event.drawn
        first = others[index]
        index += len(fact.events)
        if fact.seat is None:
            continue
        key = (number, fact.seat, decisions.get(fact.seat, 0))
        decisions[fact.seat] = key[2] + 1
        secrets.actions[key] = action_of(cast(Move, first))[1]


def in_the_other_world(play: Play, secrets: Secrets, viewer: str, patch: Any) -> Stage:
    """The same inputs with other secrets."""
    real_secret = dice.secret

    def secret(master: str, player: Player | None) -> str:
        own = secrets.own_places.get(master, -1)
        if player is None or player == own or play.settings.opens:
            return real_secret(master, player)
        return real_secret(master[::-1], player)

    def pick(self: dice.Dice, state: State) -> DiscsShuffled:
        board = state.board
        assert board.attempt is not None
        return DiscsShuffled(board.attempt.challenger, secrets.draws[self.game, board.round])

    patch.setattr(dice, "secret", secret)
    patch.setattr(dice.Dice, "pick", pick)
    stage = Stage(play.settings, play.seed, secrets, viewer)
    for step in play.steps:
        stage.take(step)
    return stage
