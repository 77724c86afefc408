"""A game for scripts: moves in notation go in, views and records come out.

The rules are pure functions on frozen values. `Game` keeps the current state, draws when chance is
to move and supports undo, for scripts, notebooks and match runners.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from calavera.record.notation import Move, read_move, write_move
from calavera.record.reading import ROUND, read_record
from calavera.record.replay import action_of, record_game, seen_by, viewer_named
from calavera.record.writing import write_record
from calavera.rules.actions import Action, action_named
from calavera.rules.chance import chance_outcomes, draw
from calavera.rules.decide import decide
from calavera.rules.events import DiscLost, DiscsShuffled, Event, RoundBegan
from calavera.rules.evolve import evolve, new_game
from calavera.rules.legal import legal_actions
from calavera.rules.model.board import Board
from calavera.rules.model.discs import disc_letters
from calavera.rules.model.outcome import Outcome
from calavera.rules.model.seats import Seat, seat_letter, seat_named
from calavera.rules.model.setup import Setup, set_up
from calavera.rules.model.state import State
from calavera.rules.view import View, view

BAR: Final = "|"
"""Separates the steps of a round."""

NAMES: Final = "ABCDEFGHIJKL"
"""Default names of players."""


class IllegalMove(ValueError):
    """A token that contradicts the game; the message quotes it and says how."""


@dataclass(slots=True)
class _Step:
    """A state that `undo` restores."""

    state: State
    events: int
    luck: Any = None
    """The generator before a draw, so that repeating a move repeats the draw."""


class Game:
    """One game of Skull with every secret.

    `view` returns what one player may know; give a player nothing else.
    """

    def __init__(
        self,
        players: int | Setup = 4,
        *,
        seed: int | str | random.Random | None = None,
        first: str | Seat | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """Start a game for a number of players, or for a setup from `set_up`.

        Without `first`, chance draws the first player (R4); without `seed`, draws are
        unpredictable.
        """
        self.setup: Final = players if isinstance(players, Setup) else set_up(players)
        self.names: Final = tuple(names or NAMES[: self.setup.players])
        self._chance = seed if isinstance(seed, random.Random) else random.Random(seed)
        self._state = new_game(self.setup)
        self._events: list[Event] = []
        self._steps: list[_Step] = []
        if first is None:
            self._let_chance_act()
        else:
            seat = _seat(first)
            new_game(self.setup, seat)  # raises if the seat is not in
            self._apply([RoundBegan(1, seat)])

    @classmethod
    def read(cls, text: str | bytes) -> "Game":
        """Load a full record; raises RecordError, or ValueError for a view."""
        record = read_record(text)
        game = cls(record.setup, first=record.first, names=record.names)
        for move in record.moves:
            game._play_move(move)
        return game

    @property
    def state(self) -> State:
        """The current state, secrets included."""
        return self._state

    @property
    def board(self) -> Board:
        """The open table."""
        return self._state.board

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, chance included."""
        return tuple(self._events)

    @property
    def turn(self) -> tuple[str, ...]:
        """The letters of the seats to act; several while all place at once (R7)."""
        return tuple(map(seat_letter, self._state.board.turn))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self._state.board.outcome

    def legal_actions(self, seat: str | Seat) -> list[Action]:
        """What a seat may do now."""
        return list(legal_actions(self._state, _seat(seat)))

    def view(self, viewer: str | Seat = "public") -> View:
        """What the player of a seat knows, or the public."""
        return view(self._state, viewer_named(self.setup, _letter(viewer)))

    def play(self, moves: str) -> tuple[Event, ...]:
        """Play one move such as `"aF"`, or several as in a record; return the events.

        A flip and a blind pick may omit their result: `c>b`, `b~`. With a result, a flip has to
        agree with the disc, and chance draws the disc that the pick names. Raises IllegalAction or
        another ValueError, and then plays none of the moves.
        """
        happened, count = len(self._events), len(self._steps)
        try:
            for token in moves.replace(BAR, " ").split():
                self._play(token)
        except ValueError:
            while len(self._steps) > count:
                self.undo()
            raise
        return tuple(self._events[happened:])

    def act(self, seat: str | Seat, action: Action) -> tuple[Event, ...]:
        """Let a seat act; return the events, chance included. Raises IllegalAction."""
        caused = decide(self._state, _seat(seat), action)
        happened = len(self._events)
        self._steps.append(_Step(self._state, happened))
        self._apply(caused)
        self._let_chance_act()
        return tuple(self._events[happened:])

    def undo(self) -> None:
        """Take back the last move and what chance drew after it."""
        if not self._steps:
            raise IndexError("there is no move to take back")
        step = self._steps.pop()
        self._state = step.state
        del self._events[step.events :]
        if step.luck is not None:
            self._chance.setstate(step.luck)

    def record(self, viewer: str | Seat | None = None) -> str:
        """The game so far as `.skull` text: in full, or as one viewer saw it."""
        record = record_game(self.names, self.setup, self._events)
        if viewer is not None:
            record = seen_by(record, viewer_named(self.setup, _letter(viewer)))
        return write_record(record)

    def __str__(self) -> str:
        width = max(map(len, self.names))
        rows = [self._row(seat, width) for seat in self.setup.seats]
        return "\n".join([str(self.board), *rows])

    def __repr__(self) -> str:
        return f"<Game of {self.setup.players}: {self.board}>"

    def _row(self, seat: Seat, width: int) -> str:
        mat, holding = self._state.board.mats[seat], self._state.holdings[seat]
        name = f"{seat_letter(seat)} {self.names[mat.owner]:<{width}}"
        if mat.out:
            return f"{name}  out"
        won = ["", "1 success", "2 successes"][mat.wins]
        notes = [note for note in (won, "passed" * mat.passed) if note]
        hand, stack = disc_letters(holding.hand), disc_letters(holding.stack)
        return f"{name}  hand {hand:<4}  mat {stack:<4}  {', '.join(notes)}".rstrip()

    def _play(self, token: str) -> None:
        try:
            move = read_move(token)
        except ValueError:
            if not ROUND.fullmatch(token):
                self.act(token[:1], action_named(token[1:]))
        else:
            self._play_move(move)

    def _play_move(self, move: Move) -> None:
        if isinstance(move, DiscLost) and self._state.drawn is not None:
            self._draw(move)
        (caused, *_) = self.act(*action_of(move))
        if caused != move:
            self.undo()
            happened = write_move(cast(Move, caused))  # every action causes a move first
            raise IllegalMove(f"{write_move(move)} disagrees with the discs: {happened}")

    def _draw(self, loss: DiscLost) -> None:
        """Make chance draw the disc that a blind pick names (R24)."""
        drawn = DiscsShuffled(loss.seat, loss.disc)
        before = self._state._replace(drawn=None)
        if drawn in [event for event, _ in chance_outcomes(before)]:
            last = max(i for i, event in enumerate(self._events) if isinstance(event, type(drawn)))
            self._events[last] = drawn
            self._state = evolve(before, drawn)

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            self._state = evolve(self._state, event)
            self._events.append(event)

    def _let_chance_act(self) -> None:
        if outcomes := chance_outcomes(self._state):
            if self._steps:
                self._steps[-1].luck = self._chance.getstate()
            self._apply([draw(outcomes, self._chance.random())])


def _seat(seat: str | Seat) -> Seat:
    return seat_named(seat) if isinstance(seat, str) else seat


def _letter(seat: str | Seat) -> str:
    return seat if isinstance(seat, str) else seat_letter(seat)
