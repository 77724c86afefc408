"""The value of a whole game of two by one linear program: the truth that the solver is held to.

The game is played out in the rules themselves, to its very end; what a player knows is what
`redact` hands it, event by event, and nothing is forgotten. The program is the sequence form of
Koller, Megiddo and von Stengel, solved by SciPy's HiGHS. It shares nothing with the solver but the
rules, and it is only for positions with a few discs.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, hstack

from calavera.rules import (
    Event,
    Phase,
    Placement,
    Player,
    Seat,
    SeenEvent,
    Show,
    State,
    chance_outcomes,
    decide,
    evolve,
    legal_actions,
    new_game,
    redact,
    set_up,
)
from calavera.rules.board import may_show
from calavera.rules.seats import Viewer
from calavera.solve.position import FIRST, SECOND, Position, seat_start
from calavera.solve.promises import Floats

_HIDDEN: Final = "keeps its discs hidden"


class Unsolved(RuntimeError):
    """The linear program was not solved, which should not happen."""


@dataclass
class _Recall:
    """What one player can know, and its sequences of moves."""

    known: dict[tuple[int, int], int] = field(default_factory=dict)
    """Each knowledge and what is seen next, to the knowledge that follows."""

    choices: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """For each knowledge with a choice: the sequence before, the first of its own, how many."""

    sequences: int = 1

    def sees(self, knowledge: int, seen: int) -> int:
        """The knowledge after something seen."""
        return self.known.setdefault((knowledge, seen), len(self.known) + 1)

    def moves(self, knowledge: int, before: int, count: int) -> int:
        """The first of the sequences that a choice leads to."""
        if knowledge not in self.choices:
            self.choices[knowledge] = before, self.sequences, count
            self.sequences += count
        return self.choices[knowledge][1]

    def constraints(self) -> tuple[csc_matrix, Floats]:
        """That a plan leaves each choice as often as it comes to it."""
        row, column, value = [0], [0], [1.0]
        for number, (before, first, count) in enumerate(self.choices.values(), start=1):
            row += [number] * (count + 1)
            column += [before, *range(first, first + count)]
            value += [-1.0] + [1.0] * count
        right = np.zeros(len(self.choices) + 1)
        right[0] = 1.0
        shape = (len(right), self.sequences)
        return csc_matrix((value, (row, column)), shape=shape), right


class _Branch(NamedTuple):
    """One thing that can happen next."""

    then: int
    """The moment it leads to."""

    seen: tuple[int, int]
    """What each player sees of it."""

    share: float
    """How likely chance brings it; 1 where a player chooses."""


class _Moment(NamedTuple):
    """A state of the game, with what can happen next. Many histories come to the same."""

    won: float | None
    """Whether the first player has won, once the game is over."""

    actor: int | None
    """Who chooses; none where chance draws, or the rules leave no choice."""

    branches: tuple[_Branch, ...]


class _Moments:
    """Every moment of a game by its number, each worked out from the rules once."""

    def __init__(self, *, shows: bool) -> None:
        self._shows = shows
        self._numbers: dict[tuple[State, bool], int] = {}
        self._states: list[tuple[State, bool]] = []
        self._made: dict[int, _Moment] = {}
        self._seen: dict[tuple[SeenEvent | str, ...], int] = {}
        self._viewers = (Viewer((Seat(FIRST),)), Viewer((Seat(SECOND),)))

    def number(self, state: State, *, asked: bool = False) -> int:
        """The number of a state; asked, whether somebody has been asked to show its discs."""
        key = state, asked
        if key not in self._numbers:
            self._numbers[key] = len(self._states)
            self._states.append(key)
        return self._numbers[key]

    def seen(self, *events: SeenEvent | str) -> int:
        """A number for what a player sees."""
        return self._seen.setdefault(events, len(self._seen))

    def at(self, number: int) -> _Moment:
        """What can happen there."""
        if number not in self._made:
            self._made[number] = self._make(*self._states[number])
        return self._made[number]

    def _make(self, state: State, asked: bool) -> _Moment:
        board = state.board
        if board.outcome is not None:
            return _Moment(float(board.outcome.winner == Player(FIRST)), None, ())
        outcomes = chance_outcomes(state)
        if outcomes:
            drawn = (self._branch(state, (event,), asked, float(p)) for event, p in outcomes)
            return _Moment(None, None, tuple(drawn))
        if self._shows and board.phase is Phase.LOSE and not asked:
            return self._ask_to_show(state)
        seat = board.turn[0]
        actions = [act for act in legal_actions(state, seat) if not isinstance(act, Show)]
        branches = tuple(self._branch(state, decide(state, seat, act), asked) for act in actions)
        return _Moment(None, int(seat) if len(actions) > 1 else None, branches)

    def _branch(
        self, state: State, events: tuple[Event, ...], asked: bool, share: float = 1.0
    ) -> _Branch:
        for event in events:
            state = evolve(state, event)
        seen = [self.seen(*(redact(event, viewer) for event in events)) for viewer in self._viewers]
        asked = asked and state.board.phase is Phase.LOSE
        return _Branch(self.number(state, asked=asked), (seen[0], seen[1]), share)

    def _ask_to_show(self, state: State) -> _Moment:
        """Whoever may show its discs does, or keeps them hidden (R22)."""
        hidden = self.seen(_HIDDEN)
        keeps = _Branch(self.number(state, asked=True), (hidden, hidden), 1.0)
        board = state.board
        seat = next((Seat(s) for s in (FIRST, SECOND) if may_show(board, Seat(s))), None)
        if seat is None or board.attempt is None or board.attempt.skull == seat:
            return _Moment(None, None, (keeps,))
        shows = self._branch(state, decide(state, seat, Show()), asked=True)
        return _Moment(None, int(seat), (shows, keeps))


class ExactGame:
    """A game of two from the start of a round to its end."""

    def __init__(
        self, position: Position, first: float, second: float, *, shows: bool = False
    ) -> None:
        """The beliefs are public; with `shows`, discs may be shown after a failure (R22)."""
        self._moments = _Moments(shows=shows)
        self._recalls = (_Recall(), _Recall())
        self._won: dict[tuple[int, int], float] = {}
        for mine, share in ((True, first), (False, 1.0 - first)):
            for yours, part in ((True, second), (False, 1.0 - second)):
                if share * part > 0.0:
                    self._begin(position, (mine, yours), share * part)

    @property
    def size(self) -> tuple[int, int]:
        """How many sequences of moves each player has."""
        return self._recalls[FIRST].sequences, self._recalls[SECOND].sequences

    def value(self) -> float:
        """How likely the first player wins if both play as well as can be."""
        (mine, mine_right), (yours, yours_right) = (each.constraints() for each in self._recalls)
        (row, column), won = zip(*self._won, strict=True), list(self._won.values())
        payoff = csc_matrix((won, (column, row)), shape=self.size[::-1])
        cost = np.append(np.zeros(mine.shape[1]), -yours_right)
        found = linprog(
            cost,
            A_ub=hstack([-payoff, yours.T], format="csc"),
            b_ub=np.zeros(self.size[SECOND]),
            A_eq=hstack([mine, csc_matrix((mine.shape[0], len(yours_right)))], format="csc"),
            b_eq=mine_right,
            bounds=[(0, None)] * mine.shape[1] + [(None, None)] * len(yours_right),
            method="highs",
        )
        if found.status != 0:
            raise Unsolved(found.message)
        return -float(found.fun)

    def _begin(self, position: Position, skulls: tuple[bool, bool], chance: float) -> None:
        start = [
            seat_start(discs, wins, skull=skull)
            for discs, wins, skull in zip(position.discs, position[2:], skulls, strict=True)
        ]
        state = new_game(set_up(2, placement=Placement.FIRST_LAST, start=start), first=Seat(FIRST))
        knows = [
            recall.sees(0, self._moments.seen(f"skull: {skull}"))
            for recall, skull in zip(self._recalls, skulls, strict=True)
        ]
        self._walk(self._moments.number(state), (knows[0], knows[1]), (0, 0), chance)

    def _walk(
        self, number: int, knows: tuple[int, int], done: tuple[int, int], chance: float
    ) -> None:
        won, actor, branches = self._moments.at(number)
        if won is not None:
            if won:
                self._won[done] = self._won.get(done, 0.0) + chance
            return
        first, second = self._recalls
        move = 0
        if actor is not None:
            move = self._recalls[actor].moves(knows[actor], done[actor], len(branches))
        for then, (mine, yours), share in branches:
            after = done
            if actor is not None:
                after = (move, done[1]) if actor == FIRST else (done[0], move)
                move += 1
            know = first.sees(knows[0], mine), second.sees(knows[1], yours)
            self._walk(then, know, after, chance * share)


def exact_value(
    position: Position, first: float = 1.0, second: float = 1.0, *, shows: bool = False
) -> float:
    """How likely the first player wins, by the exact program."""
    return ExactGame(position, first, second, shows=shows).value()
