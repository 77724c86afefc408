"""OpenSpiel: the game `python_skull`, registered on import; the rules play, OpenSpiel computes.

import pyspiel
import calavera.env.openspiel

game = pyspiel.load_game("python_skull(players=2,start=F?/1 F?/1,first=a)")
"""

from collections.abc import Mapping
from typing import Any, Final

from calavera.env import require

require("pyspiel", "OpenSpiel")

import numpy
import pyspiel

from calavera.arena.encoding.action_numbers import ACTIONS, action_of, number_of
from calavera.arena.encoding.observation import OBSERVATION, OWN_AT
from calavera.env.game_tree import (
    MOST_PLAYERS,
    Table,
    after,
    first_moment,
    number_of_chance,
    observation_row,
    observation_text,
    table_of_parameters,
)
from calavera.env.information_state import Tensor, write_rounds
from calavera.env.table import payoff
from calavera.rules import (
    Placement,
    Seat,
    Show,
    State,
    chance_outcomes,
    decide,
    legal_actions,
    seat_letter,
)

PARAMETERS: Final[dict[str, Any]] = {
    "players": 2,
    "placement": Placement.SIMULTANEOUS.value,
    "start": "",
    "first": "",
}
"""With their defaults."""

TYPE: Final = pyspiel.GameType(
    short_name="python_skull",
    long_name="Skull",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class SkullGame(pyspiel.Game):  # type: ignore[misc]
    """Skull of two to six, from any position at the start of a round."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(parameters or {})}
        self.table = table_of_parameters(**given)
        self.root = first_moment(self.table)
        size = self.table.size
        about = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=size.players,
            num_players=size.players,
            min_utility=payoff(False, size.players),
            max_utility=payoff(True, size.players),
            utility_sum=0.0,
            max_game_length=size.decisions,
        )
        super().__init__(TYPE, about, given)

    def new_initial_state(self) -> "SkullState":
        """Before chance has moved."""
        return SkullState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> "SkullObserver":
        """What a player sees now or, with perfect recall, has seen so far."""
        if parameters:
            raise ValueError(f"observers take no parameters, not {parameters}")
        return SkullObserver(self.table, kind or pyspiel.IIGObservationType(perfect_recall=False))


class SkullState(pyspiel.State):  # type: ignore[misc]
    """A history."""

    def __init__(self, game: SkullGame) -> None:
        super().__init__(game)
        self._table = game.table
        self.moment = game.root

    def current_player(self) -> int:
        """Whose turn it is: while all place at once (R7), the first of them."""
        state = self.moment.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if state is None or not state.board.turn or chance_outcomes(state):
            return int(pyspiel.PlayerId.CHANCE)
        return int(state.board.turn[0])

    def _legal_actions(self, player: int) -> list[int]:
        state, seat = self._running, Seat(player)
        seats = len(state.board.mats)
        legal = legal_actions(state, seat)
        return sorted(number_of(act, seat, seats) for act in legal if not isinstance(act, Show))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A seat that begins, or 1 for a skull and 0 for a flower that is picked or dealt."""
        if self.moment.state is None:
            belief = self._table.deals[self._table.hidden[len(self.moment.skulls)]].belief
            return [(0, 1.0 - belief), (1, belief)]
        outcomes = chance_outcomes(self.moment.state)
        return sorted((number_of_chance(event), float(share)) for event, share in outcomes)

    def _apply_action(self, action: int) -> None:
        state = self.moment.state
        if state is None:
            self.moment = first_moment(self._table, (*self.moment.skulls, bool(action)))
            return
        for event, _ in chance_outcomes(state):
            if number_of_chance(event) == action:
                self.moment = after(self.moment, (event,))
                return
        seat = state.board.turn[0]
        events = decide(state, seat, action_of(action, seat, len(state.board.mats)))
        self.moment = after(self.moment, events)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            seat = Seat(player)
            return f"{seat_letter(seat)}{action_of(action, seat, self.num_players())}"
        state = self.moment.state
        if state is not None and state.board.first is None:
            return f"{seat_letter(Seat(action))} begins"
        return "skull" if action else "flower"

    def is_terminal(self) -> bool:
        """Whether somebody has won."""
        state = self.moment.state
        return state is not None and state.board.outcome is not None

    def returns(self) -> list[float]:
        """1 for the winner; the others share the loss."""
        state, players = self.moment.state, self.num_players()
        if state is None or state.board.outcome is None:
            return [0.0] * players
        winner = state.board.outcome.winner
        return [payoff(player == winner, players) for player in range(players)]

    def __str__(self) -> str:
        return "\n".join(self.moment.texts) or f"dealt {self.moment.skulls}"

    @property
    def _running(self) -> State:
        state = self.moment.state
        assert state is not None
        return state


class SkullObserver:
    """Strings and tensors of one viewer; there is none that sees everybody's discs.

    What a player sees now is the row of the other libraries: it counts from the player's own seat,
    and does not say which one that is.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        self._table, self._recalls, self._open = table, kind.perfect_recall, kind.public_info
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observer of python_skull sees the discs of all players")
        if self._recalls and not self._open:
            raise ValueError("with perfect recall, an observer of python_skull sees the open table")
        shapes = self._shapes()
        sizes = [int(numpy.prod(shape)) for shape in shapes.values()]
        self.tensor: Tensor = numpy.zeros(sum(sizes), numpy.float32)
        pieces = numpy.split(self.tensor, numpy.cumsum(sizes, dtype=int))
        self.dict = {
            name: piece.reshape(shape)
            for (name, shape), piece in zip(shapes.items(), pieces, strict=False)
        }

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        size = self._table.size
        shapes: dict[str, tuple[int, ...]] = {}
        if self._recalls:
            shapes["player"] = (size.players,)
            if self._own:
                shapes["dealt"] = (2,)
            return {**shapes, "rounds": (size.rounds, size.width)}
        if self._open:
            shapes["table"] = (OWN_AT,)
        if self._own:
            shapes["own"] = (OBSERVATION - OWN_AT,)
        return shapes

    def set_from(self, state: SkullState, player: int) -> None:
        """Sets the tensor to what a player sees."""
        self.tensor.fill(0.0)
        if self._recalls:
            self.dict["player"][player] = 1.0
        moment = state.moment
        if moment.state is None:
            return
        if self._recalls:
            if self._own:
                self.dict["dealt"][int(moment.had_skull(Seat(player)))] = 1.0
            viewer = player if self._own else state.num_players()
            write_rounds(moment.seen[viewer], self._table.size, self.dict["rounds"])
            return
        row = observation_row(self._table, moment.state, Seat(player))
        if self._open:
            self.dict["table"][:] = row[:OWN_AT]
        if self._own:
            self.dict["own"][:] = row[OWN_AT:]

    def string_from(self, state: SkullState, player: int) -> str:
        """The same as text."""
        moment = state.moment
        if moment.state is None:
            return seat_letter(Seat(player))
        if self._recalls:
            return moment.texts[player if self._own else state.num_players()]
        row = observation_row(self._table, moment.state, Seat(player))
        parts = slice(0 if self._open else OWN_AT, OBSERVATION if self._own else OWN_AT)
        return f"{seat_letter(Seat(player))}: {observation_text(row, parts)}"


pyspiel.register_game(TYPE, SkullGame)
