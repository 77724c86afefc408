"""A game to play with: moves in notation go in, views and records come out.

The rules are pure functions on frozen values. `Game` keeps the current state, draws where chance is
to move and remembers the way back, for scripts, notebooks and match runners.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from calavera.record.reading import ROUND, read_record
from calavera.record.replay import action_of, record_game, seen_by, viewer_named
from calavera.record.tokens import Move, read_move, write_move
from calavera.record.writing import write_record
from calavera.rules.actions import Action, action_named
from calavera.rules.board import Board
from calavera.rules.chance import chance_outcomes, draw
from calavera.rules.decide import decide
from calavera.rules.discs import disc_letters
from calavera.rules.events import DiscLost, DiscsShuffled, Event, RoundBegan
from calavera.rules.legal import legal_actions
from calavera.rules.outcome import Outcome
from calavera.rules.seats import Seat, seat_letter, seat_named
from calavera.rules.setup import Setup, set_up
from calavera.rules.state import State, evolve, new_game
from calavera.rules.view import View, view

BAR: Final = "|"
"""Stands between the steps of a round."""

NAMES: Final = "ABCDEFGHIJKL"
"""What players are called unless they have names."""


class IllegalMove(ValueError):
    """A token that disagrees with what happened; quotes it and says how."""


@dataclass(slots=True)
class _Step:
    """What `undo` goes back to."""

    state: State
    events: int
    luck: Any = None
    """The generator before a draw, so that a repeated move meets the same luck."""


class Game:
    """One game of Skull: the whole truth about it, every secret included.

    `view` returns what one player may know; hand a player that and nothing else.
    """

    def __init__(
        self,
        players: int | Setup = 4,
        *,
        seed: int | str | random.Random | None = None,
        first: str | Seat | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """Start a game of that many players, or of a setup that `set_up` made.

        Without `first`, chance draws who begins (R4); without `seed`, nobody can foretell it.
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
            new_game(self.setup, seat)  # refuses a seat that is not in
            self._apply([RoundBegan(1, seat)])

    @classmethod
    def read(cls, text: str | bytes) -> "Game":
        """The game of a full record; raises RecordError, and ValueError for somebody's view."""
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
        """What lies open."""
        return self._state.board

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, chance included."""
        return tuple(self._events)

    @property
    def turn(self) -> tuple[str, ...]:
        """The letters of the seats that are to act; several while all place at once (R7)."""
        return tuple(map(seat_letter, self._state.board.turn))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self._state.board.outcome

    def legal_actions(self, seat: str | Seat) -> list[Action]:
        """What a seat may do now."""
        return list(legal_actions(self._state, _seat(seat)))

    def view(self, viewer: str | Seat = "public") -> View:
        """What the player of a seat knows, or the public."""
        return view(self._state, viewer_named(self.setup, _letter(viewer)))

    def play(self, moves: str) -> tuple[Event, ...]:
        """Play `"aF"`, or several moves as a record has them; returns what happened.

        A flip and a blind pick may leave out what comes of them: `c>b`, `b~`. With it, a flip has
        to agree with the disc that lies there, and chance draws the disc that the pick names.
        Raises IllegalAction or another ValueError, and then plays nothing at all.
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
        """Let a seat act; returns what happened, chance included. Raises IllegalAction."""
        caused = decide(self._state, _seat(seat), action)
        happened = len(self._events)
        self._steps.append(_Step(self._state, happened))
        self._apply(caused)
        self._let_chance_act()
        return tuple(self._events[happened:])

    def undo(self) -> None:
        """Take the last move back, and what chance drew after it."""
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
        """Let chance have drawn the disc that a blind pick names (R24)."""
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
