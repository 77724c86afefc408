"""The game behind the screen.

The only module of this package that holds a state. It exposes what the person may know: their own
view, redacted events, the board. Chance and each bot have their own random generator, so the same
seed and the same moves reproduce a game.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from calavera.bots import Bot, BotFault, acting_seat, ask, tell
from calavera.bots.hints import Adviser, Hint
from calavera.bots.loading import bot_name
from calavera.record import Record, record_game
from calavera.record.hints import hint_tags
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
    chance_events,
    decide,
    evolve,
    new_game,
    redact,
    seat_letter,
    view,
)

PERSON: Final = Player(0)
"""The player at the keyboard."""


class Transition(NamedTuple):
    """One event, as the person saw it."""

    event: SeenEvent
    before: Board  # the open table before it
    view: View  # what they knew after it

    @property
    def after(self) -> Board:
        """The open table after it."""
        return self.view.board


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
        self._adviser: Adviser | None = None
        self._hinted: set[tuple[Seat, int]] = set()

    @property
    def view(self) -> View:
        """What the person knows now."""
        return view(self._state, self._viewer)

    def let_chance_act(self) -> list[Transition]:
        """Let chance move, if it is to move.

        Bots are notified, as after every move; raises BotFault if one fails.
        """
        return self._happen(chance_events(self._state, self._chance))

    def let_bot_act(self) -> list[Transition]:
        """The next bot in turn chooses from its own view; raises BotFault."""
        player = self._setup.owner(self._state.board.turn[0])
        seen = view(self._state, self._setup.viewer(player))
        seat = acting_seat(seen).seat
        try:
            action = ask(self._bots[player], seen, self._dice[player])
        except BotFault as fault:
            raise self._failure(player, seat, fault) from fault.__cause__
        return self._happen(decide(self._state, seat, action))

    def act(self, seat: Seat, action: Action) -> list[Transition]:
        """Let a seat act; raises IllegalAction, or BotFault if a bot fails on the event."""
        return self._happen(decide(self._state, seat, action))

    def hint(self, seat: Seat) -> Hint:
        """What the strongest bot would consider at the person's seat; the record says so."""
        seen = [redact(event, self._viewer) for event in self._events]
        self._adviser = self._adviser or Adviser()  # it reads its weights first
        hint = self._adviser.hint(self.view, seat, seen)
        self._hinted.add((seat, len(self._events)))
        return hint

    def record(self) -> Record:
        """The whole game so far, every secret included: for a file, never for the screen."""
        tags = {"seed": str(self.seed), **hint_tags(seat for seat, _ in self._hinted)}
        return record_game(self._names, self._setup, self._events, tags)

    def uncovered(self) -> tuple[Holding, ...]:
        """Everybody's discs, once the game is over (R42)."""
        if self._state.board.phase is not Phase.OVER:
            raise ValueError("nothing is uncovered before the game is over (R41)")
        return self._state.holdings

    def _happen(self, events: Sequence[Event]) -> list[Transition]:
        told = []
        for event in events:
            before = self._state.board
            self._state = evolve(self._state, event)
            self._events.append(event)
            told.append(Transition(redact(event, self._viewer), before, self.view))
            for player, bot in self._bots.items():
                try:
                    tell(bot, redact(event, self._setup.viewer(player)))
                except BotFault as fault:
                    seat = self._setup.seats_of(player)[0]
                    raise self._failure(player, seat, fault) from fault.__cause__
        return told

    def _failure(self, player: Player, seat: Seat, fault: BotFault) -> BotFault:
        bot, name = bot_name(type(self._bots[player])), self._names[player]
        return BotFault(f"{bot} ({name}, seat {seat_letter(seat)}) {fault}")
