"""The game behind the screen.

The one file of this room that holds a state. What it hands out is what the person may know: their
own view, events as they saw them, the open board. Chance and every bot have dice of their own, so
that the same seed and the same moves make the same game.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calavera.bots import Bot, acting_seat
from calavera.bots.asking import Misstep, ask, follow, inform
from calavera.bots.loading import bot_name
from calavera.record import Record, record_game
from calavera.rules import (
    Action,
    Board,
    Event,
    Holding,
    Phase,
    Player,
    Seat,
    SeenEvent,
    Setup,
    View,
    chance_outcomes,
    decide,
    draw,
    evolve,
    new_game,
    redact,
    seat_letter,
    view,
)

PERSON: Final = Player(0)
"""Whose game it is."""


class BotFailed(ValueError):
    """A bot did what cannot be done; the message names it, its seat and the rule, in one line."""


class Told(NamedTuple):
    """One thing that happened, as the person saw it."""

    event: SeenEvent
    """What it was."""

    before: Board
    """The open table before it."""

    after: Board
    """The open table after it."""


class Host:
    """Runs one game between a person and bots."""

    def __init__(
        self, setup: Setup, names: Sequence[str], bots: Mapping[Player, Bot], seed: int
    ) -> None:
        self.seed = seed
        self._setup = setup
        self._names = names
        self._viewer = setup.viewer(PERSON)
        self._bots = bots
        self._chance = random.Random(seed)
        self._dice = {player: random.Random(f"{seed}/{player}") for player in bots}
        self._state = new_game(setup)
        self._events: list[Event] = []

    @property
    def view(self) -> View:
        """What the person knows now."""
        return view(self._state, self._viewer)

    def let_chance_act(self) -> list[Told]:
        """Draw what chance is to bring; nothing happens where it is not to move.

        As after every move, bots are told: raises BotFailed.
        """
        outcomes = chance_outcomes(self._state)
        if not outcomes:
            return []
        return self._happen([draw(outcomes, self._chance.random())])

    def let_bot_act(self) -> list[Told]:
        """The next bot in turn chooses from its own view; raises BotFailed."""
        player = self._setup.owner(self._state.board.turn[0])
        seen = view(self._state, self._setup.viewer(player))
        seat = acting_seat(seen).seat
        try:
            action = ask(self._bots[player], seen, self._dice[player])
            events = follow(self._state, seat, action)
        except Misstep as misstep:
            raise self._failure(player, seat, misstep) from misstep.__cause__
        return self._happen(events)

    def act(self, seat: Seat, action: Action) -> list[Told]:
        """A seat acts; raises IllegalAction, and BotFailed where a bot cannot bear to be told."""
        return self._happen(decide(self._state, seat, action))

    def record(self) -> Record:
        """The whole game so far, every secret included: for a file, never for the screen."""
        return record_game(self._names, self._setup, self._events, {"seed": str(self.seed)})

    def uncovered(self) -> tuple[Holding, ...]:
        """Everybody's discs, once the game is over (R42)."""
        if self._state.board.phase is not Phase.OVER:
            raise ValueError("nothing is uncovered before the game is over (R41)")
        return self._state.holdings

    def _happen(self, events: Sequence[Event]) -> list[Told]:
        told = []
        for event in events:
            before = self._state.board
            self._state = evolve(self._state, event)
            self._events.append(event)
            told.append(Told(redact(event, self._viewer), before, self._state.board))
            for player, bot in self._bots.items():
                try:
                    inform(bot, redact(event, self._setup.viewer(player)))
                except Misstep as misstep:
                    seat = self._setup.seats_of(player)[0]
                    raise self._failure(player, seat, misstep) from misstep.__cause__
        return told

    def _failure(self, player: Player, seat: Seat, misstep: Misstep) -> BotFailed:
        bot, name = bot_name(type(self._bots[player])), self._names[player]
        return BotFailed(f"{bot} ({name}, seat {seat_letter(seat)}) {misstep}")
