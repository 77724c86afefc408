"""Gymnasium: many tables at once, compiled; `docs/environments.md` explains every array.

import gymnasium
import calavera.env.vector

envs = gymnasium.make_vec("calavera/Skull-v0", num_envs=1024, opponents="cautious")
"""

from collections.abc import Sequence
from typing import Any, NoReturn, TypeAlias

from calavera.env import require

require("gymnasium", "Gymnasium")

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from calavera.arena.compiled.lanes import NOBODY
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.env.games import MOST_SEEDS, Flags, has_won
from calavera.env.opponents import games_against
from calavera.env.spaces import action_space, observation_space
from calavera.env.table import payoff, table_of

__all__ = ["SkullVectorEnv"]

Rewards: TypeAlias = NDArray[numpy.float64]
Observations: TypeAlias = dict[str, Bytes]
Step: TypeAlias = tuple[Observations, Rewards, Flags, Flags, dict[str, Any]]


class SkullVectorEnv(VectorEnv[Observations, ArrayLike, Any]):
    """The learner's decisions in many games; opponents play in between.

    Opponents are bots by name, as in `calavera arena`: one for all, or one each, clockwise. Without
    any, the learner plays every seat in turn.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as its base class has it
        "autoreset_mode": AutoresetMode.NEXT_STEP
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        **table: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs {num_envs}: at least 1 is required")
        if render_mode is not None:
            raise ValueError(
                f"render_mode {render_mode!r}: many games at once are not drawn;"
                " calavera.env.skull_v0 draws one"
            )
        self.num_envs, self.setup = num_envs, table_of(**table)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_action_space = action_space()
        self.single_observation_space = observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._games = games_against(opponents, self.setup, num_envs)
        self._ended = self._nowhere()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins all games anew, or those where `options["reset_mask"]` is true.

        A seed begins the same games again; without one, new games follow.
        """
        which = ~self._nowhere()
        if options and "reset_mask" in options:
            which = self._checked_mask(options["reset_mask"])
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
            self._games.seed(int(self.np_random.integers(MOST_SEEDS)))
        self._games.begin(which)
        self._ended = self._ended & ~which
        return self._observed(), self._infos(self._nowhere())

    def step(self, actions: ArrayLike) -> Step:
        """The learner's action in each game, except where a new one begins with this step.

        Raises ValueError, and moves nothing anywhere, where one of them is not legal.
        """
        games, begins, acting = self._games, self._ended, self._games.seats.copy()
        if self.autoreset_mode is AutoresetMode.DISABLED and begins.any():
            raise ValueError(
                f"game {int(begins.argmax())} is over (R32);"
                ' begin another with reset(options={"reset_mask": …})'
            )
        games.step(actions, ~begins)
        ended: Flags = ~begins & ~games.running
        won = has_won(games.winning_seats, acting, self.setup.players)
        paid = numpy.where(won, payoff(True, self.setup.players), payoff(False, self.setup.players))
        rewards: Rewards = numpy.where(ended, paid, 0.0)
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = self._final_infos(ended)
            games.begin(ended)
            infos |= self._infos(self._nowhere())
        else:
            games.begin(begins)
            infos = self._infos(ended)
            self._ended = ended
        return self._observed(), rewards, ended.copy(), self._nowhere(), infos

    def close_extras(self, **kwargs: Any) -> None:
        """Ends what opponents hold, such as processes."""
        self._games.close()

    def _observed(self) -> Observations:
        games = self._games
        return {"observation": games.observations.copy(), "action_mask": games.masks.copy()}

    def _infos(self, ended: Flags) -> dict[str, Any]:
        """The learner's seats, and the seats that won where a game has ended."""
        infos: dict[str, Any] = {"seat": self._games.seats.copy(), "_seat": ~self._nowhere()}
        if ended.any():
            winners: Words = numpy.where(ended, self._games.winning_seats, NOBODY)
            infos |= {"winning_seat": winners, "_winning_seat": ended.copy()}
        return infos

    def _final_infos(self, ended: Flags) -> dict[str, Any]:
        """What would have been returned where a game has ended and another begins at once."""
        if not ended.any():
            return {}
        last, games = numpy.full(self.num_envs, None, object), self._games
        for index in numpy.flatnonzero(ended):
            last[index] = {
                "observation": games.observations[index].copy(),
                "action_mask": games.masks[index].copy(),
            }
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": self._infos(ended),
            "_final_info": ended.copy(),
        }

    def _nowhere(self) -> Flags:
        return numpy.zeros(self.num_envs, numpy.bool_)

    def _checked_mask(self, mask: object) -> Flags:
        right = isinstance(mask, numpy.ndarray) and mask.dtype == numpy.bool_
        if not isinstance(mask, numpy.ndarray) or not right or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask: an array of {self.num_envs} booleans is needed")
        return mask


def no_single_env(**_: object) -> NoReturn:
    """What `gymnasium.make` finds: an error that leads to `gymnasium.make_vec`."""
    raise gymnasium.error.Error(
        "calavera/Skull-v0 is many games at once: gymnasium.make_vec in place of gymnasium.make,"
        " with num_envs=1 for one game"
    )


gymnasium.register(
    "calavera/Skull-v0",
    entry_point="calavera.env.vector:no_single_env",
    vector_entry_point="calavera.env.vector:SkullVectorEnv",
)
