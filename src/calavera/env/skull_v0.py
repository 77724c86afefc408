"""PettingZoo: every player acts in turn, `docs/environments.md` explains what each sees.

from calavera.env import skull_v0

env = skull_v0.env(players=3)
"""

from typing import Any, ClassVar, Final, TypeAlias

from calavera.env import require

require("pettingzoo", "PettingZoo")

import numpy
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from calavera.arena.encoding.arrays import Bytes
from calavera.arena.simulator import ACTIONS, Simulation
from calavera.drawing import draw, moment_of_record
from calavera.env.compiled_games import CompiledGames
from calavera.env.games import MOST_SEEDS
from calavera.env.spaces import action_space, observation_space
from calavera.env.table import payoff, table_of
from calavera.record import Record, write_record
from calavera.record.retelling.steps import OPEN_VIEWPOINT
from calavera.rules import Player, View, view

__all__ = ["env", "raw_env"]

Observation: TypeAlias = dict[str, Bytes]

_ONE: Final = numpy.ones(1, numpy.bool_)


def env(**arguments: Any) -> AECEnv:
    """The environment with PettingZoo's usual checks: an illegal action ends the game."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name
    """Any table, any variant; nobody shows discs that they need not show (R22)."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "skull_v0",
        "render_modes": ["human", "ansi", "svg"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, render_mode: str | None = None, **table: Any) -> None:
        EzPickle.__init__(self, render_mode, **table)
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode {render_mode!r}: choose one of {modes}")
        self.render_mode = render_mode
        self.setup = table_of(**table)
        self.possible_agents = [f"player_{player}" for player in range(self.setup.players)]
        self.agents: list[str] = []
        self._players = {agent: Player(n) for n, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: observation_space() for agent in self._players}
        self._action_spaces = {agent: action_space() for agent in self._players}
        self._rng = numpy.random.default_rng()
        self._games = CompiledGames(self.setup, 1)
        self._moves: list[int] = []

    def observation_space(self, agent: str) -> Dict:
        """The same for every agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same for every agent."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the same seed begins the same games, one after the other."""
        if seed is not None:
            self._rng = numpy.random.default_rng(seed)
        self._dice, self._moves = int(self._rng.integers(MOST_SEEDS)), []
        self._games.seed(self._dice)
        self._games.begin(_ONE)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self._give_turn()

    def step(self, action: int | None) -> None:
        """An action of the agent whose turn it is; raises ValueError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = int(action if action is not None else -1)
        self._games.step([number], _ONE)
        self._moves.append(number)
        self._cumulative_rewards[agent] = 0.0
        if self._games.running[0]:
            self._give_turn()
        else:
            self._end()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent's player knows; the mask is empty unless it is the agent's turn."""
        if agent != self.agent_selection or self.terminations[agent]:
            hidden = numpy.zeros(ACTIONS, numpy.int8)
            row = self._games.observe(0, self._players[agent])
            return {"observation": row, "action_mask": hidden}
        row, mask = self._games.observations[0], self._games.masks[0]
        return {"observation": row.copy(), "action_mask": mask.copy()}

    def view(self, agent: str) -> View:
        """The same knowledge as the rules have it, for a bot of `calavera.bots`."""
        return view(self._games.state(0), self.setup.viewer(self._players[agent]))

    def render(self) -> str | None:
        """The game so far with all discs: as a record, or the table as an SVG picture."""
        record = self._record()
        if self.render_mode == "svg":
            return draw(moment_of_record(record, OPEN_VIEWPOINT))
        text = write_record(record)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing has to be closed."""

    def _record(self) -> Record:
        game = Simulation(self.setup, seed=self._dice)  # the same dice bring the same game
        for number in self._moves:
            game.step(number)
        return game.record()

    def _give_turn(self) -> None:
        self.agent_selection = self.possible_agents[self._games.seats[0] % self.setup.players]

    def _end(self) -> None:
        seat, players = self._games.winning_seats[0], self.setup.players
        for agent, player in self._players.items():
            self.rewards[agent] = payoff(player == seat % players, players)
            self.terminations[agent] = True
            self.infos[agent] = {"winning_seat": int(seat)}
        self._accumulate_rewards()
        self._deads_step_first()
