"""Gymnasium: many tables at once, compiled; `docs/environments.md` explains every array.

import gymnasium
import calavera.env.vector

envs = gymnasium.make_vec("calavera/Skull-v0", num_envs=1024, opponents="cautious")
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, TypeAlias

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from calavera.arena.compiled.lanes import NOBODY
from calavera.arena.compiled.layout import FIELDS, WORDS, PackedMoment
from calavera.arena.encoding.arrays import Bytes, Words
from calavera.arena.simulator import ACTIONS, OBSERVATION
from calavera.arena.simulator.start import row_of_start
from calavera.arena.simulator.telling import happened
from calavera.arena.simulator.unpacking import game_of, unpacked
from calavera.env.compiled.networks import MOST_CHOICES
from calavera.env.compiled.tables import (
    LEARNER,
    UNIFORM,
    Company,
    Tables,
    begin_tables,
    step_tables,
)
from calavera.env.opponents import opponents_of, packed_networks
from calavera.env.spaces import action_space, observation_space
from calavera.env.table import MOST_SEEDS, NO_SHOWS, payoff, table_of
from calavera.rules import Setup
from calavera.train.compiled.tracking import TRACKED

Flags: TypeAlias = NDArray[numpy.bool_]
Rewards: TypeAlias = NDArray[numpy.float64]
Observations: TypeAlias = dict[str, Bytes]
Step: TypeAlias = tuple[Observations, Rewards, Flags, Flags, dict[str, Any]]

_WINNER: Final = FIELDS.index((PackedMoment, "winner"))


class SkullVectorEnv(VectorEnv[Observations, ArrayLike, Any]):
    """The learner's decisions at many tables; opponents play in between.

    Opponents are names of `calavera.env.opponents`: one for all, or one each, clockwise. Without
    any, the learner plays every seat in turn.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **table: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs}")
        self.num_envs, self.setup = num_envs, table_of(**table)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.single_action_space, self.single_observation_space = (
            action_space(), observation_space(),
        )  # fmt: skip
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._tables = _empty_tables(num_envs, len(self.setup.start))
        self._company = _company(opponents, self.setup)
        self._ended = numpy.ones(num_envs, numpy.bool_)
        self._indices = numpy.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins a game at every table, or at those where `options["reset_mask"]` is true.

        A seed begins the same games again; without one, new games follow.
        """
        which = numpy.ones(self.num_envs, numpy.bool_)
        if options and "reset_mask" in options:
            which = self._checked_mask(options["reset_mask"])
        if seed is not None or self._np_random is None:
            super().reset(seed=seed)
            self._company = self._company._replace(seed=int(self.np_random.integers(MOST_SEEDS)))
            self._tables.numbers[:] = self._indices - self.num_envs
        begin_tables(self._tables, self._company, which)
        self._ended = self._ended & ~which
        return self._observed(), self._infos(self._ended)

    def step(self, actions: ArrayLike) -> Step:
        """The learner's action at each table; raises ValueError, moving nothing, if one is illegal.

        Where a game begins anew in this step, the action is ignored.
        """
        waiting, acting = self._ended, self._tables.seats.copy()
        playing = ~waiting
        step_tables(self._tables, self._company, self._legal(actions, playing), playing)
        ended: Flags = playing & ~self._tables.running
        rewards = self._rewards(ended, acting)
        infos: dict[str, Any] = {}
        self._ended = ended
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos, waiting = self._final_infos(ended), ended
            self._ended = numpy.zeros(self.num_envs, numpy.bool_)
        begin_tables(self._tables, self._company, waiting)
        infos |= self._infos(self._ended)
        return self._observed(), rewards, ended.copy(), numpy.zeros_like(ended), infos

    def _observed(self) -> Observations:
        tables = self._tables
        return {"observation": tables.observations.copy(), "action_mask": tables.masks.copy()}

    def _infos(self, ended: Flags) -> dict[str, Any]:
        """The learner's seats, and the seats that won where a game has ended."""
        infos: dict[str, Any] = {
            "seat": self._tables.seats.copy(),
            "_seat": numpy.ones(self.num_envs, numpy.bool_),
        }
        if ended.any():
            infos["winning_seat"] = numpy.where(ended, self._winners, NOBODY)
            infos["_winning_seat"] = ended.copy()
        return infos

    def _final_infos(self, ended: Flags) -> dict[str, Any]:
        """What the step would have returned where a game has ended and another begins at once."""
        if not ended.any():
            return {}
        last = numpy.full(self.num_envs, None, object)
        tables = self._tables
        for index in numpy.flatnonzero(ended):
            last[index] = {
                "observation": tables.observations[index].copy(),
                "action_mask": tables.masks[index].copy(),
            }
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": self._infos(ended),
            "_final_info": ended.copy(),
        }

    @property
    def _winners(self) -> Words:
        return self._tables.rows[:, _WINNER]

    def _rewards(self, ended: Flags, acting: Words) -> Rewards:
        players, winners = self.setup.players, self._winners
        won = (winners != NOBODY) & (winners % players == acting % players)
        paid = numpy.where(won, payoff(True, players), payoff(False, players))
        return numpy.where(ended, paid, 0.0)

    def _legal(self, actions: ArrayLike, playing: Flags) -> Words:
        """The actions as numbers, all of them legal."""
        numbers = numpy.asarray(actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.num_envs,):
            raise ValueError(
                f"actions: one whole number for each of the {self.num_envs} tables is needed"
            )
        if self.autoreset_mode is AutoresetMode.DISABLED and not playing.all():
            raise ValueError(
                f"table {int(playing.argmin())}: the game is over (R32);"
                ' begin another with reset(options={"reset_mask": …})'
            )
        chosen: Words = numbers.astype(numpy.int64)
        known = (chosen >= 0) & (chosen < ACTIONS)
        legal = known & (self._tables.masks[self._indices, chosen * known] == 1)
        refused = playing & ~legal
        if refused.any():
            index = int(refused.argmax())
            raise ValueError(f"table {index}: {self._reason(index, int(chosen[index]))}")
        return chosen

    def _reason(self, index: int, number: int) -> str:
        state = unpacked(game_of(self._tables.rows[index]))
        try:
            happened(state, int(self._tables.seats[index]), number)
        except ValueError as refusal:
            return str(refusal)
        return NO_SHOWS

    def _checked_mask(self, mask: object) -> Flags:
        if not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.bool_:
            raise ValueError("reset_mask is an array of booleans")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"reset_mask has a value for each of the {self.num_envs} tables, one of them true"
            )
        return mask


