"""One game between bots.

Chance has dice of its own, and so has every seat: bots that change places find the same first
player, and the same luck wherever their games go the same way (common random numbers).
"""

import random
import time
from collections.abc import Sequence
from typing import Final, get_args

from calavera.arena.entrant import Entrant
from calavera.arena.plan import PlannedGame
from calavera.arena.result import Fault, GameResult, Spent
from calavera.bots import Bot, acting_seat, seat_bot, tell
from calavera.bots.seating import watches
from calavera.record import Comment, Record, record_game, write_record
from calavera.rules import (
    Action,
    Event,
    IllegalAction,
    Player,
    Setup,
    chance_outcomes,
    decide,
    evolve,
    new_game,
    redact,
    seat_letter,
    view,
)

_ACTIONS: Final = get_args(Action)


class BotFailed(Exception):
    """A bot raised an error or chose what it may not."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


class Game:
    """A planned game, played to its end."""

    def __init__(self, planned: PlannedGame, setup: Setup, entrants: Sequence[Entrant]) -> None:
        self._planned = planned
        self._setup = setup
        self._entrants = [entrants[index] for index in planned.seating]
        self._bots = [seat_bot(entrant.kind) for entrant in self._entrants]
        self._viewers = [setup.viewer(Player(index)) for index in range(setup.players)]
        self._watching = [index for index, bot in enumerate(self._bots) if watches(bot)]
        self._chance = random.Random(f"{planned.dice}/chance")
        self._dice = [random.Random(f"{planned.dice}/{index}") for index in range(setup.players)]
        self._state = new_game(setup)
        self._events: list[Event] = []
        self.spent = [Spent() for _ in self._bots]
        """What each player took."""

    def play(self) -> GameResult:
        """Everything, until somebody has won; raises BotFailed."""
        while self._state.board.outcome is None:
            self._happen(self._drawn() or self._chosen())
        board = self._state.board
        moves = sum(spent.moves for spent in self.spent)
        winner = self._state.board.outcome.winner
        return GameResult(self._planned.number, winner, moves, board.round)

    def record(self) -> Record:
        """The whole game so far."""
        names = [entrant.label for entrant in self._entrants]
        tags = {
            "event": "calavera arena",
            "game": str(self._planned.number),
            "seed": self._planned.dice,
        }
        return record_game(names, self._setup, self._events, tags)

    def _drawn(self) -> Sequence[Event]:
        outcomes = chance_outcomes(self._state)
        if not outcomes:
            return ()
        events, weights = zip(*outcomes, strict=True)
        return self._chance.choices(events, [float(weight) for weight in weights])

    def _chosen(self) -> Sequence[Event]:
        """What the next bot in turn brings about; it is handed its own view and nothing else."""
        player = self._setup.owner(self._state.board.turn[0])
        seen = view(self._state, self._viewers[player])
        seat = acting_seat(seen).seat
        began = time.perf_counter()
        try:
            action = self._bots[player].choose(seen, self._dice[player])
        except (Exception, SystemExit) as error:
            raise self._failure(player, f"raised {type(error).__name__}: {error}") from error
        took = time.perf_counter() - began
        self.spent[player] = self.spent[player].and_more(Spent(1, took, took))
        if not isinstance(action, _ACTIONS):
            raise self._failure(player, f"chose {action!r}, which is no action")
        try:
            return decide(self._state, seat, action)
        except IllegalAction as error:
            raise self._failure(player, f"chose {error}") from None

    def _happen(self, events: Sequence[Event]) -> None:
        for event in events:
            self._state = evolve(self._state, event)
            self._events.append(event)
            for player in self._watching:
                self._tell(Player(player), self._bots[player], event)

    def _tell(self, player: Player, bot: Bot, event: Event) -> None:
        began = time.perf_counter()
        try:
            tell(bot, redact(event, self._viewers[player]))
        except (Exception, SystemExit) as error:
            raise self._failure(player, f"raised {type(error).__name__}: {error}") from error
        took = time.perf_counter() - began
        self.spent[player] = self.spent[player].and_more(Spent(0, took, took))

    def _failure(self, player: Player, what: str) -> BotFailed:
        reason = " ".join(what.split())
        bot, seat = self._entrants[player].label, seat_letter(self._setup.seats_of(player)[0])
        record = self.record()
        remark = f"{bot} ({seat}) {reason}".replace("{", "(").replace("}", ")")
        noted = Record(
            record.names, record.setup, record.first, record.moves, record.tags,
            (Comment(len(record.moves), remark),),
        )  # fmt: skip
        fault = Fault(self._planned.number, bot, seat, reason, write_record(noted))
        return BotFailed(fault)
