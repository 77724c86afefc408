"""Two-player Skull as a game of OpenSpiel: the rules play, OpenSpiel computes.

An information set is the list of what `redact` returned to a player. OpenSpiel sees numbered
actions, chance with probabilities and information-set strings; our solver is not involved.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from calavera.rules import (
    Action,
    Event,
    Placement,
    Player,
    Seat,
    SeatStart,
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

MOST_ACTIONS = 12
LONGEST = 200


def _now(state: State, known: tuple[str, str]) -> "_Now":
    if state.board.outcome is not None:
        return _Now(state, known)
    drawn = tuple((event, float(chance)) for event, chance in chance_outcomes(state))
    if drawn:
        return _Now(state, known, drawn=drawn)
    legal = legal_actions(state, state.board.turn[0])
    return _Now(state, known, tuple(act for act in legal if not isinstance(act, Show)))


Deal = tuple[list[SeatStart], float]
"""The discs of both, with probabilities."""


def load(deals: Sequence[Deal]) -> Any:
    """The game that begins with one of these deals, the first seat to begin."""
    return _Game(list(deals))


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of two from the start of a round to its end."""

    def __init__(self, deals: list[Deal]) -> None:
        kind = pyspiel.GameType(
            short_name="calavera_two",
            long_name="Skull of two",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        about = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=MOST_ACTIONS,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, about, {})
        self.dealer = _Dealer(deals)

    def new_initial_state(self) -> "_State":
        """Before the deal."""
        return _State(self)

    def make_py_observer(self, *_: Any) -> "_Observer":
        """The observer that OpenSpiel uses for information sets."""
        return _Observer()


class _Observer:
    """Strings only; no tensors are needed."""

    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: "_State", player: int) -> None:
        """No tensor to set."""

    def string_from(self, state: "_State", player: int) -> str:
        """The information-set string of a player."""
        return state.information_state_string(player)


@dataclass(frozen=True)
class _Dealer:
    """The deals and the rules, shared by all copies of a history."""

    deals: list[Deal]
    names: dict[tuple[str, str], str] = field(default_factory=dict)

    def __deepcopy__(self, _: Any) -> "_Dealer":
        return self

    def _named(self, known: str, seen: str) -> str:
        """A short unique name for an information set."""
        return self.names.setdefault((known, seen), f"#{len(self.names)}")

    def after(self, now: "_Now", action: int) -> "_Now":
        """Where an action or a draw leads."""
        if now.state is None:
            start, _ = self.deals[action]
            setup = set_up(2, placement=Placement.FIRST_LAST, start=start)
            return _now(new_game(setup, first=Seat(0)), (str(start[0]), str(start[1])))
        events: tuple[Event, ...]
        if now.drawn:
            events = (now.drawn[action][0],)
        else:
            events = decide(now.state, now.state.board.turn[0], now.moves[action])
        state, known = now.state, list(now.known)
        for event in events:
            state = evolve(state, event)
            for player in (0, 1):
                seen = redact(event, state.board.setup.viewer(Player(player)))
                known[player] = self._named(known[player], repr(seen))
        return _now(state, (known[0], known[1]))


class _Now(NamedTuple):
    """The state of a history; immutable, so copies share it."""

    state: State | None = None
    known: tuple[str, str] = ("", "")
    moves: tuple[Action, ...] = ()
    drawn: tuple[tuple[Event, float], ...] = ()

    def __deepcopy__(self, _: Any) -> "_Now":
        return self


class _State(pyspiel.State):  # type: ignore[misc]
    """A history: OpenSpiel copies and asks it."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._dealer, self._now = game.dealer, _Now()

    def current_player(self) -> int:
        """The player to move, in OpenSpiel's numbering."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self._now.state is None or self._now.drawn:
            return int(pyspiel.PlayerId.CHANCE)
        return int(self._now.state.board.turn[0])

    def _legal_actions(self, _: int) -> list[int]:
        return list(range(len(self._now.moves)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, numbered."""
        if self._now.state is None:
            return [(number, chance) for number, (_, chance) in enumerate(self._dealer.deals)]
        return [(number, chance) for number, (_, chance) in enumerate(self._now.drawn)]

    def _apply_action(self, action: int) -> None:
        self._now = self._dealer.after(self._now, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}: {action}"

    def information_state_string(self, player: int | None = None) -> str:
        """The information-set string of a player."""
        return self._now.known[self.current_player() if player is None else player]

    def is_terminal(self) -> bool:
        """Whether somebody has won."""
        return self._now.state is not None and self._now.state.board.outcome is not None

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the other."""
        if self._now.state is None or self._now.state.board.outcome is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._now.state.board.outcome.winner == Player(0) else [-1.0, 1.0]

    def __str__(self) -> str:
        return "\n--\n".join(self._now.known)