def _empty_tables(count: int, seats: int) -> Tables:
    return Tables(
        numbers=numpy.zeros(count, numpy.int64),
        rows=numpy.zeros((count, WORDS), numpy.int64),
        counters=numpy.zeros(count, numpy.uint64),
        tracks=numpy.zeros((count, seats, TRACKED)),
        policies=numpy.zeros((count, seats), numpy.int64),
        seats=numpy.zeros(count, numpy.int64),
        running=numpy.zeros(count, numpy.bool_),
        observations=numpy.zeros((count, OBSERVATION), numpy.int8),
        masks=numpy.zeros((count, ACTIONS), numpy.int8),
    )


def _company(opponents: str | Sequence[str] | None, setup: Setup) -> Company:
    numbers, policies = opponents_of(opponents, setup) if opponents is not None else ([LEARNER], [])
    return Company(
        start=row_of_start(setup),
        seed=0,
        everywhere=opponents is None,
        opponents=numpy.array(numbers, numpy.int64),
        watched=any(number not in (LEARNER, UNIFORM) for number in numbers),
        networks=packed_networks(policies),
        choices=numpy.zeros(MOST_CHOICES, numpy.bool_),
        legal=numpy.zeros(ACTIONS, numpy.int8),
    )


gymnasium.register("calavera/Skull-v0", vector_entry_point="calavera.env.vector:SkullVectorEnv")
