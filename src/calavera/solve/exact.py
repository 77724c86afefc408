"""The value of a whole game of two by one linear program: the truth that the solver is held to.

The game is played out in the rules themselves, to its very end; what a player knows is what
`redact` hands it, event by event, and nothing is forgotten. The program is the sequence form of
Koller, Megiddo and von Stengel, solved by SciPy's HiGHS. It shares nothing with the solver but the
rules, and it is only for positions with a few discs.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, hstack

from calavera.rules import (
    Action,
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

_NOT_SHOWN: Final = "keeps its discs hidden"


class Unsolved(RuntimeError):
    """The linear program was not solved, which should not happen."""


@dataclass
class _Recall:
    """What one player can know, and its sequences of moves."""

    known: dict[tuple[int, SeenEvent | str], int] = field(default_factory=dict)
    """Each knowledge and what is seen next, to the number of the knowledge that follows."""

    choices: dict[int, tuple[int, dict[Action | str, int]]] = field(default_factory=dict)
    """For each knowledge with a choice: the sequence before it, and the one of each move."""

    sequences: int = 1

    def sees(self, knowledge: int, event: SeenEvent | str) -> int:
        """The knowledge after an event."""
        return self.known.setdefault((knowledge, event), len(self.known) + 1)

    def moves(
        self, knowledge: int, before: int, actions: tuple[Action | str, ...]
    ) -> dict[Action | str, int]:
        """The sequences that a choice leads to."""
        if knowledge not in self.choices:
            numbers = range(self.sequences, self.sequences + len(actions))
            self.choices[knowledge] = before, dict(zip(actions, numbers, strict=True))
            self.sequences += len(actions)
        return self.choices[knowledge][1]

    def constraints(self) -> tuple[csc_matrix, np.ndarray]:
        """That a plan leaves each choice as often as it comes to it."""
        row, column, value = [0], [0], [1.0]
        for number, (before, moves) in enumerate(self.choices.values(), start=1):
            for place, share in [(before, -1.0), *((move, 1.0) for move in moves.values())]:
                row.append(number)
                column.append(place)
                value.append(share)
        right = np.zeros(len(self.choices) + 1)
        right[0] = 1.0
        shape = (len(right), self.sequences)
        return csc_matrix((value, (row, column)), shape=shape), right


@dataclass(frozen=True)
class _Moment:
    """A state with what each player knows and has done."""

    state: State
    knows: tuple[int, int]
    done: tuple[int, int]
    chance: float
    asked: bool = False
    """Whether the other has been asked if it shows its discs (R22)."""


class ExactGame:
    """A game of two from the start of a round to its end."""

    def __init__(
        self, position: Position, first: float, second: float, *, shows: bool = False
    ) -> None:
        """The beliefs are public; with `shows`, discs may be shown after a failure (R22)."""
        self._shows = shows
        self._recalls = (_Recall(), _Recall())
        self._viewers = (Viewer((Seat(FIRST),)), Viewer((Seat(SECOND),)))
        self._won: dict[tuple[int, int], float] = {}
        for mine, share in ((True, first), (False, 1.0 - first)):
            for yours, part in ((True, second), (False, 1.0 - second)):
                if share * part > 0.0:
                    self._walk(self._begin(position, mine, yours, share * part))

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

    def _begin(self, position: Position, mine: bool, yours: bool, chance: float) -> _Moment:
        start = [
            seat_start(position.first_discs, position.first_wins, skull=mine),
            seat_start(position.second_discs, position.second_wins, skull=yours),
        ]
        setup = set_up(2, placement=Placement.FIRST_LAST, start=start)
        knows = tuple(
            recall.sees(0, f"skull: {skull}")
            for recall, skull in zip(self._recalls, (mine, yours), strict=True)
        )
        state = new_game(setup, first=Seat(FIRST))
        return _Moment(state, (knows[0], knows[1]), (0, 0), chance)

    def _walk(self, moment: _Moment) -> None:
        state = moment.state
        if state.board.outcome is not None:
            if state.board.outcome.winner == Player(FIRST):
                self._won[moment.done] = self._won.get(moment.done, 0.0) + moment.chance
            return
        outcomes = chance_outcomes(state)
        if outcomes:
            for event, share in outcomes:
                self._walk(self._after(moment, (event,), moment.chance * float(share)))
            return
        if self._shows and state.board.phase is Phase.LOSE and not moment.asked:
            self._ask_to_show(moment)
            return
        seat = state.board.turn[0]
        actions = tuple(a for a in legal_actions(state, seat) if not isinstance(a, Show))
        if len(actions) == 1:
            self._walk(self._after(moment, decide(state, seat, actions[0]), moment.chance))
            return
        moves = self._recalls[seat].moves(moment.knows[seat], moment.done[seat], actions)
        for action in actions:
            after = self._after(moment, decide(state, seat, action), moment.chance)
            self._walk(_doing(after, seat, moves[action]))

    def _ask_to_show(self, moment: _Moment) -> None:
        attempt = moment.state.board.attempt
        seat = next(
            (Seat(s) for s in (FIRST, SECOND) if may_show(moment.state.board, Seat(s))), None
        )
        if seat is None or attempt is None or attempt.skull == seat:
            self._walk(_Moment(moment.state, moment.knows, moment.done, moment.chance, asked=True))
            return
        moves = self._recalls[seat].moves(
            moment.knows[seat], moment.done[seat], (Show(), _NOT_SHOWN)
        )
        shown = self._after(moment, decide(moment.state, seat, Show()), moment.chance)
        for after, move in ((shown, Show()), (self._hidden(moment), _NOT_SHOWN)):
            done = _doing(after, seat, moves[move])
            self._walk(_Moment(done.state, done.knows, done.done, done.chance, asked=True))

    def _hidden(self, moment: _Moment) -> _Moment:
        knows = tuple(
            recall.sees(knowledge, _NOT_SHOWN)
            for recall, knowledge in zip(self._recalls, moment.knows, strict=True)
        )
        return _Moment(moment.state, (knows[0], knows[1]), moment.done, moment.chance)

    def _after(self, moment: _Moment, events: tuple[Event, ...], chance: float) -> _Moment:
        state, knows = moment.state, list(moment.knows)
        for event in events:
            state = evolve(state, event)
            for player in (FIRST, SECOND):
                seen = redact(event, self._viewers[player])
                knows[player] = self._recalls[player].sees(knows[player], seen)
        same_loss = state.board.phase is Phase.LOSE and moment.asked
        return _Moment(state, (knows[0], knows[1]), moment.done, chance, asked=same_loss)


def exact_value(
    position: Position, first: float = 1.0, second: float = 1.0, *, shows: bool = False
) -> float:
    """How likely the first player wins, by the exact program."""
    return ExactGame(position, first, second, shows=shows).value()


def _doing(moment: _Moment, seat: int, move: int) -> _Moment:
    done = (move, moment.done[1]) if seat == FIRST else (moment.done[0], move)
    return _Moment(moment.state, moment.knows, done, moment.chance, moment.asked)
